/** All that can be set from outside: environment variables, read once (docs/self-hosting.md). */
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { type GateLimits, rowsAtOnce } from './gates/account-gate.ts'
import {
  type CaptchaProviderName,
  captchaProvider,
  captchaProviders,
} from './gates/captcha-providers.ts'
import { reach } from './reach.ts'
import { isThisMachine } from './this-machine.ts'

export interface Settings {
  readonly port: number
  readonly host: string
  /** The address that people type, without a slash at its end; undefined if it is not known. */
  readonly publicUrl: string | undefined
  readonly dataDir: string
  /** SQLite in `dataDir` if it is absent. */
  readonly databaseUrl: string | undefined
  /** Signs CSRF tokens; made once and kept in the database if it is absent. */
  readonly secret: string | undefined
  /** What a monitor shows to read /metrics; if it is absent, so is the page. */
  readonly metricsToken: string | undefined
  /** smtp:// or smtps://; if it is absent mails are kept as files in `dataDir`. */
  readonly smtpUrl: string | undefined
  /** Who mails say that they are from. */
  readonly mailFrom: string
  /** Whether anybody may make an account, or only who was invited. */
  readonly signUp: 'open' | 'closed'
  /** Asked before what programs like to try; undefined: nothing is asked. */
  readonly captcha: CaptchaSettings | undefined
  /** Where people may sign in besides; undefined: here alone. */
  readonly oidc: OidcSettings | undefined
  /** Where the app finds its API, without a slash at its end; empty: where it was loaded from. */
  readonly apiEnv: string
  readonly downtime: boolean
  readonly stubbed: boolean
  /** Where browsers tell of visits and results; undefined if they do not. */
  readonly analyticsUrl: string | undefined
  readonly sendAnalytics: boolean
  readonly debugGraphql: boolean
  /** How many proxies stand in front, whose X-Forwarded-For and X-Forwarded-Proto are believed. */
  readonly trustProxy: number
  readonly logLevel: LogLevel
  /** So that no account can hurt another; a household never meets them. */
  readonly account: AccountLimits
  /** Connections at once, for all people together. */
  readonly maxConnections: number
  /** Where `npm run build` left the browser app. */
  readonly buildDir: string
  /** What is taken otherwise than it was set: a sentence each. */
  readonly notes: readonly string[]
}

export interface CaptchaSettings {
  readonly provider: CaptchaProviderName
  readonly siteKey: string
  readonly secret: string
  readonly verifyUrl: string
}

export interface OidcSettings {
  /** The provider's address, as it names itself. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What people call it. */
  readonly name: string
}

