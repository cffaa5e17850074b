/** The captcha providers that can be configured: where each verifies, and what a page that shows its widget may load. */

export const captchaProviders = ['recaptcha', 'hcaptcha', 'turnstile'] as const
export type CaptchaProviderName = (typeof captchaProviders)[number]

interface CaptchaProvider {
  /** What people call it. */
  readonly title: string
  readonly verifyUrl: string
  /** Sources of scripts and frames; and of styles and connections where it needs them. */
  readonly sources: readonly string[]
  readonly styles: boolean
}

export const captchaProvider: Readonly<Record<CaptchaProviderName, CaptchaProvider>> = {
  recaptcha: {
    title: 'reCAPTCHA',
    verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
    sources: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    styles: false,
  },
  hcaptcha: {
    title: 'hCaptcha',
    verifyUrl: 'https://api.hcaptcha.com/siteverify',
    sources: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    styles: true,
  },
  turnstile: {
    title: 'Turnstile',
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    sources: ['https://challenges.cloudflare.com'],
    styles: false,
  },
}
