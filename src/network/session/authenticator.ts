/** Whatever keeps the person's passkeys, asked by the browser; what talks to it comes only when it is needed. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

export type AuthenticatorAnswer =
  | { readonly kind: 'response'; readonly response: object }
  | { readonly kind: 'failed'; readonly message: string }

export interface Authenticator {
  /** Whether this browser has passkeys at this address. */
  readonly works: boolean
  /** `options` as the server answered them. */
  make(options: unknown): Promise<AuthenticatorAnswer>
  sign(options: unknown): Promise<AuthenticatorAnswer>
}

/** `hostname` of the app: no passkey belongs to a bare number. */
export function createAuthenticator(hostname: string): Authenticator {
  const isNumber = /^[\d.]+$|:/.test(hostname)

  return {
    works: typeof PublicKeyCredential === 'function' && !isNumber,
    make: options =>
      answerOf(({ startRegistration }) =>
        startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
      ),
    sign: options =>
      answerOf(({ startAuthentication }) =>
        startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }),
      ),
  }
}

const load = () => import('@simplewebauthn/browser')

async function answerOf(
  work: (browser: Awaited<ReturnType<typeof load>>) => Promise<object>,
): Promise<AuthenticatorAnswer> {
  const browser = await load().catch(() => undefined)
  // No device keeps it, and the server has it for its newest version alone.
  if (browser === undefined) return { kind: 'failed', message: notLoaded }
  try {
    return { kind: 'response', response: await work(browser) }
  } catch (thrown) {
    return { kind: 'failed', message: sentenceOf(thrown instanceof Error ? thrown.name : '') }
  }
}

const notLoaded = 'What asks for a passkey could not be loaded. Load the page again, and try again.'

function sentenceOf(name: string): string {
  switch (name) {
    case 'InvalidStateError':
      return 'This device has a passkey for your account already.'
    // Browsers do not tell which of the two it was.
    case 'NotAllowedError':
    case 'AbortError':
      return 'No passkey was chosen, or it took too long. Try again.'
    default:
      return 'This browser could not use a passkey here. Try again, or use your password.'
  }
}
