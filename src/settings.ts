/**
 * Flags and endpoints of this installation (spec section 9), asked for once at the start. The app never waits
 * for them: until the server answers, and without a network, the last known ones hold.
 */
import { jsonIn } from '../rules/json-in.ts'
import type { KeyValue } from './network/key-value.ts'
import { fieldIn, textIn } from './network/parse.ts'
import { createReadable, type Readable } from './offline/readable.ts'

export interface Settings {
  /** Put before `/graphql`, `/auth` and `/csrftoken`; empty for the address that served the app. */
  readonly apiEnv: string
  readonly downtime: boolean
  /** recaptcha, hcaptcha or turnstile. */
  readonly captchaProvider: string | undefined
  readonly captchaSiteKey: string | undefined
  /** What the provider is called by which one may sign in besides; undefined if there is none. */
  readonly signInElsewhere: string | undefined
  /** Only who has an invitation makes an account. */
  readonly signUpClosed: boolean
  /** The whole app answered by the browser itself, with a household of its own (docs/self-hosting.md). */
  readonly stubbed: boolean
  readonly sendAnalytics: boolean
  /** Where they go; undefined if they are off. */
  readonly analyticsUrl: string | undefined
  /** Data calls are told in the console and on /inspect. */
  readonly debugGraphql: boolean
}

export interface SettingsStore extends Readable<Settings> {
  /** Asks the server once; no answer changes nothing. */
  load(): Promise<void>
}

interface SettingsParts {
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>
  /** The common headers (spec section 7). */
  readonly headers: (signal: AbortSignal) => Promise<Readonly<Record<string, string>>>
  /** localStorage. */
  readonly persistent: KeyValue
}

const key = 'aisle.settings'

export function createSettings({ fetch, headers, persistent }: SettingsParts): SettingsStore {
  const settings = createReadable(readSettings(jsonIn(persistent.get(key))))
  return {
    get: settings.get,
    subscribe: settings.subscribe,
    async load() {
      try {
        const signal = AbortSignal.timeout(10_000)
        const response = await fetch('/settings.json', {
          headers: await headers(signal),
          credentials: 'include',
          keepalive: true,
          cache: 'no-store',
          redirect: 'error',
          signal,
        })
        const text = await response.text()
        const answer = jsonIn(text)
        // A captive portal answers with 200 and a page of its own.
        if (!response.ok || typeof fieldIn(answer, 'apiEnv') !== 'string') return
        persistent.set(key, text)
        settings.set(readSettings(answer))
      } catch {
        // No network: the last known settings stay.
      }
    },
  }
}

function readSettings(value: unknown): Settings {
  return {
    apiEnv: textIn(value, 'apiEnv') ?? '',
    downtime: fieldIn(value, 'downtime') === true,
    captchaProvider: textIn(value, 'captchaProvider'),
    captchaSiteKey: textIn(value, 'captchaSiteKey'),
    signInElsewhere: textIn(value, 'signInElsewhere'),
    signUpClosed: fieldIn(value, 'signUp') === 'closed',
    stubbed: fieldIn(value, 'stubbed') === true || import.meta.env.MODE === 'stub',
    sendAnalytics: fieldIn(value, 'sendAnalytics') === true,
    analyticsUrl: textIn(value, 'analyticsUrl'),
    debugGraphql: fieldIn(value, 'debugGraphql') === true,
  }
}
