/** All that can be set from outside: environment variables, read once (docs/self-hosting.md). */
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { type GateLimits, rowsAtOnce } from './gates/account-gate.ts'
import { reach } from './reach.ts'
import { apiEnv, databaseUrl, host, mailFrom, origin, smtpUrl } from './settings/addresses.ts'
import { flag, oneOf, secret, trustProxy, wholeNumber } from './settings/plain-values.ts'
import {
  type AnalyticsSettings,
  analytics,
  type CaptchaSettings,
  captcha,
  type OidcSettings,
  oidc,
} from './settings/services.ts'
import { SettingError } from './settings/setting-error.ts'

export interface Settings extends AnalyticsSettings {
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

export interface AccountLimits extends GateLimits {
  /** On its own lists together, those in the bin included. */
  readonly items: number
  /** Of what it keeps, in MB of 1,000,000 bytes. */
  readonly megabytes: number
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export type Environment = Readonly<Record<string, string | undefined>>

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
    const text = readFileSync(path, 'utf8')
    if (text.includes('\0')) {
      throw new SettingError(`The file ${path} is not text in UTF-8: save it as that.`)
    }
    // Some editors put a mark before the first name, which would be another one then.
    return parseEnv(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    if (error instanceof SettingError) throw error
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    // Readable for everybody, or gone, it would be worse: it may hold passwords, and the service needs it.
    throw new SettingError(
      reach(path) === 'barred'
        ? `The file ${path} cannot be read by this user: run this as the one whom it belongs to.`
        : `The file ${path} cannot be read: make it a readable file, or remove it.`,
    )
  }
}

const most = 999_999_999

/** Fewer than one operation may write would make it wait for ever; they were a setting once, and stop no start. */
const rowsADay = (text = '1000000'): number => wholeNumber('ACCOUNT_ROWS_PER_DAY', text, 1, most)
