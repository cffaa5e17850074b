/** The configured captcha: its script comes with the first screen that shows it, and never before. */
import type { Readable } from '../../offline/readable.ts'

const captchaScripts: Readonly<Record<string, { readonly src: string; readonly global: string }>> =
  {
    recaptcha: { src: 'https://www.google.com/recaptcha/api.js', global: 'grecaptcha' },
    hcaptcha: { src: 'https://js.hcaptcha.com/1/api.js', global: 'hcaptcha' },
    turnstile: {
      src: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
      global: 'turnstile',
    },
  }

/** What the scripts of all three bring. */
interface Widgets {
  render(box: HTMLElement, options: Readonly<Record<string, unknown>>): unknown
  reset(id: unknown): void
}

export interface CaptchaSetup {
  readonly captchaProvider: string | undefined
  readonly captchaSiteKey: string | undefined
}

export interface Captcha {
  readonly setup: Readable<CaptchaSetup>
  /** Puts the widget into the box; rejects where its script cannot be had. */
  show(box: HTMLElement): Promise<void>
  /** It is no longer in sight. */
  hide(): void
  /** What shows that a person asks, for one call; empty if nobody has shown it. The widget begins anew. */
  take(): string
}

export interface CaptchaParts {
  readonly setup: Readable<CaptchaSetup>
  /** Loads a script that calls `ready` by that name on the window; rejects if it cannot. */
  readonly loadScript: (src: string) => Promise<void>
  /** What a script has left on the window. */
  readonly global: (name: string) => unknown
}

export function createCaptcha({ setup, loadScript, global }: CaptchaParts): Captcha {
  let token = ''
  let shown: { readonly widgets: Widgets; readonly id: unknown } | undefined

  return {
    setup,
    async show(box) {
      const { captchaProvider = '', captchaSiteKey } = setup.get()
      const script = captchaScripts[captchaProvider]
      if (script === undefined || captchaSiteKey === undefined) return
      await loadScript(script.src)
      // Gone again meanwhile.
      if (!box.isConnected || box.childElementCount > 0) return
      // The border to a script of others.
      const widgets = global(script.global) as Widgets
      function forget() {
        token = ''
      }
      const id = widgets.render(box, {
        sitekey: captchaSiteKey,
        callback: (given: unknown) => {
          token = String(given)
        },
        'expired-callback': forget,
        'error-callback': forget,
      })
      shown = { widgets, id }
    },
    hide() {
      token = ''
      shown = undefined
    },
    take() {
      const taken = token
      token = ''
      if (taken !== '') shown?.widgets.reset(shown.id)
      return taken
    },
  }
}

/** Resolves when the script says that it is ready; a second wish waits for the first. */
export function createScriptLoader(page: Document): (src: string) => Promise<void> {
  const loading = new Map<string, Promise<void>>()
  return src => {
    const known = loading.get(src)
    if (known) return known
    const loaded = new Promise<void>((resolve, reject) => {
      const ready = 'aisleCaptchaReady'
      Object.assign(globalThis, { [ready]: () => resolve() })
      const script = page.createElement('script')
      script.src = `${src}?render=explicit&onload=${ready}`
      script.async = true
      script.addEventListener('error', () => {
        script.remove()
        loading.delete(src)
        reject(new Error('The captcha could not be loaded.'))
      })
      page.head.append(script)
    })
    loading.set(src, loaded)
    return loaded
  }
}
