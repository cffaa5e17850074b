import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { done } from '../../support/server/api.ts'
import { holdRows, untilSomebodyWaits } from '../../support/server/held-rows.ts'
import { describeEachEngine, startTestServer } from '../../support/server/server.ts'

const deeds: readonly (readonly [string, object])[] = [
  ['role', { role: 'SUPPORTL1' }],
  ['unlock', {}],
  ['reset-link', {}],
  ['end-sessions', {}],
]

const many = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n)

const nameOfSubject = ({ subjectName }: { readonly subjectName: string | null }) => subjectName

describeEachEngine('Accounts at the desk', engine => {
  test('an ADMIN finds people, gives roles, unlocks, signs out and makes a reset link', async () => {
    await using server = await startTestServer(engine)
    const admin = await server.buildUser({ firstName: 'Ada' })
    const anna = await server.buildUser({ firstName: 'Anna', lastName: 'Berg%_' })
    const find = async (text: string) =>
      Object((await admin.get(`/auth/users?text=${encodeURIComponent(text)}`)).body).users
    expect(await find('ANNA b')).toMatchObject([{ id: anna.id, role: 'SILVER', verified: false }])
    expect(await find('g%_')).toHaveLength(1)
    expect(await find('')).toHaveLength(2)
    const ors = await server.buildUser({ firstName: 'Örs', lastName: 'ÅNGSTRÖM' })
    for (const text of ['örs', 'ÖRS', 'Örs å', 'ångström']) {
      expect(await find(text), text).toMatchObject([{ id: ors.id }])
    }
    expect(await find('ors')).toEqual([])
    for (const [firstName, ...texts] of [
      ['İbrahim', 'İbrahim', 'İBRAHİM', 'ibrahim', 'Ibrahim'],
      ['ΚΏΣΤΑΣ', 'ΚΏΣΤΑΣ', 'κώστας', 'Κώστας', 'ΚΏΣΤΑ', 'κώστασ'],
      ['Γιώργος', 'ΓΙΏΡΓΟΣ', 'γιώργος', 'γιώργοσ'],
      ['Strauẞ', 'Strauẞ', 'STRAUẞ', 'strauß'],
      ['Weiß', 'Weiß', 'WEIẞ'],
    ] as const) {
      const { id } = await server.buildUser({ firstName })
      for (const text of texts) expect(await find(text), text).toMatchObject([{ id }])
    }

    const deed = async (id: number, name: string, body: object = {}) =>
      (await admin.post(`/auth/users/${id}/${name}`, body)).body
    expect(await deed(anna.id, 'role', { role: 'SUPPORTL2' })).toEqual({ success: true })
    expect(await find('anna')).toMatchObject([{ role: 'SUPPORTL2' }])
    expect(await deed(anna.id, 'role', { role: 'KING' })).toMatchObject({
      success: false,
      field: 'role',
    })
    expect(await deed(admin.id, 'role', { role: 'GOLD' })).toMatchObject({ success: false })
    expect(await deed(anna.id, 'unlock')).toEqual({ success: true })
    const { link } = Object(await deed(anna.id, 'reset-link'))
    const token = new URL(link).searchParams.get('token') ?? ''
    expect(await deed(anna.id, 'end-sessions')).toEqual({ success: true })
    expect(Object((await anna.get('/auth/status')).body).success).toBe(false)
    const reset = await anna.post('/auth/reset-password', {
      token,
      newPassword: 'another purple bicycle',
    })
    expect(reset.body).toMatchObject({ success: true })

    const log = await done(admin, 'auditLog')
    expect(log.map((entry: { action: string }) => entry.action).sort()).toEqual(
      ['endSessions', 'resetLink', 'unlockUser', 'updateRole'].sort(),
    )
    const names = () => done(admin, 'auditLog').then(told => new Set(told.map(nameOfSubject)))
    expect(await names()).toEqual(new Set(['Anna Berg%_']))
    await anna.post('/auth/login', { username: anna.email, password: 'another purple bicycle' })
    await done(anna, 'deleteUser', { id: anna.id, password: 'another purple bicycle' })
    expect(await names()).toEqual(new Set([null]))
  })

  test.each([
    [undefined, 'http://192.168.1.5:3000'],
    ['https://aisle.example.org', 'https://aisle.example.org'],
  ])('where PUBLIC_URL is %s a link begins with %s', async (publicUrl, origin) => {
    await using server = await startTestServer(engine, { settings: { publicUrl } })
    const [admin, anna] = [await server.buildUser(), await server.buildUser()]
    // As another machine of the household comes by: an address of this one alone would lead nowhere there.
    const there = (path: string) => `http://192.168.1.5:3000${path}`
    const { body } = await admin.post(there(`/auth/users/${anna.id}/reset-link`), {})
    expect(body).toMatchObject({ success: true, link: expect.stringContaining(`${origin}/reset`) })

    await server.client().post('/auth/forgot-password', { email: anna.email })
    await server.app.jobs.drain()
    const { mails } = Object((await admin.get('/auth/mail')).body)
    const reset = mails.find(({ subject }: { subject: string }) => /new password/.test(subject))
    const { mail } = Object((await admin.get(there(`/auth/mail/${reset.id}`))).body)
    expect(mail.text).toContain(`\n${origin}/reset-password?token=`)
    expect(mail.text).not.toContain('localhost')
  })

  test('to everybody else there is nothing here', async () => {
    await using server = await startTestServer(engine)
    const admin = await server.buildUser()
    const anna = await server.buildUser()
    for (const [somebody, status] of [
      [anna, 404],
      [server.client(), 401],
    ] as const) {
      expect((await somebody.get('/auth/users')).status).toBe(status)
      const answer = await somebody.post(`/auth/users/${admin.id}/role`, { role: 'GOLD' })
      expect(answer.status).toBe(status)
    }
    expect((await admin.post('/auth/users/999/unlock', {})).status).toBe(404)
    expect((await admin.post(`/auth/users/${anna.id}/explode`, {})).status).toBe(404)
  })

  test('a number that no account can have is nobody’s', async () => {
    await using server = await startTestServer(engine)
    const admin = await server.buildUser()
    for (const number of ['99999999999', '1e400', '1.5', '-1', 'x']) {
      expect((await admin.post(`/auth/users/${number}/unlock`, {})).status, number).toBe(404)
      const { status, body } = await admin.get(`/auth/users?after=${number}`)
      expect([status, body], number).toEqual([
        ...[
          200,
          { success: false, field: 'after', message: 'After must be the id of an account.' },
        ],
      ])
    }
    for (const text of ['ö'.repeat(201), String.fromCodePoint(...many(0x430, 48))]) {
      const { body } = await admin.get(`/auth/users?text=${encodeURIComponent(text)}`)
      expect(body).toMatchObject({ success: false, field: 'text' })
    }
    expect((await admin.get(`/auth/users?after=${admin.id}`)).body).toMatchObject({ users: [] })
  })

  test('what is done to an account is done and written down, or neither', async () => {
    await using server = await startTestServer(engine)
    const [admin, anna] = [await server.buildUser(), await server.buildUser()]
    const { db } = server
    await db.query
      .insertInto('attempt')
      .values({ key: 'kept', count: 1, window_ends_at: '9999' })
      .execute()
    async function dump() {
      const all = []
      for (const table of ['user', 'session', 'single_use_token', 'attempt'] as const) {
        all.push(await db.query.selectFrom(table).selectAll().orderBy(sql`1`).execute())
      }
      return all
    }
    // As a full disk, or a kill, between the two.
    await sql`alter table audit rename to audit_away`.execute(db.query)
    const before = await dump()
    for (const [name, body] of deeds) {
      expect((await admin.post(`/auth/users/${anna.id}/${name}`, body)).status, name).toBe(500)
      expect(await dump(), name).toEqual(before)
    }
    await sql`alter table audit_away rename to audit`.execute(db.query)
    for (const [name, body] of deeds) {
      expect((await admin.post(`/auth/users/${anna.id}/${name}`, body)).status, name).toBe(200)
    }
    expect(await done(admin, 'auditLog')).toHaveLength(deeds.length)
  })

  test('two who take the role ADMIN from each other at once: one of them keeps it', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    await ana.post(`/auth/users/${ben.id}/role`, { role: 'ADMIN' })
    const answers = await Promise.all([
      ana.post(`/auth/users/${ben.id}/role`, { role: 'SILVER' }),
      ben.post(`/auth/users/${ana.id}/role`, { role: 'SILVER' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    const admins = server.db.query.selectFrom('user').select('id').where('role', '=', 'ADMIN')
    expect(await admins.execute()).toHaveLength(1)
  })

  test.each(deeds)(
    '%s that waits for the account is not done by who is no ADMIN any more',
    async (name, body) => {
      await using server = await startTestServer(engine)
      const [ana, ben, eve] = [
        await server.buildUser(),
        await server.buildUser(),
        await server.buildUser(),
      ]
      await ana.post(`/auth/users/${ben.id}/role`, { role: 'ADMIN' })
      const rest = await holdRows(server, async tx => {
        await tx.updateTable('user').set({ role: 'SILVER' }).where('id', '=', ben.id).execute()
      })
      const waiting = ben.post(`/auth/users/${eve.id}/${name}`, body)
      await untilSomebodyWaits(server)
      await rest.release()
      expect((await waiting).status).toBe(404)
      expect(await done(ana, 'auditLog')).toHaveLength(1)
    },
  )
})
