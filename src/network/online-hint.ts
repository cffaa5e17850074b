/** While the browser says that there is no network, nothing is sent to nowhere; but its word is a hint only. */
import { createPause } from '../offline/pause.ts'
import type { HintListener, Network, Outage } from '../offline/sync/network.ts'

export interface OnlineHintParts {
  /** What the browser says. */
  readonly isOnline: () => boolean
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** So often one request goes out all the same: some browsers say so if there is a network. */
const doubtMs = 60_000

/**
 * The same network, which answers `offline` at once where a request would most likely come to nothing. What a
 * person waits for is tried always; where the server answers against the hint, the hint counts no more until
 * the browser has been online again.
 */
export function heedOnlineHint(network: Network, { isOnline, now }: OnlineHintParts): Network {
  const pause = createPause({ now })
  let doubting = false
  let wasWrong = false

  function holdsBack(): boolean {
    if (isOnline()) {
      doubting = false
      wasWrong = false
      return false
    }
    if (wasWrong) return false
    if (doubting && pause.left() > 0) return true
    pause.begin(doubtMs)
    if (doubting) return false
    doubting = true
    return true
  }

  const { batches } = network
  return {
    ...(batches && {
      batches: {
        fitting: batches.fitting,
        async send(requests, options) {
          if (holdsBack() && !options.anyway) return noNetwork
          const outcome = await batches.send(requests, options)
          if (!('kind' in outcome) || outcome.kind !== 'outage') wasWrong = !isOnline()
          return outcome
        },
      },
    }),
    async send(document, variables, options) {
      if (holdsBack() && !options.waitedFor && !options.anyway) return noNetwork
      const outcome = await network.send(document, variables, options)
      if (outcome.kind !== 'outage') wasWrong = !isOnline()
      return outcome
    },
    listen(listener, account) {
      if (holdsBack()) return endedStream(listener)
      const believed = {
        ...listener,
        onOpen() {
          wasWrong = !isOnline()
          listener.onOpen()
        },
      }
      return network.listen(believed, account)
    },
  }
}

const noNetwork: Outage = {
  kind: 'outage',
  cause: 'offline',
}

function endedStream(listener: HintListener) {
  let closed = false
  queueMicrotask(() => {
    if (!closed) listener.onEnd('outage')
  })
  return {
    close() {
      closed = true
    },
  }
}
