/** A server that sends mail, to a mail server on this machine. */
import { expect } from 'vitest'
import type { Settings } from '../../server/settings.ts'
import { startTestServer, type TestEngine, type TestServer } from './server/server.ts'
import { type ReceivedMail, type SmtpSink, startSmtpSink } from './server/smtp.ts'

export const ana = {
  firstName: 'Ana',
  lastName: 'Lind',
  email: 'ana@example.org',
  phone: '',
  password: 'a purple bicycle',
}
export const byAna = { username: ana.email, password: ana.password }
export const origin = 'https://aisle.example.org'

export interface MailStage extends AsyncDisposable {
  readonly server: TestServer
  readonly sink: SmtpSink
  /** Posts, and does all mail that is due. */
  post(
    path: string,
    body: object,
    browser?: ReturnType<TestServer['client']>,
  ): Promise<Readonly<Record<string, unknown>>>
  /** An account whose address is proven, and its browser. */
  proven(fields?: Partial<typeof ana>): Promise<ReturnType<TestServer['client']>>
}

export async function openMailStage(
  engine: TestEngine,
  settings: Partial<Settings> = {},
): Promise<MailStage> {
  const sink = await startSmtpSink()
  const server = await startTestServer(engine, {
    settings: {
      smtpUrl: sink.url,
      publicUrl: origin,
      mailFrom: 'Aisle <aisle@example.org>',
      ...settings,
    },
  })
  async function post(path: string, body: object, browser = server.client()) {
    const answer = await browser.post(path, body)
    await server.app.jobs.drain()
    return answer.body
  }
  return {
    server,
    sink,
    post,
    async proven(fields = {}) {
      const browser = server.client()
      const person = { ...ana, ...fields }
      await post('/auth/signup', person, browser)
      const verifyEmailToken = tokenIn(sink.newest(person.email))
      const verified = await post('/auth/verify-user', { verifyEmailToken }, browser)
      expect(verified).toMatchObject({ success: true, message: 'Email verified.' })
      return browser
    },
    async [Symbol.asyncDispose]() {
      await server.close()
      await sink[Symbol.asyncDispose]()
    },
  }
}

/** The token of the link in a mail. */
export function tokenIn(mail: ReceivedMail): string {
  const token = /https:\/\/aisle\.example\.org\/[\w-]+\?token=([\w-]{43})/.exec(mail.text)?.[1]
  if (token === undefined) throw new Error(`No link in: ${mail.text}`)
  return token
}
