import { describe, expect, test } from 'vitest'
import { feedbackStatuses } from '../../../rules/people/feedback.ts'
import { purgeTokens } from '../../../server/tokens/tokens.ts'
import { seedFeedback } from '../../support/many-feedback.ts'
import { call, done, newId, run } from '../../support/server/api.ts'
import { holdRows, untilSomebodyWaits } from '../../support/server/held-rows.ts'
import { purgeAll } from '../../support/server/purge.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestServer,
} from '../../support/server/server.ts'
import { startSmtpSink } from '../../support/server/smtp.ts'

const send = (user: Parameters<typeof done>[0], feedback: string, rating = 4, more: object = {}) =>
  done(user, 'createFeedback', { feedback, rating, ...more })

/** The first account is ADMIN; the others are made what they are by hand. */
async function people(server: TestServer) {
  const admin = await server.buildUser({ firstName: 'Ada' })
  const support = await server.buildUser({ firstName: 'Sam' })
  const anna = await server.buildUser({ firstName: 'Anna', phone: '0123' })
  const ben = await server.buildUser({ firstName: 'Ben' })
  await server.db.query
    .updateTable('user')
    .set({ role: 'SUPPORTL1' })
    .where('id', '=', support.id)
    .execute()
  return { admin, support, anna, ben }
}

