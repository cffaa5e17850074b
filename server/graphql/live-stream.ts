/** One event stream: what waits for whoever listens. */
import type { OpenedList } from '../access/access.ts'
import { createReadOnce, type ReadOnce } from '../changes/catch-up.ts'
import type { Now } from '../environment.ts'
import type { ShoppingPerson } from '../generated/schema.ts'
import type { ApiScope } from '../tokens/api-tokens.ts'
import type { Viewer } from '../viewer.ts'
import type { EventSource } from './http/event-stream.ts'

export interface Stream {
  readonly listener: Listener
  readonly announcements: Announcements
  push(announced: Omit<Announced, 'brings' | 'shopping'>): void
  pushShopping(id: string, revision: number, shopping: readonly ShoppingPerson[]): void
  end(): void
}

/** What was not taken yet collapses to the latest of each unit, so a slow reader costs no memory. */
export function createStream(listener: Listener, now: Now, onEnd: () => void): Stream {
  const pending = new Map<string, Announced>()
  let pushedAt = 0
  let isEnded = false
  let tellNews = () => {}

  function end(): void {
    if (isEnded) return
    isEnded = true
    onEnd()
    tellNews()
  }

  return {
    listener,
    announcements: {
      take() {
        for (const [id, announced] of pending) {
          pending.delete(id)
          return announced
        }
        return isEnded ? 'ended' : 'none'
      },
      onNews(call) {
        tellNews = call
      },
      end,
      [Symbol.asyncIterator]() {
        throw new Error('Announcements are taken, not iterated.')
      },
    },
    push(announced) {
      // Each is looked up before it is told, and may overtake the one before: the latest must not be lost.
      const waiting = pending.get(announced.id)?.revision ?? null
      if (waiting !== null && announced.revision !== null && waiting > announced.revision) return
      const at = now().getTime()
      const isQuiet = at - pushedAt >= bringsAfterMs
      pushedAt = at
      pending.set(announced.id, { ...announced, brings: isQuiet && announced.seen !== undefined })
      tellNews()
    },
    pushShopping(id, revision, shopping) {
      // Beside what moved of the list: neither takes the other's place.
      pending.set(`${shoppingOf}${id}`, {
        id,
        revision,
        brings: false,
        alike: String(listener.viewer.id),
        share: createReadOnce(),
        shopping,
      })
      tellNews()
    },
    end,
  }
}

const shoppingOf = 'shopping of '

/** While hints follow each other faster, they bring nothing: one question answers many. */
const bringsAfterMs = 250

/** Says that a unit moved; `revision` null if the person may no longer see it. */
export interface Announced {
  readonly id: string
  readonly revision: number | null
  /** Whether to say as well what changed since the revision before. */
  readonly brings: boolean
  /** The list as whoever is told had it when it was told. */
  readonly seen?: OpenedList | undefined
  /** The same for all to whom this reads the same; their own id where it might not. */
  readonly alike: string
  /** Shared with all who are told of the same. */
  readonly share: ReadOnce
  /** Who else is in a store with the list by now; absent if something moved. */
  readonly shopping?: readonly ShoppingPerson[]
}

export interface Listener {
  readonly viewer: Viewer
  /** As in the session table: a stream ends with its session. */
  readonly sessionHash: string
  /** What the API token may do by which it was asked; absent if the person asks. */
  readonly scope?: ApiScope
}

/** What graphql-js takes for a subscription's source, though nobody iterates it. */
export interface Announcements extends EventSource<Announced>, AsyncIterable<Announced> {}