export interface AccountLimits extends GateLimits {
  /** On its own lists together, those in the bin included. */
  readonly items: number
  /** Of what it keeps, in MB of 1,000,000 bytes. */
  readonly megabytes: number
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export type Environment = Readonly<Record<string, string | undefined>>

/** A setting that cannot be used: its message is one sentence for the person at the terminal. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

/** What the environment says, completed by the file `.env` if there is one; the environment wins. */
export function readSettings(environment: Environment, envFile = '.env'): Settings {
  return parseSettings({ ...readEnvFile(envFile), ...environment })
}

/** Throws a `SettingError` for the first value that is wrong. An empty value counts as absent. */
export function parseSettings(environment: Environment): Settings {
  const value = (name: string): string | undefined => environment[name]?.trim() || undefined
  const address = origin('PUBLIC_URL', value('PUBLIC_URL'), 'https://aisle.example.org')
  const rowsPerDay = rowsADay(value('ACCOUNT_ROWS_PER_DAY'))
  return {
    port: wholeNumber('PORT', value('PORT') ?? '3000', 0, 65_535),
    host: host(value('HOST') ?? '127.0.0.1'),
    publicUrl: address,
    dataDir: value('DATA_DIR') ?? './data',
    databaseUrl: databaseUrl(value('DATABASE_URL')),
    secret: secret('SECRET', value('SECRET')),
    metricsToken: secret('METRICS_TOKEN', value('METRICS_TOKEN')),
    smtpUrl: smtpUrl(value('SMTP_URL'), address),
    mailFrom: mailFrom(value('MAIL_FROM'), address),
    captcha: captcha(value),
    oidc: oidc(value, address),
    signUp: oneOf('SIGN_UP', value('SIGN_UP') ?? 'open', ['open', 'closed'] as const),
    apiEnv: apiEnv(value('API_ENV'), address),
    downtime: flag('DOWNTIME', value('DOWNTIME')),
    stubbed: flag('STUBBED', value('STUBBED')),
    ...analytics(flag('SEND_ANALYTICS', value('SEND_ANALYTICS')), value('ANALYTICS_URL')),
    debugGraphql: flag('DEBUG_GRAPHQL', value('DEBUG_GRAPHQL')),
    trustProxy: trustProxy(value('TRUST_PROXY')),
    account: {
      perSecond: wholeNumber('ACCOUNT_PER_SECOND', value('ACCOUNT_PER_SECOND') ?? '100', 1, most),
      burst: wholeNumber('ACCOUNT_BURST', value('ACCOUNT_BURST') ?? '5000', 1, most),
      rowsPerDay: Math.max(rowsPerDay, rowsAtOnce),
      items: wholeNumber('ACCOUNT_ITEMS', value('ACCOUNT_ITEMS') ?? '100000', 1, most),
      megabytes: wholeNumber('ACCOUNT_MEGABYTES', value('ACCOUNT_MEGABYTES') ?? '100', 1, most),
    },
    maxConnections: wholeNumber('MAX_CONNECTIONS', value('MAX_CONNECTIONS') ?? '2000', 10, most),
    logLevel: oneOf('LOG_LEVEL', value('LOG_LEVEL') ?? 'info', logLevels),
    buildDir: value('BUILD_DIR') ?? './dist',
    notes: rowsPerDay < rowsAtOnce ? [moreRows] : [],
  }
}

const moreRows = `ACCOUNT_ROWS_PER_DAY is less than one operation may write: it is taken as ${rowsAtOnce}.`

function readEnvFile(path: string): Environment {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    // Readable for everybody, or gone, it would be worse: it may hold passwords, and the service needs it.
    throw new SettingError(
      reach(path) === 'barred'
        ? `The file ${path} cannot be read by this user: run this as the one whom it belongs to.`
        : `The file ${path} cannot be read: make it a readable file, or remove it.`,
    )
  }
}

/** Off, whatever the address is; on, it must be there. */
function analytics(
  isOn: boolean,
  text: string | undefined,
): Pick<Settings, 'analyticsUrl' | 'sendAnalytics'> {
  if (!isOn) return { sendAnalytics: false, analyticsUrl: undefined }
  const url = text === undefined ? null : URL.parse(text)
  if (url && ['http:', 'https:'].includes(url.protocol) && url.username === '') {
    return { sendAnalytics: true, analyticsUrl: url.href }
  }
  throw new SettingError(
    'SEND_ANALYTICS is true: ANALYTICS_URL must be an address such as https://count.example.org/events.',
  )
}

const most = 999_999_999

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new SettingError(`${name} must be a whole number from ${least} to ${most}, not "${text}".`)
}

/** Fewer than one operation may write would make it wait for ever; they were a setting once, and stop no start. */
const rowsADay = (text = '1000000'): number => wholeNumber('ACCOUNT_ROWS_PER_DAY', text, 1, most)

function flag(name: string, text: string | undefined): boolean {
  if (text === undefined || text === 'false' || text === '0') return false
  if (text === 'true' || text === '1') return true
  throw new SettingError(`${name} must be true or false, not "${text}".`)
}

function oneOf<T extends string>(name: string, text: string, values: readonly T[]): T {
  const found = values.find(value => value === text)
  if (found) return found
  throw new SettingError(`${name} must be one of ${values.join(', ')}, not "${text}".`)
}

function host(text: string): string {
  if (/^[\w.:-]+$/.test(text)) return text
  throw new SettingError(`HOST must be an address or a host name such as 0.0.0.0, not "${text}".`)
}

function origin(name: string, text: string | undefined, example: string): string | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (url && ['http:', 'https:'].includes(url.protocol) && url.href === `${url.origin}/`) {
    return url.origin
  }
  // What stands before an @ may be a password: it is not repeated.
  const given = text.includes('@') ? '' : `, not "${text}"`
  throw new SettingError(`${name} must be an address without a path, such as ${example}${given}.`)
}

function apiEnv(text: string | undefined, address: string | undefined): string {
  const url = origin('API_ENV', text, 'https://api.example.org')
  if (url === undefined || address !== undefined) return url ?? ''
  throw new SettingError(
    'API_ENV is set, but PUBLIC_URL is not: the API answers the app only if it knows where the app is.',
  )
}

function databaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  // The value may hold a password: it is not repeated.
  if (!/^postgres(ql)?:\/\//.test(text)) {
    throw new SettingError('DATABASE_URL must begin with postgres:// or postgresql://.')
  }
  // As the driver reads it, where a socket has no host (postgres://aisle@/aisle?host=/run).
  const url = URL.parse(text) ?? URL.parse(text.replace('@/', '@localhost/'))
  if (url && !isCutShort(url)) return text
  throw new SettingError(
    'DATABASE_URL must be an address such as postgres://aisle:password@host/aisle: in the password write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25.',
  )
}

/** Whether what stands behind a sign of its password was taken for the rest of the address: the host's @ is there. */
function isCutShort({ username, pathname, search, hash }: URL): boolean {
  // A database may have one in its name.
  const isInName = username !== '' && /^\/[^/]*$/.test(pathname)
  return hash.includes('@') || /^[^=]*@/.test(search) || (pathname.includes('@') && !isInName)
}

function smtpUrl(text: string | undefined, address: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  // The value may hold a password: it is not repeated.
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new SettingError(
      'SMTP_URL must be a mail server such as smtp://user:password@mail.example.org:587.',
    )
  }
  if (address === undefined) {
    throw new SettingError(
      'SMTP_URL is set, but PUBLIC_URL is not: links in mails need the address that people type.',
    )
  }
  return text
}

function captcha(value: (name: string) => string | undefined): CaptchaSettings | undefined {
  const names = ['CAPTCHA_PROVIDER', 'CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'] as const
  const [provider, siteKey, secret] = names.map(value)
  const set = [...names, 'CAPTCHA_VERIFY_URL'].find(name => value(name) !== undefined)
  if (set === undefined) return undefined
  const missing = names.find(name => value(name) === undefined)
  if (missing || !provider || !siteKey || !secret) {
    throw new SettingError(`${set} is set, but ${missing} is not: a captcha needs all three.`)
  }
  const name = oneOf('CAPTCHA_PROVIDER', provider, captchaProviders)
  const verifyUrl = value('CAPTCHA_VERIFY_URL') ?? captchaProvider[name].verifyUrl
  if (!/^https?:$/.test(URL.parse(verifyUrl)?.protocol ?? '')) {
    throw new SettingError(`CAPTCHA_VERIFY_URL must be an address, not "${verifyUrl}".`)
  }
  return { provider: name, siteKey, secret, verifyUrl }
}

function oidc(
  value: (name: string) => string | undefined,
  address: string | undefined,
): OidcSettings | undefined {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
  const [issuer, clientId, clientSecret] = names.map(value)
  const set = [...names, 'OIDC_NAME'].find(name => value(name) !== undefined)
  if (set === undefined) return undefined
  const missing = names.find(name => value(name) === undefined)
  if (missing || !issuer || !clientId || !clientSecret) {
    throw new SettingError(
      `${set} is set, but ${missing} is not: sign-in elsewhere needs all three.`,
    )
  }
  const url = URL.parse(issuer)
  const isHere = url !== null && isThisMachine(url.hostname)
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isHere))) {
    throw new SettingError(
      `OIDC_ISSUER must be an address such as https://login.example.org, not "${issuer}".`,
    )
  }
  if (address === undefined) {
    throw new SettingError(
      'OIDC_ISSUER is set, but PUBLIC_URL is not: the provider sends people back to the address that they type.',
    )
  }
  return { issuer, clientId, clientSecret, name: value('OIDC_NAME') ?? url.hostname }
}

/** "Aisle <aisle@example.org>" or an address alone. */
function mailFrom(text: string | undefined, address: string | undefined): string {
  const host = address === undefined ? 'localhost' : new URL(address).hostname
  if (text === undefined) return `Aisle <aisle@${host}>`
  if (/^([^<>@,;:"\r\n]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/.test(text)) return text
  throw new SettingError(
    `MAIL_FROM must be an address such as Aisle <aisle@example.org>, not "${text}".`,
  )
}

const secretLength = 32

function secret(name: string, text: string | undefined): string | undefined {
  if (text === undefined || text.length >= secretLength) return text
  throw new SettingError(`${name} must have at least ${secretLength} characters.`)
}

function trustProxy(text: string | undefined): number {
  if (text === undefined || text === 'false') return 0
  if (text === 'true') return 1
  if (/^\d$/.test(text)) return Number(text)
  throw new SettingError(
    `TRUST_PROXY must be true, false, or the number of proxies in front of Aisle (up to 9), not "${text}".`,
  )
}
