/** Tells of each data call how it ended, tried again or not. */
import type { Network, Outcome } from '../../offline/sync/network.ts'
import { operationName } from '../../offline/sync/track-calls.ts'

export interface EndedCall {
  /** Of the operation: "tickItem". */
  readonly name: string
  /** The same as the header's, on every try. */
  readonly requestToken: string
  /** "answer", "refused", "signed-out", or the cause of an outage. */
  readonly outcome: string
  /** From the call to its outcome. */
  readonly ms: number
}

/** The same network; `tell` must not throw. `clock` in ms, from any start. */
export function watchCalls(
  network: Network,
  tell: (call: EndedCall) => void,
  clock: () => number,
): Network {
  const { batches } = network
  return {
    ...network,
    ...(batches && {
      batches: {
        fitting: batches.fitting,
        async send(requests, options) {
          const started = clock()
          const answer = await batches.send(requests, options)
          const ms = clock() - started
          requests.forEach(({ document, requestToken }, at) => {
            const outcome = 'kind' in answer ? answer : answer[at]
            const name = operationName(document)
            if (outcome) tell({ name, requestToken, outcome: inAWord(outcome), ms })
          })
          return answer
        },
      },
    }),
    async send(document, variables, options) {
      const started = clock()
      const outcome = await network.send(document, variables, options)
      const { requestToken } = options
      const name = operationName(document)
      tell({ name, requestToken, outcome: inAWord(outcome), ms: clock() - started })
      return outcome
    },
  }
}

function inAWord(outcome: Outcome<unknown>): string {
  return outcome.kind === 'outage' ? outcome.cause : outcome.kind
}
