/** The configured OpenID Connect provider: authorization code with PKCE, state and nonce, by openid-client. */
import type { Configuration } from 'openid-client'
import type { OidcSettings } from '../../settings/services.ts'
import { signWith } from '../../sign-with.ts'

/** What the provider says of a person. */
export interface Claims {
  readonly subject: string
  readonly email: string | undefined
  readonly emailVerified: boolean
  readonly firstName: string
  readonly lastName: string
}

export interface OidcProvider {
  readonly issuer: string
  readonly name: string
  /** Where the browser goes; throws if the provider cannot be reached. `stateOf(token)` comes back as `state`. */
  authorizationUrl(token: string, redirectUri: string): Promise<URL>
  /** What stands in addresses, which others may see: nothing that the browser keeps follows from it. */
  stateOf(token: string): string
  /** `returned` is the address that the browser came back to, with all its parameters. */
  claims(token: string, returned: URL): Promise<Claims>
}

const answerWithinSeconds = 10

/** Comes with the first person who signs in that way. */
const library = () => import('openid-client')

/** The provider's own description is read with the first sign-in, and again until it was read once. */
export function createOidcProvider(settings: OidcSettings): OidcProvider {
  const { issuer, clientId, clientSecret, name } = settings
  let found: Promise<Configuration> | undefined

  async function discover(): Promise<Configuration> {
    const oidc = await library()
    return oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: answerWithinSeconds,
      // On this machine alone (settings.ts): anywhere else the provider speaks https.
      ...(issuer.startsWith('http:') && { execute: [oidc.allowInsecureRequests] }),
    })
  }

  function configuration(): Promise<Configuration> {
    found ??= discover()
    found.catch(() => {
      found = undefined
    })
    return found
  }

  return {
    issuer,
    name,
    async authorizationUrl(token, redirectUri) {
      const oidc = await library()
      return oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        // All from the browser's own secret, so that the database keeps nothing of it.
        state: signWith(token, 'state'),
        nonce: signWith(token, 'nonce'),
        code_challenge: await oidc.calculatePKCECodeChallenge(signWith(token, 'verifier')),
        code_challenge_method: 'S256',
      })
    },
    stateOf: token => signWith(token, 'state'),
    async claims(token, returned) {
      const oidc = await library()
      const config = await configuration()
      const tokens = await oidc.authorizationCodeGrant(config, returned, {
        pkceCodeVerifier: signWith(token, 'verifier'),
        expectedState: signWith(token, 'state'),
        expectedNonce: signWith(token, 'nonce'),
        idTokenExpected: true,
      })
      const claimed = tokens.claims()
      if (!claimed) throw new Error('The provider sent no id token.')
      const more =
        claimed.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
          ? await oidc.fetchUserInfo(config, tokens.access_token, claimed.sub)
          : {}
      return readClaims({ ...claimed, ...more })
    },
  }
}

function readClaims(claims: Readonly<Record<string, unknown>> & { readonly sub: string }): Claims {
  function text(name: string) {
    const value = claims[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const [first = '', ...rest] = (text('name') || text('preferred_username')).split(/\s+/)
  return {
    subject: claims.sub,
    email: text('email') || undefined,
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    firstName: text('given_name') || first,
    lastName: text('family_name') || rest.join(' '),
  }
}
