/** The way a mail leaves the house: by SMTP, or into a folder where no mail server is configured. */
import { isThisMachine } from '../this-machine.ts'

export interface Message {
  /** Unique and the same at every try, so that mail servers see a repetition. */
  readonly id: string
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly date: Date
  /** With which its links begin, without a slash at its end. */
  readonly origin: string
}

export interface Transport {
  /** Throws what means "later", as `MailFailure` does; a `MailRefused` where no later try can help. */
  send(message: Message): Promise<void>
  close(): void
}

/** Why a mail did not leave, in codes alone: what the mail server wrote of it may quote an address. */
class MailFailure extends Error {
  override readonly name: string = 'MailFailure'
  /** Such as "MAIL FROM 553 5.7.1", or ECONNREFUSED. */
  readonly code: string

  constructor(code: string, cause: unknown) {
    super('The mail server did not take it.', { cause })
    this.code = code
  }
}

/** The mail server knows no such address: asking again would get the same answer. */
export class MailRefused extends MailFailure {
  override readonly name = 'MailRefused'
}

/** So long one mail may take in all: the time-outs below count anew from each byte, and all mails wait behind one. */
const sentWithinMs = 90_000

const smtpTimeouts: Readonly<Record<string, number>> = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  // A mail server that looks into a mail before it takes it says nothing meanwhile: one that is given up by then
  // arrives all the same, and once more with each try.
  socketTimeout: sentWithinMs,
  dnsTimeout: 10_000,
}

/** `url` as nodemailer reads it: smtp://user:password@host:port, smtps:// for TLS from the first byte. */
export function createSmtpTransport(url: string, withinMs = sentWithinMs): Transport {
  let smtp: Awaited<ReturnType<typeof openSmtp>> | undefined
  return {
    async send(message) {
      smtp ??= await openSmtp(url)
      const { promise: late, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => reject(new Error('The mail server took too long.')), withinMs)
      try {
        await Promise.race([smtp.sendMail(toMail(message)), late])
      } catch (error) {
        throw explained(error)
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => smtp?.close(),
  }
}

/** Comes with the first mail: it is large, and a household sends few. */
const library = () => import('nodemailer')

async function openSmtp(url: string, timeouts: typeof smtpTimeouts = {}) {
  const { createTransport } = await library()
  const requireTLS = needsTls(url)
  // What the URL itself says goes before.
  return createTransport({ url, requireTLS, ...smtpTimeouts, ...timeouts, ...noOutside })
}

/**
 * Whether the password of `url` waits for the mail server to offer TLS, without that the URL says so: it would go in
 * plain text wherever the offer is missing, or was taken out on the way.
 */
export function needsTls(url: string): boolean {
  const { protocol, password, hostname, search } = new URL(url)
  const saysItself = /[?&](requireTLS=|(ignore|opportunistic)TLS=(true|1))/.test(search)
  return protocol === 'smtp:' && password !== '' && !isThisMachine(hostname) && !saysItself
}

/** Undefined where the mail server lets this one in; else the code of what is wrong, such as "AUTH PLAIN 535". */
export async function checkSmtp(url: string): Promise<string | undefined> {
  // Somebody waits for it, and nothing is sent that could arrive twice.
  const smtp = await openSmtp(url, { socketTimeout: 20_000 })
  try {
    await smtp.verify()
    return undefined
  } catch (error) {
    const failure = explained(error)
    return failure instanceof MailFailure ? failure.code : 'no answer'
  } finally {
    smtp.close()
  }
}

/** The bytes of a mail as a mail server would get them. */
export async function composeMail(message: Message): Promise<Buffer> {
  const { createTransport } = await library()
  const stream = createTransport({ streamTransport: true, buffer: true, ...noOutside })
  const { message: bytes } = await stream.sendMail(toMail(message))
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from('')
}

/** A mail holds what was written here, nothing from files or the network. */
const noOutside = { disableFileAccess: true, disableUrlAccess: true } as const

function toMail({ id, from, to, subject, text, html, date }: Message) {
  return {
    messageId: `<${id}>`,
    from,
    // As an object, so that no sign in it can name a second address.
    to: { name: '', address: to },
    subject,
    text,
    html,
    date,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

function explained(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  if (!('responseCode' in error && 'command' in error)) {
    // The library's own code says little: "ESOCKET" is all kinds of things.
    const code = 'originalCode' in error ? error.originalCode : error.code
    return new MailFailure(String(code), error)
  }
  const { command, responseCode: status } = error
  const response = 'response' in error ? String(error.response) : ''
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  const code = [command, status, ...(detail === undefined ? [] : [detail])].join(' ')
  return command === 'RCPT TO' && isRefusedForGood(Number(status), response, detail)
    ? new MailRefused(code, error)
    : new MailFailure(code, error)
}

/**
 * An address that is unknown, not a sender who is (5.1.0, 5.1.7, 5.1.8), who may not send (5.7.x) or not so much
 * (5.4.x): that is mended here, and every other mail meets it, too. `detail` is the enhanced status (RFC 3463); whom it
 * is about where that is missing, the words alone tell.
 */
function isRefusedForGood(status: number, response: string, detail?: string): boolean {
  if (status < 550 || status >= 560) return false
  return detail === undefined
    ? !/relay|sender|authenticat/i.test(response)
    : !/^5\.([47]\.|1\.[078]$)/.test(detail)
}
