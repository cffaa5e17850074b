import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSystemRandom } from '../../../server/environment.ts'
import { createAttempts } from '../../../server/gates/attempts.ts'
import { createJobs } from '../../../server/jobs/jobs.ts'
import { createKeptMails } from '../../../server/mail/kept-mails.ts'
import { createMails } from '../../../server/mail/mails.ts'
import { createSmtpTransport, type Transport } from '../../../server/mail/transport.ts'
import { isDeep } from '../../support/depth.ts'
import { done } from '../../support/server/api.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestServer,
} from '../../support/server/server.ts'
import { startSmtpSink } from '../../support/server/smtp.ts'

function mailsOf({ db, clock }: TestServer, transport: Transport) {
  function write() {}
  const log = { fatal: write, error: write, warn: write, info: write, debug: write }
  const jobs = createJobs({ db, now: clock.now, random: createSystemRandom(), log })
  const attempts = createAttempts(db, clock.now, 'a secret of the test')
  const mails = createMails({
    db,
    now: clock.now,
    attempts,
    jobs,
    transport,
    from: 'Aisle <aisle@example.org>',
    origin: () => 'https://aisle.example.org',
  })
  mails.write({
    name: 'friend-request',
    compose: async ({ data, link }) => ({
      subject: `Hello ${data.name}`,
      lines: [`${data.name} says <b>hello</b> & more.`],
      action: { label: 'Open Aisle', url: link('/app?x=1') },
      code: '012345',
    }),
  })
  const send = (to: string, name = 'Åsa', key?: string) =>
    mails.queue(db.query, { letter: 'friend-request', to, data: { name }, ...(key && { key }) })
  return { jobs, send }
}

