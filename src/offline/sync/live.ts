/** The one event stream of this browser; opened again with a growing pause whenever it ends. */

import type { Clock } from '../clock.ts'
import { createPause } from '../pause.ts'
import { backoffMs } from './backoff.ts'
import type { Hint, HintStream, Network } from './network.ts'

export interface LiveParts {
  readonly network: Network
  readonly clock: Clock
  readonly random: () => number
  /** Whatever was missed while there was no stream must be asked for. */
  readonly onOpen: () => void
  readonly onHint: (hint: Hint) => void
  readonly onSignedOut: () => void
  /** There is no stream any more, for now; `failures` counts those in a row that came to nothing, this one included. */
  readonly onEnd?: (failures: number) => void
}

export interface Live {
  open(): void
  /** A hint that the network is back: ends the pause, unless the server asked for it. */
  wake(): void
  close(): void
}

/** A stream that lived so long or brought something has failed no more than any that ends one day. */
const soundMs = 10_000

export function createLive(parts: LiveParts): Live {
  const { network, clock } = parts
  let stream: HintStream | undefined
  let failures = 0
  let closed = false
  const askedPause = createPause(clock)
  let cancel = () => {}

  function open() {
    if (closed || stream) return
    cancel()
    const left = askedPause.left()
    if (left > 0) {
      // Not the timer's word alone: by a clock that was set back, some of the pause may be left.
      cancel = clock.after(left, open)
      return
    }
    let ended = false
    let forgive = () => {}
    function sound() {
      forgive()
      failures = 0
    }
    const opened = network.listen({
      onOpen() {
        forgive = clock.after(soundMs, sound)
        parts.onOpen()
      },
      onHint(hint) {
        sound()
        parts.onHint(hint)
      },
      onEnd(outcome, retryAfterMs) {
        if (ended) return
        ended = true
        forgive()
        stream = undefined
        failures++
        parts.onEnd?.(failures)
        if (closed) return
        if (outcome === 'signed-out') return parts.onSignedOut()
        const pause = backoffMs(failures, parts.random(), {
          server: false,
          ...(retryAfterMs !== undefined && { retryAfterMs }),
        })
        if (retryAfterMs !== undefined) askedPause.begin(pause)
        cancel = clock.after(pause, open)
      },
    })
    if (!ended) stream = opened
  }

  return {
    open,
    wake: open,
    close() {
      closed = true
      cancel()
      stream?.close()
      stream = undefined
    },
  }
}
