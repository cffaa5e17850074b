/** The one event stream of this browser; opened again with a growing pause whenever it ends. */
import { backoffMs } from './backoff.ts'
import type { Clock } from './clock.ts'
import type { Hint, HintStream, Network } from './network.ts'

export interface LiveOptions {
  readonly network: Network
  readonly clock: Clock
  readonly random: () => number
  /** Whatever was missed while there was no stream must be asked for. */
  readonly onOpen: () => void
  readonly onHint: (hint: Hint) => void
  readonly onSignedOut: () => void
}

export interface Live {
  open(): void
  /** A hint that the network is back: does not wait for the pause. */
  wake(): void
  close(): void
}

export function createLive(options: LiveOptions): Live {
  const { network, clock } = options
  let stream: HintStream | undefined
  let failures = 0
  let closed = false
  let callOff = () => {}

  const open = () => {
    callOff()
    if (closed || stream) return
    let ended = false
    const opened = network.listen({
      onOpen() {
        failures = 0
        options.onOpen()
      },
      onHint: options.onHint,
      onEnd(outcome) {
        if (ended) return
        ended = true
        stream = undefined
        if (closed) return
        if (outcome === 'signed-out') return options.onSignedOut()
        failures++
        callOff = clock.after(backoffMs(failures, options.random(), { server: false }), open)
      },
    })
    if (!ended) stream = opened
  }

  return {
    open,
    wake: open,
    close() {
      closed = true
      callOff()
      stream?.close()
      stream = undefined
    },
  }
}
