import type { Settings } from '../settings.ts'

/** What the browser app must know before it starts: flags and endpoints (spec section 9). */
export function publicSettings(settings: Settings) {
  return {
    apiEnv: settings.apiEnv,
    downtime: settings.downtime,
    stubbed: settings.stubbed,
    sendAnalytics: settings.sendAnalytics,
    analyticsUrl: settings.analyticsUrl ?? null,
    debugGraphql: settings.debugGraphql,
    captchaProvider: settings.captcha?.provider ?? null,
    captchaSiteKey: settings.captcha?.siteKey ?? null,
    signInElsewhere: settings.oidc?.name ?? null,
    signUp: settings.signUp,
  }
}
