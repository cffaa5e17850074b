/** An OpenID Connect provider on this machine, whose people sign in by being named. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export interface OidcPerson {
  readonly sub: string
  readonly email: string
  readonly email_verified: boolean
  readonly given_name?: string
  readonly family_name?: string
}

export interface LocalProvider extends AsyncDisposable {
  readonly settings: {
    readonly issuer: string
    readonly clientId: string
    readonly clientSecret: string
    readonly name: string
  }
  /** From now on this person sits before the provider's pages; nobody where it is undefined. */
  present(person: OidcPerson | undefined): void
  /** Goes through the provider's pages as this person; answers the address that it sends the browser back to. */
  walk(authorization: string, person: OidcPerson | undefined): Promise<string>
}

const client = { id: 'aisle', secret: 'a secret between the two of them' }

export async function startOidcProvider(redirectUri: string): Promise<LocalProvider> {
  const people = new Map<string, OidcPerson>()
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUri] }],
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
    },
    pkce: { required: () => true },
    cookies: { keys: ['a key of this test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, sub) => {
      const person = people.get(sub)
      return person && { accountId: sub, claims: () => ({ ...person }) }
    },
    loadExistingGrant: async ctx => {
      const { Grant } = ctx.oidc.provider
      const grant = new Grant({
        clientId: client.id,
        accountId: ctx.oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  let sitting: OidcPerson | undefined
  function present(person: OidcPerson | undefined): void {
    sitting = person
    if (person) people.set(person.sub, person)
  }
  const callback = provider.callback()
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response)
    const result =
      sitting === undefined
        ? { error: 'access_denied', error_description: 'Nobody.' }
        : { login: { accountId: sitting.sub } }
    await provider.interactionFinished(request, response, result)
  })

  return {
    settings: { issuer, clientId: client.id, clientSecret: client.secret, name: 'Home' },
    present,
    async walk(authorization, person) {
      present(person)
      const cookies = new Map<string, string>()
      let url = authorization
      while (url.startsWith(issuer)) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
        for (const line of answer.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          if (name !== undefined && value !== undefined) cookies.set(name, value)
        }
        const next = answer.headers.get('location')
        if (next === null) throw new Error(`The provider stops: ${await answer.text()}`)
        url = new URL(next, url).href
      }
      return url
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
