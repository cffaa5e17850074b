/** A mail server on this machine: takes mails, or is told to refuse them. */
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and body as they came. */
  readonly raw: string
  /** The plain text, decoded. */
  readonly text: string
  readonly subject: string
}

export interface SmtpSink extends AsyncDisposable {
  readonly url: string
  readonly mails: ReceivedMail[]
  /** Those that came, right or wrong. */
  readonly passwords: readonly string[]
  /** Answers every recipient, or every sender, with this status from now on; undefined takes mails again. */
  refuse(status: number | undefined, options?: Partial<Omit<Refusal, 'status'>>): void
  /** Done once, when the next mail is here and nobody was told so. */
  meanwhile(call: () => Promise<unknown>): void
  /** The newest mail to this address; throws where there is none. */
  newest(to: string): ReceivedMail
}

interface Refusal {
  readonly status: number
  readonly of: 'sender' | 'recipient'
  readonly words: string
}

interface SinkOptions {
  /** Whom it takes mails from; anybody if it is absent. */
  readonly password?: string
  /** How it offers TLS, with a certificate that nobody accepts. */
  readonly tls?: 'from the first byte' | 'by STARTTLS'
}

export async function startSmtpSink({ password, tls }: SinkOptions = {}): Promise<SmtpSink> {
  const mails: ReceivedMail[] = []
  const passwords: string[] = []
  let refusal: Refusal | undefined
  let next: (() => Promise<unknown>) | undefined
  const refused = (of: Refusal['of']) =>
    refusal?.of === of
      ? Object.assign(new Error(refusal.words), { responseCode: refusal.status })
      : undefined
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    secure: tls === 'from the first byte',
    disabledCommands: [
      ...(tls === 'by STARTTLS' ? [] : ['STARTTLS']),
      ...(password === undefined ? ['AUTH'] : []),
    ],
    logger: false,
    onAuth(auth, _session, callback) {
      passwords.push(auth.password ?? '')
      if (auth.password === password) callback(null, { user: auth.username ?? '' })
      else callback(Object.assign(new Error('5.7.8 Wrong.'), { responseCode: 535 }))
    },
    onMailFrom: (_address, _session, callback) => callback(refused('sender')),
    onRcptTo: (_address, _session, callback) => callback(refused('recipient')),
    onData(stream, session, callback) {
      async function take(raw: string): Promise<void> {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw,
          text: plainText(raw),
          subject: /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(raw)?.[1]?.replace(/\r\n\s/g, ' ') ?? '',
        })
        const meanwhile = next
        next = undefined
        await meanwhile?.()
      }
      text(stream)
        .then(take)
        .then(() => callback(), callback)
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // Who refuses the certificate goes away.
  server.on('error', () => {})
  const { port } = server.server.address() as AddressInfo
  return {
    url: `${tls === 'from the first byte' ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    mails,
    passwords,
    refuse(status, { of = 'recipient', words = 'Not now.' } = {}) {
      refusal = status === undefined ? undefined : { status, of, words }
    },
    meanwhile(call) {
      next = call
    },
    newest(to) {
      const mail = mails.findLast(one => one.to.includes(to))
      if (!mail) throw new Error(`No mail came to ${to}.`)
      return mail
    },
    [Symbol.asyncDispose]: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

/** The first part of a mail with alternatives: as typed, or decoded from quoted-printable or base64. */
function plainText(raw: string): string {
  const part = /Content-Type: text\/plain[\s\S]*?(?=\r\n----)/.exec(raw)?.[0] ?? raw
  const at = part.indexOf('\r\n\r\n')
  const [head, body] = [part.slice(0, at), part.slice(at + 4)]
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
