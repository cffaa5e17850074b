/**
 * Apollo's developer tools under `npm run dev`: a client over the cache of whoever is signed in, which asks
 * through the app's own network. Screens read the cache without one (docs/decisions/003-one-derived-layer.md).
 */
import { ApolloClient, ApolloLink, Observable } from '@apollo/client'
import type { Offline } from '../offline/offline.ts'
import type { Readable } from '../offline/readable.ts'
import type { Network } from '../offline/sync/network.ts'

interface DevToolsParts {
  readonly account: Readable<{ readonly offline: Offline | undefined }>
  /** With the session, the CSRF token and the name of the account. */
  readonly network: Pick<Network, 'send'>
  readonly newId: () => string
}

/** Registers a client with the developer tools, in `window.__APOLLO_CLIENT__`, and another one for each account. */
export function startDevTools({ account, network, newId }: DevToolsParts): void {
  let current: ApolloClient | undefined
  function follow() {
    const cache = account.get().offline?.cache
    if (cache === current?.cache) return
    current?.stop()
    current =
      cache &&
      new ApolloClient({
        cache,
        link: createNetworkLink(network, newId),
        devtools: { enabled: true, name: 'Aisle' },
        // The base hears the server's word in the server's order alone: what is asked here is only looked at.
        defaultOptions: {
          query: { fetchPolicy: 'no-cache' },
          watchQuery: { fetchPolicy: 'no-cache' },
          mutate: { fetchPolicy: 'no-cache' },
        },
      })
  }
  follow()
  account.subscribe(follow)
}

function createNetworkLink(network: Pick<Network, 'send'>, newId: () => string): ApolloLink {
  return new ApolloLink(
    ({ query, variables }) =>
      new Observable(observer => {
        const ending = new AbortController()
        const options = {
          note: 'The server did not answer.',
          requestToken: newId(),
          signal: ending.signal,
        }
        void network
          .send<Record<string, unknown>, object>(query, variables, options)
          .then(outcome => {
            if (outcome.kind === 'answer') observer.next({ data: outcome.data })
            else observer.error(new Error(JSON.stringify(outcome)))
            observer.complete()
          })
        return () => ending.abort()
      }),
  )
}
