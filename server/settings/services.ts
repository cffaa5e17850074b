/** Services of others that need several settings at once: who counts visits, who tells people from programs, who signs in. */
import {
  type CaptchaProviderName,
  captchaProvider,
  captchaProviders,
} from '../gates/captcha-providers.ts'
import { isThisMachine } from '../this-machine.ts'
import { oneOf } from './plain-values.ts'
import { SettingError } from './setting-error.ts'

export interface CaptchaSettings {
  readonly provider: CaptchaProviderName
  readonly siteKey: string
  readonly secret: string
  readonly verifyUrl: string
}

export function captcha(value: (name: string) => string | undefined): CaptchaSettings | undefined {
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

export interface OidcSettings {
  /** The provider's address, as it names itself. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What people call it. */
  readonly name: string
}

export function oidc(
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

export interface AnalyticsSettings {
  /** Where browsers tell of visits and results; undefined if they do not. */
  readonly analyticsUrl: string | undefined
  readonly sendAnalytics: boolean
}

/** Off, whatever the address is; on, it must be there. */
export function analytics(isOn: boolean, text: string | undefined): AnalyticsSettings {
  if (!isOn) return { sendAnalytics: false, analyticsUrl: undefined }
  const url = text === undefined ? null : URL.parse(text)
  if (url && ['http:', 'https:'].includes(url.protocol) && url.username === '') {
    return { sendAnalytics: true, analyticsUrl: url.href }
  }
  throw new SettingError(
    'SEND_ANALYTICS is true: ANALYTICS_URL must be an address such as https://count.example.org/events.',
  )
}
