/** The server of the stage with another provider, on this machine, by which people sign in. */
import { onTestFinished, vi } from 'vitest'
import { type LocalProvider, type OidcPerson, startOidcProvider } from '../support/server/oidc.ts'
import { openServer, origin, type StageServer } from './stage-server.ts'

export async function openServerWithProvider() {
  // Bytes of Node's cryptography are known by Node's own classes, in whose place jsdom puts others.
  vi.stubGlobal('ArrayBuffer', Buffer.alloc(0).buffer.constructor)
  vi.stubGlobal('Uint8Array', Object.getPrototypeOf(Buffer))
  onTestFinished(() => void vi.unstubAllGlobals())
  const provider = await startOidcProvider(`${origin}/auth/oauth/callback`)
  onTestFinished(() => provider[Symbol.asyncDispose]())
  const settings = { publicUrl: origin, oidc: provider.settings }
  return { provider, server: await openServer({ settings }) }
}

/** Where the page's browser stands after its way through the provider as this person, begun at `way`. */
export async function comeBack(
  server: StageServer,
  provider: LocalProvider,
  person: OidcPerson,
  way = '/auth/oauth',
): Promise<string> {
  const begun = await server.browser.fetch(way, { redirect: 'manual' })
  return walkBack(server, provider, person, begun.headers.get('location') ?? '')
}

/** As `comeBack`, from the provider's own page on. */
export async function walkBack(
  { browser }: StageServer,
  provider: LocalProvider,
  person: OidcPerson,
  authorization: string,
): Promise<string> {
  const returned = await provider.walk(authorization, person)
  const answer = await browser.fetch(returned, { redirect: 'manual' })
  const { pathname, search, hash } = new URL(answer.headers.get('location') ?? '', origin)
  return `${pathname}${search}${hash}`
}
