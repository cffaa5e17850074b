import type { Network } from '../offline/sync/network.ts'
import { operationName } from '../offline/sync/track-calls.ts'
import type { OperationLog } from './operation-log.ts'

/** The same network, whose calls are noted. */
export function watchOperations(network: Network, log: OperationLog): Network {
  return {
    ...network,
    async send(document, variables, options) {
      const started = performance.now()
      const outcome = await network.send(document, variables, options)
      const cause = outcome.kind === 'outage' ? ` ${outcome.cause}` : ''
      log.note(operationName(document), `${outcome.kind}${cause}`, performance.now() - started)
      return outcome
    },
  }
}