describeEachEngine('Feedback', engine => {
  test('that was deleted keeps its id from everybody, until its trace goes', async () => {
    await using server = await startTestServer(engine)
    const { admin, anna, ben } = await people(server)
    const [own, others] = [newId(), newId()]
    for (const id of [own, others]) await send(anna, 'Hello', 5, { id })
    await done(anna, 'deleteByIdFeedback', { id: own })
    await done(admin, 'deleteByIdsFeedback', { ids: [others, newId()] })
    const again = async (user: typeof anna, id: string) =>
      (await call(user, 'createFeedback', { id, feedback: 'Again', rating: 1 })).code
    for (const id of [own, others]) {
      expect([await again(anna, id), await again(ben, id)]).toEqual(['CONFLICT', 'CONFLICT'])
    }
    expect(await done(admin, 'getAllFeedback')).toEqual([])
    // Not sent, it is no id of theirs.
    await send(anna, 'Another')
    server.clock.advance({ days: 121 })
    expect(await purgeAll(purgeTokens, server.db, server.clock.now())).toBe(2)
  })

  test('is sent, read by its author and by staff, and by nobody else', async () => {
    await using server = await startTestServer(engine)
    const { admin, support, anna, ben } = await people(server)
    const id = newId()
    const sent = await send(anna, 'It <b>works</b>, =1+1\nthank you', 5, {
      id,
      deviceLog: 'a line',
    })
    expect(sent).toMatchObject({
      id,
      user: { userId: anna.id, firstName: 'Anna', email: anna.email, phone: '0123' },
      feedback: 'It <b>works</b>, =1+1\nthank you',
      rating: 5,
      status: 'RECEIVED',
      reply: null,
      note: null,
      deviceLog: 'a line',
    })
    expect(await send(anna, 'again', 1, { id })).toEqual(sent)
    expect(await done(anna, 'getByIdFeedback', { id })).toEqual(sent)
    expect(await done(support, 'getByIdFeedback', { id })).toEqual(sent)
    expect(await done(ben, 'getByIdFeedback', { id })).toBeNull()
    expect(await done(ben, 'getAllFeedback')).toEqual([])
    expect(await done(ben, 'getByFilterFeedback', { filters: { userId: anna.id } })).toEqual([])
    expect(await done(admin, 'getAllFeedback')).toEqual([sent])
    expect((await call(ben, 'createFeedback', { id, feedback: 'mine', rating: 1 })).code).toBe(
      'CONFLICT',
    )
    const other = await call(ben, 'createFeedback', { userId: anna.id, feedback: 'x', rating: 1 })
    expect(other.refusal).toMatchObject({ code: 'BAD_INPUT', field: 'userId' })
  })

  test('is answered, noted and classified by staff; the note stays with staff, the reply goes by mail', async () => {
    await using server = await startTestServer(engine)
    const { admin, support, anna, ben } = await people(server)
    const { id } = await send(anna, 'The list is empty')
    const strange = { id, reply: 'x', note: 'y', status: 'FIXED' }
    expect((await call(ben, 'updateFeedback', strange)).refusal).toEqual({ code: 'NOT_FOUND' })
    expect((await call(anna, 'updateFeedback', strange)).code).toBe('FORBIDDEN')

    for (const status of feedbackStatuses) {
      expect(await done(support, 'updateFeedback', { id, status })).toMatchObject({ status })
    }
    const answered = await done(support, 'updateFeedback', {
      id,
      reply: 'Mended, thank you',
      note: 'was the cache',
      status: 'FIXED',
      fixedIn: '0.3.0',
    })
    expect(answered).toMatchObject({ reply: 'Mended, thank you', note: 'was the cache' })
    expect(await done(anna, 'getByIdFeedback', { id })).toEqual({
      ...answered,
      note: null,
    })
    expect(await done(anna, 'getByFilterFeedback', { filters: { text: 'CACHE' } })).toHaveLength(0)
    await server.app.jobs.drain()
    const { mails } = Object((await admin.get('/auth/mail')).body)
    expect(mails).toContainEqual(
      expect.objectContaining({ to: anna.email, subject: 'An answer to your feedback' }),
    )

    const log = await done(admin, 'auditLog')
    expect(log).toContainEqual(
      expect.objectContaining({
        userId: support.id,
        userName: expect.stringContaining('Sam'),
        action: 'updateFeedback',
        subject: `feedback ${id}`,
        detail: 'reply, note, status FIXED, fixed_in',
      }),
    )
    expect((await call(support, 'auditLog')).refusal).toEqual({ code: 'NOT_FOUND' })
    expect((await call(anna, 'feedbackSummary')).refusal).toEqual({ code: 'NOT_FOUND' })
  })

  test('of two who save what both have read, at once or not, the second is refused, with nothing done', async () => {
    await using server = await startTestServer(engine)
    const { admin, support, anna } = await people(server)
    const { body } = await server.client().post('/auth/contact', {
      ...{ name: 'Mia', email: 'mia@example.org', feedback: 'From outside' },
    })
    expect(body).toMatchObject({ success: true })
    await send(anna, 'The list is empty')
    for (const { id, updatedAt: knownUpdatedAt } of await done(admin, 'getAllFeedback')) {
      server.clock.advance({ ms: 1 })
      const replies = ['Mended', 'Not an issue']
      const saved = await Promise.all([
        call(admin, 'updateFeedback', { id, reply: replies[0], knownUpdatedAt }),
        call(support, 'updateFeedback', { id, reply: replies[1], knownUpdatedAt }),
      ])
      expect(saved.map(({ code }) => code).toSorted()).toEqual(['CONFLICT', undefined])
      const after = await done(admin, 'getByIdFeedback', { id })
      expect(after.reply).toBe(replies[saved.findIndex(({ code }) => code === undefined)])
      const late = await call(support, 'updateFeedback', { id, note: 'late', knownUpdatedAt })
      expect(late.code).toBe('CONFLICT')
      expect(await done(admin, 'getByIdFeedback', { id })).toEqual(after)
      server.clock.advance({ ms: 1 })
      const next = { id, note: 'read again', knownUpdatedAt: after.updatedAt }
      expect(await done(support, 'updateFeedback', next)).toMatchObject({ note: 'read again' })
      const gone = await call(support, 'updateFeedback', { ...next, id: newId() })
      expect(gone.code).toBe('NOT_FOUND')
    }
    const deeds = (await done(admin, 'auditLog')).map(
      ({ action }: { readonly action: string }) => action,
    )
    expect(deeds).toEqual(Array(4).fill('updateFeedback'))
  })

  test('a reply that is corrected goes by mail as it is then, also while the first one is on its way', async () => {
    await using server = await startTestServer(engine)
    await using sink = await startSmtpSink()
    await using mailing = await startTestServer(engine, {
      address: server.address,
      clock: server.clock,
      settings: { smtpUrl: sink.url, publicUrl: 'https://aisle.example.org' },
    })
    const { support, anna } = await people(server)
    const { id } = await send(anna, 'The list is empty')
    await server.app.jobs.drain()
    const answer = (reply: string) => done(support, 'updateFeedback', { id, reply })
    await answer('Mended')
    await answer('Mended in 0.3.0')
    sink.meanwhile(() => answer('Mended in 0.3.1'))
    await mailing.app.jobs.drain()
    const told = sink.mails.map(({ text }) => /Mended[\w .]*/.exec(text)?.[0])
    expect(told).toEqual(['Mended in 0.3.0', 'Mended in 0.3.1'])
  })

  test('a reply goes to the address that its person has when it is mailed', async () => {
    await using server = await startTestServer(engine)
    const { admin, support, anna } = await people(server)
    const { id } = await send(anna, 'The list is empty')
    const email = `anna.later-${newId()}@example.org`
    await server.app.jobs.drain()
    await done(support, 'updateFeedback', { id, reply: 'Mended' })
    expect((await anna.post('/auth/change-email', { email })).body).toMatchObject({ success: true })
    await server.app.jobs.drain()
    const { mails } = Object((await admin.get('/auth/mail')).body)
    const replies = mails.filter(
      (mail: { subject: string }) => mail.subject === 'An answer to your feedback',
    )
    expect(replies).toMatchObject([{ to: email }])
  })

  test('what has several lines has them in the mail that is looked at, too', async () => {
    await using server = await startTestServer(engine)
    await using sink = await startSmtpSink()
    await using mailing = await startTestServer(engine, {
      address: server.address,
      clock: server.clock,
      settings: { smtpUrl: sink.url, publicUrl: 'https://aisle.example.org' },
    })
    const { support, anna } = await people(server)
    const { id } = await send(anna, 'Empty\n\nSince <Monday>')
    await server.app.jobs.drain()
    await done(support, 'updateFeedback', { id, reply: '1. Open it\r\n2. Press Update' })
    await mailing.app.jobs.drain()
    const { raw } = sink.newest(anna.email)
    // Without the breaks that the mail's own encoding makes.
    const html = raw.slice(raw.indexOf('text/html')).replace(/=\r\n/g, '')
    expect(html).toContain('>Empty<br><br>Since &lt;Monday></p>')
    expect(html).toContain('>1. Open it<br>2. Press Update</p>')
  })

  test('many get a status, or go: one result each', async () => {
    await using server = await startTestServer(engine)
    const { admin, support, anna, ben } = await people(server)
    const [one, two] = [await send(anna, 'one'), await send(ben, 'two')]
    const ids = [one.id, two.id, newId(), '\ud800']
    const results = await done(support, 'updateFeedbackStatus', { ids, status: 'TODO' })
    expect(results.map((result: { status: string }) => result.status)).toEqual([
      'PASS',
      'PASS',
      'FAIL',
      'FAIL',
    ])
    expect((await call(anna, 'updateFeedbackStatus', { ids, status: 'TODO' })).code).toBe(
      'FORBIDDEN',
    )
    const refused = await done(support, 'deleteByIdsFeedback', { ids })
    expect(refused.map((result: { status: string }) => result.status)).toEqual([
      'FAIL',
      'FAIL',
      'PASS',
      'PASS',
    ])
    expect(await done(anna, 'deleteByIdsFeedback', { ids: [one.id, two.id] })).toMatchObject([
      { id: one.id, status: 'PASS' },
      { id: two.id, status: 'PASS' },
    ])
    expect(await done(admin, 'getAllFeedback')).toMatchObject([{ id: two.id }])
    expect(await done(admin, 'deleteByIdFeedback', { id: two.id })).toMatchObject([
      { status: 'PASS' },
    ])
    expect(await done(admin, 'getAllFeedback')).toEqual([])
  })

  test('that two delete at once is written down once', async () => {
    await using server = await startTestServer(engine)
    const { admin, support, anna } = await people(server)
    await admin.post(`/auth/users/${support.id}/role`, { role: 'ADMIN' })
    const { id } = await send(anna, 'Empty')
    const { query } = server.db
    await query.updateTable('feedback').set({ user_id: null }).execute()
    const rest = await holdRows(server, async tx => {
      await tx.updateTable('feedback').set({ rating: 1 }).execute()
    })
    const both = [admin, support].map(one => done(one, 'deleteByIdsFeedback', { ids: [id] }))
    await untilSomebodyWaits(server, 2)
    await rest.release()
    expect(await Promise.all(both)).toMatchObject([[{ status: 'PASS' }], [{ status: 'PASS' }]])
    const written = query.selectFrom('audit').select('id').where('action', '=', 'deleteFeedback')
    expect(await written.execute()).toHaveLength(1)
  })

  test('goes by thousands in one request, and each is written down', async () => {
    await using server = await startTestServer(engine)
    const { db, clock } = server
    const { admin } = await people(server)
    const records = 6_000
    await seedFeedback(db, { records, people: 1, until: clock.now() })
    const rows = await db.query.selectFrom('feedback').select('id').execute()
    const results = await done(admin, 'deleteByIdsFeedback', { ids: rows.map(({ id }) => id) })
    expect(results).toHaveLength(records)
    const { count } = await db.query
      .selectFrom('audit')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(records)
  })

  test('is filtered, sorted and paged, each page by one statement', async () => {
    await using server = await startTestServer(engine)
    const { support, anna, ben } = await people(server)
    for (let at = 0; at < 12; at += 1) {
      await send(at % 2 ? anna : ben, at === 3 ? '100 % Käse_' : `number ${at}`, (at % 5) + 1)
      server.clock.advance({ ms: at % 3 ? 0 : 1_000 })
    }
    const texts = (rows: readonly { feedback: string }[]) => rows.map(row => row.feedback)
    const find = (filters: object, page: object = {}) =>
      done(support, 'getByFilterFeedback', { filters, ...page })
    expect(await find({ userId: anna.id })).toHaveLength(6)
    expect(await find({ rating: 5 })).toHaveLength(2)
    expect(await find({ rating: 0 })).toHaveLength(0)
    expect(await find({ status: 'RECEIVED' })).toHaveLength(12)
    expect(texts(await find({ text: '0 % k' }))).toEqual(['100 % Käse_'])
    expect(texts(await find({ text: 'se_' }))).toEqual(['100 % Käse_'])
    expect(await find({ text: anna.email.toUpperCase() })).toHaveLength(6)
    expect(texts(await find({ text: 'KÄSE' }))).toEqual(['100 % Käse_'])
    const name = { first_name: 'Anna', last_name: 'Berg' }
    await server.db.query.updateTable('user').set(name).where('id', '=', anna.id).execute()
    expect(await find({ text: 'anna b' })).toHaveLength(6)
    const { id } = await send(ben, 'ÜBERALL Ärger')
    expect(texts(await find({ text: 'überall ä' }))).toEqual(['ÜBERALL Ärger'])
    await done(ben, 'deleteByIdFeedback', { id })
    const long = { filters: { text: 'ö'.repeat(201) } }
    expect((await call(support, 'getByFilterFeedback', long)).refusal).toEqual({
      code: 'BAD_INPUT',
      field: 'text',
      limit: 200,
    })
    for (const sort of ['NEWEST', 'OLDEST', 'LOWEST_RATING', 'HIGHEST_RATING']) {
      const all = await done(support, 'getAllFeedback', { sort })
      const paged: { feedback: string }[] = []
      let after: string | null = null
      for (;;) {
        const page: { feedback: string; cursor: string }[] = await done(support, 'getAllFeedback', {
          sort,
          first: 5,
          after,
        })
        if (page.length === 0) break
        paged.push(...page)
        after = page.at(-1)?.cursor ?? null
      }
      expect(texts(paged), sort).toEqual(texts(all))
    }
    expect(await done(support, 'feedbackSummary')).toMatchObject({
      statuses: [{ status: 'RECEIVED', count: 12 }],
      weeks: [{ count: 12, averageRating: 2.75 }],
    })
  })

  test('a cursor that somebody made up is refused in words', async () => {
    await using server = await startTestServer(engine)
    const { anna } = await people(server)
    for (const value of [[0, '\0', 'x'], [0, 'x', '\0'], [1e15, 'x', 'x'], [-1, 'x', 'x'], {}]) {
      const after = Buffer.from(JSON.stringify(value)).toString('base64url')
      const { refusal } = await call(anna, 'getAllFeedback', { after })
      expect(refusal, JSON.stringify(value)).toEqual({ code: 'BAD_INPUT', field: 'after' })
    }
  })

  test('of somebody whose account is gone is gone, and nobody is written to', async () => {
    await using server = await startTestServer(engine)
    const { admin, support, anna } = await people(server)
    const { id } = await send(anna, 'Before I go')
    await done(support, 'updateFeedback', { id, reply: 'Stay a while' })
    await done(admin, 'deleteUser', { id: anna.id, password: admin.password })
    await server.app.jobs.drain()
    const late = { id, reply: 'Too late', status: 'FIXED' }
    expect((await call(support, 'updateFeedback', late)).refusal).toEqual({ code: 'NOT_FOUND' })
    expect(await done(support, 'updateFeedbackStatus', { ids: [id], status: 'FIXED' })).toEqual([
      { id, status: 'FAIL', message: 'It is not there any more.' },
    ])
    const { mails } = Object((await admin.get('/auth/mail')).body)
    const subjects = mails.map(({ subject }: { subject: string }) => subject)
    expect(subjects).not.toContain('An answer to your feedback')
  })

  test('bad input is refused in words', async () => {
    await using server = await startTestServer(engine)
    const { support, anna } = await people(server)
    for (const [args, field, limit] of [
      [{ feedback: '', rating: 3 }, 'feedback', undefined],
      [{ feedback: 'x'.repeat(10_001), rating: 3 }, 'feedback', 10_000],
      [{ feedback: 'x', rating: 0 }, 'rating', 5],
      [{ feedback: 'x', rating: 6 }, 'rating', 5],
      [{ feedback: 'x', rating: 2.5 }, 'rating', 5],
    ] as const) {
      const { refusal } = await call(anna, 'createFeedback', args)
      expect(refusal).toEqual({ code: 'BAD_INPUT', field, ...(limit && { limit }) })
    }
    const { id } = await send(anna, 'x'.repeat(10_000))
    for (const [name, args] of [
      ['getAllFeedback', { first: 0 }],
      ['getAllFeedback', { first: 501 }],
      ['getAllFeedback', { after: 'nonsense' }],
      ['updateFeedback', { id, reply: 'x'.repeat(10_001) }],
      ['updateFeedback', { id, status: 'NO_SUCH' }],
      ['updateFeedbackStatus', { ids: Array.from({ length: 501 }, newId), status: 'TODO' }],
    ] as const) {
      expect((await call(support, name, args)).code, `${name} ${Object.keys(args)}`).toBe(
        'BAD_INPUT',
      )
    }
    await run(support, 'mutation ($id: ID!) { updateFeedback(id: $id, reply: " ") { id } }', { id })
    expect(await done(anna, 'getByIdFeedback', { id })).toMatchObject({ reply: null })
  })
})

describe('statuses', () => {
  test('are the contract’s twelve', () => expect(feedbackStatuses).toHaveLength(12))
})
