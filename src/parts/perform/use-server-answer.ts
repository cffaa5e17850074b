import { useCallback } from 'react'
import type { Query } from '../../offline/sync/network.ts'
import { type Asker, askServer, type Ended } from './ask-server.ts'
import { type Asked, useAsked } from './use-asked.ts'

/** Asks the server for what is not kept on the device. `variables` as JSON text says when to ask anew. */
export function useServerAnswer<Data, Variables extends object>(
  network: Asker,
  query: Query<Data, Variables>,
  variables: Variables,
): Asked<Ended<Data>> {
  const key = JSON.stringify(variables)
  const ask = useCallback(
    (signal: AbortSignal) => askServer(network, query, JSON.parse(key) as Variables, signal),
    [network, query, key],
  )
  return useAsked(ask)
}
