/** Services of others that need several settings at once: who counts visits, who tells people from programs, who signs in. */
import {
  type CaptchaProviderName,
  captchaProvider,
  captchaProviders,
} from '../gates/captcha-providers.ts'
import { isThisMachine } from '../this-machine.ts'
import { butNot, hasNoUser } from './addresses.ts'
import { oneOf } from './plain-values.ts'
import { SettingError } from './setting-error.ts'

type Value = (name: string) => string | undefined

export interface CaptchaSettings {
  readonly provider: CaptchaProviderName
  readonly siteKey: string
  readonly secret: string
  readonly verifyUrl: string
}

export function captcha(value: Value): CaptchaSettings | undefined {
  const names = ['CAPTCHA_PROVIDER', 'CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'] as const
  const all = allOrNone(value, names, 'CAPTCHA_VERIFY_URL', 'a captcha')
  if (all === undefined) return undefined
  const [provider, siteKey, secret] = all
  const name = oneOf('CAPTCHA_PROVIDER', provider, captchaProviders)
  const verifyUrl = value('CAPTCHA_VERIFY_URL') ?? captchaProvider[name].verifyUrl
  const url = URL.parse(verifyUrl)
  if (!(url && /^https?:$/.test(url.protocol) && hasNoUser(url))) {
    throw new SettingError(`CAPTCHA_VERIFY_URL must be an address${butNot(verifyUrl)}.`)
  }
  return { provider: name, siteKey, secret, verifyUrl }
}

export interface OidcSettings {
  /** The provider's address, as it names itself. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What people call it. */
  readonly name: string
}

export function oidc(value: Value, address: string | undefined): OidcSettings | undefined {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
  const all = allOrNone(value, names, 'OIDC_NAME', 'sign-in elsewhere')
  if (all === undefined) return undefined
  const [issuer, clientId, clientSecret] = all
  const url = URL.parse(issuer)
  const isHere = url !== null && isThisMachine(url.hostname)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere)
  if (!(url && isSafe && hasNoUser(url))) {
    throw new SettingError(
      `OIDC_ISSUER must be an address such as https://login.example.org${butNot(issuer)}.`,
    )
  }
  if (address === undefined) {
    throw new SettingError(
      'OIDC_ISSUER is set, but PUBLIC_URL is not: the provider sends people back to the address that they type.',
    )
  }
  return { issuer, clientId, clientSecret, name: value('OIDC_NAME') ?? url.hostname }
}

export interface AnalyticsSettings {
  /** Where browsers tell of visits and results; undefined if they do not. */
  readonly analyticsUrl: string | undefined
  readonly sendAnalytics: boolean
}

/** Off, but for an address that is wrong; on, it must be there. */
export function analytics(isOn: boolean, text: string | undefined): AnalyticsSettings {
  const url = text === undefined ? undefined : countingAddress(text)
  if (!isOn) return { sendAnalytics: false, analyticsUrl: undefined }
  if (url) return { sendAnalytics: true, analyticsUrl: url.href }
  throw new SettingError(
    'SEND_ANALYTICS is true, but ANALYTICS_URL is not set: an address such as https://count.example.org/events.',
  )
}

function countingAddress(text: string): URL {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && hasNoUser(url)) return url
  throw new SettingError(
    `ANALYTICS_URL must be an address such as https://count.example.org/events${butNot(text)}.`,
  )
}

/** What the three say, which `who` needs; undefined where none of them is set, nor the one beside them. */
function allOrNone(
  value: Value,
  names: readonly [string, string, string],
  beside: string,
  who: string,
): readonly [string, string, string] | undefined {
  const set = [...names, beside].find(name => value(name) !== undefined)
  if (set === undefined) return undefined
  const [first, second, third] = names.map(value)
  if (first && second && third) return [first, second, third]
  const missing = names.find(name => value(name) === undefined)
  throw new SettingError(`${set} is set, but ${missing} is not: ${who} needs all three.`)
}