describeEachEngine('mail', engine => {
  test('arrives as text and as HTML, with links on the address that people type', async () => {
    await using server = await startTestServer(engine)
    await using sink = await startSmtpSink()
    const { jobs, send } = mailsOf(server, createSmtpTransport(sink.url))
    await send('bo@example.org')
    await jobs.drain()
    const mail = sink.newest('bo@example.org')
    expect(sink.mails).toHaveLength(1)
    expect(mail.from).toBe('aisle@example.org')
    expect(mail.text).toContain('Åsa says <b>hello</b> & more.')
    expect(mail.text).toContain('https://aisle.example.org/app?x=1')
    expect(mail.text).toContain('Code: 012345')
    expect(mail.raw).toContain('text/html')
    expect(mail.raw).not.toMatch(/<img|<script/i)
  })

  test('waits while the mail server is down, and arrives once', async () => {
    await using server = await startTestServer(engine)
    await using sink = await startSmtpSink()
    const { jobs, send } = mailsOf(server, createSmtpTransport(sink.url))
    sink.refuse(451)
    await send('bo@example.org')
    for (let hours = 0; hours < 12; hours += 1) {
      await jobs.drain()
      server.clock.advance({ minutes: 60 })
    }
    expect(sink.mails).toEqual([])
    sink.refuse(undefined)
    server.clock.advance({ minutes: 360 })
    await jobs.drain()
    await jobs.drain()
    expect(sink.mails).toHaveLength(1)
  })

  test('that is asked for again waits for no later try, and goes once', async () => {
    await using server = await startTestServer(engine)
    await using sink = await startSmtpSink()
    const { jobs, send } = mailsOf(server, createSmtpTransport(sink.url))
    sink.refuse(451)
    await send('bo@example.org', 'Bo', 'reset:1')
    for (let hours = 0; hours < 12; hours += 1) {
      await jobs.drain()
      server.clock.advance({ minutes: 60 })
    }
    await jobs.drain()
    sink.refuse(undefined)
    server.clock.advance({ minutes: 1 })
    await jobs.drain()
    expect(sink.mails).toEqual([])
    await send('bo@example.org', 'Bo', 'reset:1')
    await jobs.drain()
    expect(sink.mails).toHaveLength(1)
    expect(await jobs.state()).toMatchObject({ waiting: 0, failed: 0 })
  })

  test.each([
    ['550', ''],
    ['550', ' 5.1.1'],
    ['553', ' 5.1.3'],
  ])(
    'to an address that the mail server does not know is given up at once: %s%s',
    async (status, detail) => {
      await using server = await startTestServer(engine)
      await using sink = await startSmtpSink()
      const { jobs, send } = mailsOf(server, createSmtpTransport(sink.url))
      sink.refuse(Number(status), { words: `${detail} <nobody@example.org>: unknown`.trim() })
      await send('nobody@example.org')
      await jobs.drain()
      expect(await jobs.state()).toMatchObject({ waiting: 0, failed: 1 })
      const rows = await server.db.query.selectFrom('job').select('failure').execute()
      expect(rows).toEqual([
        { failure: `{"error":"MailRefused","code":"RCPT TO ${status}${detail}"}` },
      ])
    },
  )

  test.each([
    ['sender', 553, '5.7.1 bo@example.org: sender rejected', 'MAIL FROM 553 5.7.1'],
    ['sender', 550, 'No such sender', 'MAIL FROM 550'],
    ['recipient', 554, '5.7.1 <bo@example.org>: relay access denied', 'RCPT TO 554 5.7.1'],
    ['recipient', 550, '5.4.5 Daily limit exceeded', 'RCPT TO 550 5.4.5'],
    // Many wait with what they say of the sender until a recipient is named.
    ['recipient', 550, '5.1.8 <aisle@x.example>: Sender address rejected', 'RCPT TO 550 5.1.8'],
    ['recipient', 550, 'relay not permitted', 'RCPT TO 550'],
    ['recipient', 550, 'Sender verify failed', 'RCPT TO 550'],
  ] as const)(
    'waits where the %s is refused by %i %s, and says so',
    async (of, status, words, code) => {
      await using server = await startTestServer(engine)
      await using sink = await startSmtpSink()
      const { jobs, send } = mailsOf(server, createSmtpTransport(sink.url))
      sink.refuse(status, { of, words })
      await send('bo@example.org')
      await jobs.drain()
      expect(await jobs.state()).toMatchObject({ waiting: 1, failed: 0 })
      const { failure } = await server.db.query
        .selectFrom('job')
        .select('failure')
        .executeTakeFirstOrThrow()
      expect(failure).toBe(JSON.stringify({ error: 'MailFailure', code }))
      sink.refuse(undefined)
      server.clock.advance({ minutes: 1 })
      await jobs.drain()
      expect(sink.mails).toHaveLength(1)
    },
  )

  test('waits where the password would go in plain text, unless the address says that it may', async () => {
    await using server = await startTestServer(engine)
    await using sink = await startSmtpSink({ password: 'secret' })
    // This machine too, by an address that does not say so.
    const url = sink.url.replace('127.0.0.1', 'aisle:secret@0.0.0.0')
    const { jobs, send } = mailsOf(server, createSmtpTransport(url))
    await send('bo@example.org')
    await jobs.drain()
    expect(await jobs.state()).toMatchObject({ waiting: 1, failed: 0 })
    expect(sink.passwords).toEqual([])
    for (const [index, word] of [
      'requireTLS=false',
      'ignoreTLS=true',
      'opportunisticTLS=1',
    ].entries()) {
      const trusting = mailsOf(server, createSmtpTransport(`${url}?${word}`))
      if (index > 0) await trusting.send(`bo${index}@example.org`)
      server.clock.advance({ minutes: 1 })
      await trusting.jobs.drain()
      expect(sink.mails).toHaveLength(index + 1)
    }
  })

  test('holds up no other for longer than it may take, whatever the mail server sends', async () => {
    await using server = await startTestServer(engine)
    const slow = createServer(socket => {
      socket.on('error', () => {})
      socket.write('220 mail.example.org\r\n')
      const dribble = setInterval(() => socket.write('2'), 20)
      socket.on('close', () => clearInterval(dribble))
      sockets.push(socket)
    })
    const sockets: Socket[] = []
    await new Promise<void>(resolve => slow.listen(0, '127.0.0.1', resolve))
    const { port } = Object(slow.address())
    const { jobs, send } = mailsOf(server, createSmtpTransport(`smtp://127.0.0.1:${port}`, 200))
    await send('bo@example.org')
    await jobs.drain()
    expect(await jobs.state()).toMatchObject({ waiting: 1, failed: 0 })
    for (const socket of sockets) socket.destroy()
    await new Promise<void>(resolve => slow.close(() => resolve()))
  })

  test.skipIf(!isDeep)(
    'arrives once by a mail server that takes its time with it (half a minute)',
    { timeout: 60_000 },
    async () => {
      await using server = await startTestServer(engine)
      await using sink = await startSmtpSink()
      const { jobs, send } = mailsOf(server, createSmtpTransport(sink.url))
      sink.meanwhile(() => new Promise(resolve => setTimeout(resolve, 25_000)))
      await send('bo@example.org')
      await jobs.drain()
      server.clock.advance({ minutes: 60 })
      await jobs.drain()
      expect(sink.mails).toHaveLength(1)
    },
  )

  test('goes to one address three times an hour, and the rest later', async () => {
    await using server = await startTestServer(engine)
    await using sink = await startSmtpSink()
    const { jobs, send } = mailsOf(server, createSmtpTransport(sink.url))
    for (const name of ['1', '2', '3', '4', '5']) await send('bo@example.org', name)
    await send('cy@example.org')
    await jobs.drain()
    expect(sink.mails.filter(mail => mail.to.includes('bo@example.org'))).toHaveLength(3)
    expect(sink.mails.filter(mail => mail.to.includes('cy@example.org'))).toHaveLength(1)
    server.clock.advance({ minutes: 59 })
    await jobs.drain()
    expect(sink.mails).toHaveLength(4)
    server.clock.advance({ minutes: 1 })
    await jobs.drain()
    expect(sink.mails).toHaveLength(6)
  })

  test('names no second recipient, whatever stands in it', async () => {
    await using server = await startTestServer(engine)
    await using sink = await startSmtpSink()
    const { jobs, send } = mailsOf(server, createSmtpTransport(sink.url))
    await send('bo@example.org', 'Bo\r\nBcc: cy@example.org\r\nX-Planted: yes')
    await send('bo@example.org,cy@example.org')
    await jobs.drain()
    expect(sink.mails.map(({ to }) => to)).toEqual([['bo@example.org']])
    const { raw } = sink.newest('bo@example.org')
    expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/^(bcc|x-planted):/im)
  })

  test('without a mail server is kept as files for the administrator', async () => {
    await using server = await startTestServer(engine)
    const admin = await server.buildUser()
    const other = await server.buildUser()
    const folder = join(server.address.dataDir, 'mail')
    const { jobs, send } = mailsOf(server, createKeptMails(folder))
    await send('bo@example.org')
    await jobs.drain()
    for (const name of readdirSync(folder)) {
      expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600)
    }
    const eml = readdirSync(folder).find(name => name.endsWith('.eml')) ?? ''
    expect(readFileSync(join(folder, eml), 'utf8')).toContain('To: bo@example.org')

    const { mails } = (await admin.get('/auth/mail')).body
    expect(mails).toMatchObject([{ to: 'bo@example.org', subject: 'Hello Åsa' }])
    const [{ id } = { id: '' }] = mails as { id: string }[]
    expect((await admin.get(`/auth/mail/${id}`)).body).toMatchObject({
      success: true,
      // Its links lead to where this server is by now, whatever its address was then.
      mail: { text: expect.stringContaining('http://aisle.test/app?x=1') },
    })
    for (const [browser, status] of [
      [other, 404],
      [server.client(), 401],
    ] as const) {
      expect((await browser.get('/auth/mail')).status).toBe(status)
      expect((await browser.get(`/auth/mail/${id}`)).status).toBe(status)
    }
    // Nothing beside the folder is read, be it as a kept mail is.
    writeFileSync(join(server.address.dataDir, 'beside.json'), '{"text":"of nobody"}')
    expect((await admin.get('/auth/mail/..%2fbeside')).status).toBe(404)
  })

  test('that was kept is not read unseen: its link may open an account', async () => {
    await using server = await startTestServer(engine)
    const [admin, bo] = [await server.buildUser(), await server.buildUser()]
    const folder = join(server.address.dataDir, 'mail')
    const { jobs, send } = mailsOf(server, createKeptMails(folder))
    for (const to of [bo.email, 'gone@example.org']) {
      await send(to)
      await jobs.drain()
      server.clock.advance({ minutes: 1 })
    }
    const { mails } = (await admin.get('/auth/mail')).body
    expect(await done(admin, 'auditLog')).toEqual([])
    const ids = (mails as { id: string }[]).map(({ id }) => id)
    for (const id of ids) {
      await admin.get(`/auth/mail/${id}`)
      server.clock.advance({ minutes: 1 })
    }
    const deed = { userId: admin.id, action: 'readMail' }
    expect(await done(admin, 'auditLog')).toMatchObject([
      { ...deed, subject: `user ${bo.id}`, detail: `mail ${ids[1]}` },
      { ...deed, subject: 'nobody here', detail: `mail ${ids[0]}` },
    ])
  })

  test('of what was kept the newest 500 stay', async () => {
    await using server = await startTestServer(engine)
    const folder = join(server.address.dataDir, 'mail')
    mkdirSync(folder, { recursive: true })
    const nameOf = (n: number) => `2026-01-01T00-00-00-${String(n).padStart(3, '0')}Z-x`
    for (let n = 0; n < 503; n += 1) {
      for (const end of ['eml', 'json']) writeFileSync(join(folder, `${nameOf(n)}.${end}`), '{}')
    }
    const kept = createKeptMails(folder)
    expect((await kept.list()).map(({ id }) => id).slice(0, 2)).toEqual([nameOf(502), nameOf(501)])
    expect(await kept.list()).toHaveLength(500)
    await kept.purge(new Date('2026-01-02T00:00:00Z'))
    const left = readdirSync(folder)
    expect(left).toHaveLength(1_000)
    expect(left).not.toContain(`${nameOf(2)}.json`)
    expect(left).toContain(`${nameOf(3)}.eml`)
  })

  test('one that a power cut left in part hides no other, and goes with its time', async () => {
    await using server = await startTestServer(engine)
    const admin = await server.buildUser()
    const folder = join(server.address.dataDir, 'mail')
    const kept = createKeptMails(folder)
    const { jobs, send } = mailsOf(server, kept)
    async function write(to: string) {
      await send(to)
      await jobs.drain()
      server.clock.advance({ minutes: 1 })
    }
    await write('bo@example.org')
    const [torn = ''] = readdirSync(folder).filter(name => name.endsWith('.json'))
    writeFileSync(join(folder, torn), '')
    await write('cy@example.org')
    writeFileSync(join(folder, torn.replace('.json', '-alone.eml')), '')

    const { status, body } = await admin.get('/auth/mail')
    expect([status, body.mails]).toEqual([200, [expect.objectContaining({ to: 'cy@example.org' })]])
    expect((await admin.get(`/auth/mail/${torn.replace('.json', '')}`)).status).toBe(404)
    server.clock.advance({ minutes: 31 * 24 * 60 })
    await kept.purge(server.clock.now())
    expect(readdirSync(folder)).toEqual([])
  })
})
