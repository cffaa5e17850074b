/** Whether a person and no program asks: the place for a provider's answer. */

import { isIP } from 'node:net'
import { captchaProvider } from '../../gates/captcha-providers.ts'
import type { CaptchaSettings } from '../../settings/services.ts'

/**
 * `recaptcha` is what the browser sends, `address` by what limits count who asks: a
 * network address, but for IPv6, where it stands for many and is not passed on. Returns a sentence for the
 * person if it is refused, undefined if all is well.
 */
export type VerifyCaptcha = (
  recaptcha: string,
  address: string | undefined,
) => Promise<string | undefined>

/** No provider is configured. */
export const withoutCaptcha: VerifyCaptcha = async () => undefined

const answerWithinMs = 5_000

/** Asks the configured provider. If it does not answer nobody gets through, and is told so. */
export function createCaptcha({ provider, secret, verifyUrl }: CaptchaSettings): VerifyCaptcha {
  const { title } = captchaProvider[provider]
  return async (recaptcha, address) => {
    if (recaptcha === '') return 'Show first that you are a person, then try again.'
    const body = new URLSearchParams({
      secret,
      response: recaptcha,
      ...(address !== undefined && isIP(address) > 0 && { remoteip: address }),
    })
    try {
      const signal = AbortSignal.timeout(answerWithinMs)
      const answer = await fetch(verifyUrl, { method: 'POST', body, signal, redirect: 'error' })
      const verdict: unknown = await answer.json()
      return Object(verdict).success === true
        ? undefined
        : 'It could not be seen that you are a person. Do it once more, then try again.'
    } catch {
      return `It cannot be seen whether you are a person: ${title} does not answer. Try again later.`
    }
  }
}
