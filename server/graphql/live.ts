/** The event streams of this process: who listens, and what they are told. */
import { openList } from '../access.ts'
import type { ApiScope } from '../api-tokens.ts'
import {
  type Announcement,
  accountUnit,
  createReadOnce,
  type ReadOnce,
  signOutUnit,
} from '../changes.ts'
import type { Database } from '../db/open.ts'
import { describeError, type Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import type { Now } from '../surroundings.ts'
import type { Viewer } from '../viewer.ts'

/** Browsers keep six connections to a server: a second stream of one of them is a leftover. */
const streamsPerSession = 4
const streamsPerUser = 20
/** How often a quiet stream is looked at: its session may have ended in another process. */
const sweepMs = 15_000

/** While hints follow each other faster, they bring nothing: one question answers many. */
const bringsAfterMs = 250

/** Says that a unit moved; `revision` null where the person may no longer see it. */
export interface Announced {
  readonly id: string
  readonly revision: number | null
  /** Whether to say as well what changed since the revision before. */
  readonly brings: boolean
  /** Shared with all who are told the same. */
  readonly share: ReadOnce
}

export interface Listener {
  readonly viewer: Viewer
  /** As in the session table: a stream ends with its session. */
  readonly sessionHash: string
  /** What the API token may do by which it was asked; absent where the person asks. */
  readonly scope?: ApiScope
}

export interface Live {
  listen(listener: Listener): AsyncIterableIterator<Announced>
  /** How many streams are open. */
  count(): number
  close(): void
}

export function createLive(database: Database, now: Now, log: Log): Live {
  const streams = new Set<Stream>()

  const unlisten = database.listen({
    onNotify(payload) {
      const announcement = readAnnouncement(payload)
      if (announcement) void tell(announcement).catch(reportAndEnd)
    },
    // What was missed is asked for by whoever connects again.
    onReset: endAll,
  })
  const sweeper = setInterval(() => void sweep().catch(reportAndEnd), sweepMs)
  sweeper.unref()

  async function tell({ unit, revision, userIds }: Announcement): Promise<void> {
    const concerned = [...streams].filter(({ listener }) => userIds.includes(listener.viewer.id))
    await endSignedOut(concerned)
    if (unit === signOutUnit) return
    const seen = new Map<number, boolean>()
    const share = createReadOnce()
    for (const stream of concerned) {
      const { viewer } = stream.listener
      const known = seen.get(viewer.id)
      const isSeen = known ?? (unit === accountUnit || (await sees(database, viewer, unit)))
      seen.set(viewer.id, isSeen)
      stream.push(unit, isSeen ? revision : null, share)
    }
  }

  async function sweep(): Promise<void> {
    await endSignedOut([...streams])
  }

  async function endSignedOut(suspects: readonly Stream[]): Promise<void> {
    if (suspects.length === 0) return
    const hashesOf = [...new Set(suspects.map(stream => stream.listener.sessionHash))]
    const alive = await database.query
      .selectFrom('session')
      .select('hash')
      .where('hash', 'in', hashesOf)
      .where('expires_at', '>', now().toISOString())
      .unionAll(tokens =>
        tokens.selectFrom('api_token').select('hash').where('hash', 'in', hashesOf),
      )
      .execute()
    const hashes = new Set(alive.map(row => row.hash))
    for (const stream of suspects) if (!hashes.has(stream.listener.sessionHash)) stream.end()
  }

  function endAll(): void {
    for (const stream of [...streams]) stream.end()
  }

  function reportAndEnd(error: unknown): void {
    log.error(describeError(error), 'event streams')
    endAll()
  }

  /** Sets keep the order of arrival, so the first is the oldest. */
  function makeRoom(isAlike: (other: Listener) => boolean, atMost: number): void {
    const alike = [...streams].filter(stream => isAlike(stream.listener))
    for (const stream of alike.slice(0, Math.max(0, alike.length - atMost + 1))) stream.end()
  }

  return {
    listen(listener) {
      makeRoom(other => other.sessionHash === listener.sessionHash, streamsPerSession)
      makeRoom(other => other.viewer.id === listener.viewer.id, streamsPerUser)
      const stream = createStream(listener, now, () => streams.delete(stream))
      streams.add(stream)
      return stream.events
    },
    count: () => streams.size,
    close() {
      clearInterval(sweeper)
      unlisten()
      endAll()
    },
  }
}

/** Anybody who may connect to the database can notify anything: what is none of ours is not heard. */
function readAnnouncement(payload: string): Announcement | undefined {
  let read: unknown
  try {
    read = JSON.parse(payload)
  } catch {
    return undefined
  }
  const { unit, revision, userIds } = Object(read) as Record<keyof Announcement, unknown>
  const isRevision = revision === null || Number.isSafeInteger(revision)
  if (typeof unit !== 'string' || !isRevision || !Array.isArray(userIds)) return undefined
  if (!userIds.every(Number.isSafeInteger)) return undefined
  return { unit, revision: revision as number | null, userIds }
}

async function sees(database: Database, viewer: Viewer, listId: string): Promise<boolean> {
  try {
    await openList({ db: database.query, viewer }, listId, 'VIEW')
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

interface Stream {
  readonly listener: Listener
  readonly events: AsyncIterableIterator<Announced>
  push(id: string, revision: number | null, share: ReadOnce): void
  end(): void
}

/** What was not taken yet collapses to the latest of each unit, so a slow reader costs no memory. */
function createStream(listener: Listener, now: Now, onEnd: () => void): Stream {
  const pending = new Map<string, Announced>()
  let pushedAt = 0
  let isEnded = false
  let wake: (() => void) | undefined

  function end(): void {
    if (isEnded) return
    isEnded = true
    onEnd()
    wake?.()
  }

  const finished = { done: true, value: undefined } as const
  const events: AsyncIterableIterator<Announced> = {
    async next() {
      for (;;) {
        for (const [id, value] of pending) {
          pending.delete(id)
          return { done: false, value }
        }
        if (isEnded) return finished
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
    },
    async return() {
      end()
      return finished
    },
    [Symbol.asyncIterator]: () => events,
  }

  return {
    listener,
    events,
    push(id, revision, share) {
      const at = now().getTime()
      const isQuiet = at - pushedAt >= bringsAfterMs
      pushedAt = at
      const brings = isQuiet && revision !== null && id !== accountUnit
      pending.set(id, { id, revision, brings, share })
      wake?.()
    },
    end,
  }
}
