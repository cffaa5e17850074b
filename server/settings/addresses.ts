/** Settings that are addresses. Each throws a `SettingError`, which repeats nothing that may be a password. */
import { SettingError } from './setting-error.ts'

export function origin(
  name: string,
  text: string | undefined,
  example: string,
): string | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (url && ['http:', 'https:'].includes(url.protocol) && url.href === `${url.origin}/`) {
    return url.origin
  }
  throw new SettingError(
    `${name} must be an address without a path, such as ${example}${butNot(text)}.`,
  )
}

/** The end of a refusal. What stands before an @ may be a password: it is not repeated. */
export function butNot(text: string): string {
  return text.includes('@') ? ', without a user and a password' : `, not "${text}"`
}

/** What is called by `fetch`, here or in browsers, may have neither a user nor a password. */
export function hasNoUser({ username, password }: URL): boolean {
  return username + password === ''
}

export function host(text: string): string {
  if (/^[\w.:-]+$/.test(text)) return text
  throw new SettingError(`HOST must be an address or a host name such as 0.0.0.0, not "${text}".`)
}

export function apiEnv(text: string | undefined, address: string | undefined): string {
  const url = origin('API_ENV', text, 'https://api.example.org')
  if (url === undefined || address !== undefined) return url ?? ''
  throw new SettingError(
    'API_ENV is set, but PUBLIC_URL is not: the API answers the app only if it knows where the app is.',
  )
}

export function databaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  // The value may hold a password: it is not repeated.
  if (!/^postgres(ql)?:\/\//.test(text)) {
    throw new SettingError('DATABASE_URL must begin with postgres:// or postgresql://.')
  }
  // As the driver reads it, where a socket has no host (postgres://aisle@/aisle?host=/run).
  const url = URL.parse(text) ?? URL.parse(text.replace('@/', '@localhost/'))
  if (url && !isCutShort(url)) return text
  throw new SettingError(
    `DATABASE_URL must be an address such as postgres://aisle:password@host/aisle: ${inPassword}`,
  )
}

const inPassword = 'in the password write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25.'

/** Whether what stands behind a sign of its password was taken for the rest of the address: the host's @ is there. */
function isCutShort({ username, pathname, search, hash }: URL): boolean {
  // A database may have one in its name.
  const isInName = username !== '' && /^\/[^/]*$/.test(pathname)
  return hash.includes('@') || /^[^=]*@/.test(search) || (pathname.includes('@') && !isInName)
}

export function smtpUrl(text: string | undefined, address: string | undefined): string | undefined {
  if (text === undefined) return undefined
  // The value may hold a password: it is not repeated.
  if (!/^smtps?:\/\//i.test(text)) {
    throw new SettingError('SMTP_URL must begin with smtp:// or smtps://.')
  }
  const url = URL.parse(text)
  if (!url?.hostname || isCutShort(url)) {
    throw new SettingError(
      `SMTP_URL must be a mail server such as smtp://user:password@mail.example.org:587: ${inPassword}`,
    )
  }
  if (address === undefined) {
    throw new SettingError(
      'SMTP_URL is set, but PUBLIC_URL is not: links in mails need the address that people type.',
    )
  }
  return text
}

/** "Aisle <aisle@example.org>" or an address alone. */
export function mailFrom(text: string | undefined, address: string | undefined): string {
  const host = address === undefined ? 'localhost' : new URL(address).hostname
  if (text === undefined) return `Aisle <aisle@${host}>`
  if (/^([^<>@,;:"\r\n]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/.test(text)) return text
  throw new SettingError(
    `MAIL_FROM must be an address such as Aisle <aisle@example.org>, not "${text}".`,
  )
}
