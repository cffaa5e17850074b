/** The event streams of this process: who listens, and what they are told. */
import { jsonIn } from '../../rules/json-in.ts'
import { isPossibleId, seeListAsEach } from '../access/access.ts'
import { type Announcement, signOutUnit } from '../changes/announcements.ts'
import { createReadOnce } from '../changes/catch-up.ts'
import { accountUnit } from '../changes/changes.ts'
import { jsonKeys, keysIn } from '../db/json-rows.ts'
import type { Database } from '../db/open.ts'
import { type Place, prepare } from '../db/prepared.ts'
import type { Now } from '../environment.ts'
import { describeError, type Log } from '../log.ts'
import { createShoppers } from './lists/shoppers.ts'
import { type Announcements, createStream, type Listener, type Stream } from './live-stream.ts'

/** Browsers keep six connections to a server: streams beyond these are leftovers, and the oldest ends. */
const streamsPerSession = 4
const streamsPerUser = 20
/** How often a quiet stream is looked at: its session may have ended in another process. */
const sweepMs = 15_000

export interface Live {
  listen(listener: Listener): Announcements
  /** How many streams are open. */
  count(): number
  close(): void
}

export function createLive(database: Database, now: Now, log: Log): Live {
  const streams = new Set<Stream>()
  const shoppers = createShoppers(now)

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

  async function tell(announcement: Announcement): Promise<void> {
    const { unit, revision, userIds, isShopping } = announcement
    if (isShopping !== undefined) {
      if (!isPossibleId(unit)) return
      // Before anything is waited for: who leaves must not overtake their coming.
      const news = userIds.filter(userId => shoppers.note(unit, userId, isShopping, revision ?? 0))
      for (const userId of news) await tellOfShopper(unit, userId)
      return tellOfExpired()
    }
    await tellOfExpired()
    const concerned = [...streams].filter(({ listener }) => userIds.includes(listener.viewer.id))
    await endSignedOut(concerned)
    if (unit === signOutUnit || concerned.length === 0) return
    const seers = unit === accountUnit ? undefined : await seeListAsEach(database.query, unit)
    const share = createReadOnce()
    for (const stream of concerned) {
      const { id } = stream.listener.viewer
      const seen = seers?.get(id)
      // Who lost it may have it again by now: a batch took it away and gave it back.
      const current = revision ?? seen?.revision ?? null
      const isOfItems = seen && revision !== null && seen.selfRevision < revision
      stream.push({
        id: unit,
        revision: seers && !seen ? null : current,
        seen,
        // Of a list that did not change itself only items are told, with what one may do with them.
        alike: isOfItems ? seen.permission : String(id),
        share,
      })
    }
    // The people of a list are its own: whoever has it only now was not told, whoever has it no more is not in the store.
    const [own] = seers?.values() ?? []
    // What was announced may be a later tick of the same batch.
    if (own && shoppers.isUntold(unit, own.selfRevision)) await tellWhoShops(unit, [...streams])
  }

  async function sweep(): Promise<void> {
    await endSignedOut([...streams])
    await tellOfExpired()
  }

  async function tellOfExpired(): Promise<void> {
    for (const { listId, userId } of shoppers.expire()) await tellOfShopper(listId, userId)
  }

  /** To everybody who has the list but the person it is about, who knows. */
  async function tellOfShopper(listId: string, userId: number): Promise<void> {
    const others = [...streams].filter(({ listener }) => listener.viewer.id !== userId)
    await tellWhoShops(listId, others)
  }

  /** `among` are told where they have the list. Who shops is read last: what was overtaken meanwhile says the same. */
  async function tellWhoShops(listId: string, among: readonly Stream[]): Promise<void> {
    if (among.length === 0) return
    const members = await database.query
      .selectFrom('membership')
      .innerJoin('user', 'user.id', 'membership.user_id')
      .select(['user.id', 'user.first_name'])
      .where('membership.list_id', '=', listId)
      .where('membership.ended_at', 'is', null)
      .execute()
    const memberIds = new Set(members.map(({ id }) => id))
    const concerned = among.filter(({ listener }) => memberIds.has(listener.viewer.id))
    if (concerned.length === 0) return
    await endSignedOut(concerned)
    const seers = await seeListAsEach(database.query, listId)
    const shopping = new Set(shoppers.of(listId))
    for (const stream of concerned) {
      const { viewer } = stream.listener
      const seen = seers.get(viewer.id)
      if (!seen) continue
      const people = members.filter(({ id }) => shopping.has(id) && id !== viewer.id)
      stream.pushShopping(
        listId,
        seen.revision,
        people.map(({ id, first_name }) => ({ userId: id, firstName: first_name })),
      )
    }
  }

  /** Whoever begins to listen knows of nobody. */
  async function tellOfAll(stream: Stream): Promise<void> {
    await tellOfExpired()
    const { id: userId } = stream.listener.viewer
    const listIds = shoppers.listIdsOfOthers(userId)
    if (listIds.length === 0) return
    const shopped = jsonKeys(listIds)
    for (const { listId } of await findOwn.all(database.query, { shopped, userId })) {
      if (!streams.has(stream)) return
      await tellWhoShops(listId, [stream])
    }
  }

  async function endSignedOut(suspects: readonly Stream[]): Promise<void> {
    if (suspects.length === 0) return
    const suspected = jsonKeys(suspects.map(stream => stream.listener.sessionHash))
    const alive = await findAlive.all(database.query, { suspected, now: now().toISOString() })
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
  function freeSpace(isAlike: (other: Listener) => boolean, atMost: number): void {
    const alike = [...streams].filter(stream => isAlike(stream.listener))
    for (const stream of alike.slice(0, Math.max(0, alike.length - atMost + 1))) stream.end()
  }

  return {
    listen(listener) {
      freeSpace(other => other.sessionHash === listener.sessionHash, streamsPerSession)
      freeSpace(other => other.viewer.id === listener.viewer.id, streamsPerUser)
      const stream = createStream(listener, now, () => streams.delete(stream))
      streams.add(stream)
      void tellOfAll(stream).catch(reportAndEnd)
      return stream.announcements
    },
    count: () => streams.size,
    close() {
      clearInterval(sweeper)
      unlisten()
      endAll()
    },
  }
}

const findAlive = prepare((db, place: Place<{ suspected: string; now: string }>) => {
  const suspected = keysIn(place('suspected'))
  return db
    .selectFrom('session')
    .select('hash')
    .where('hash', 'in', suspected)
    .where('expires_at', '>', place('now'))
    .unionAll(tokens =>
      tokens.selectFrom('api_token').select('hash').where('hash', 'in', suspected),
    )
})

/** Those of the lists that the person has. */
const findOwn = prepare((db, place: Place<{ shopped: string; userId: number }>) =>
  db
    .selectFrom('membership')
    .select('list_id as listId')
    .where('user_id', '=', place('userId'))
    .where('ended_at', 'is', null)
    .where('list_id', 'in', keysIn(place('shopped'))),
)

/** Anybody who may connect to the database can notify anything: what is none of ours is not heard. */
function readAnnouncement(payload: string): Announcement | undefined {
  const { unit, revision, userIds, isShopping }: Partial<Record<keyof Announcement, unknown>> =
    Object(jsonIn(payload))
  const isRevision = revision === null || Number.isSafeInteger(revision)
  if (typeof unit !== 'string' || !isRevision || !Array.isArray(userIds)) return undefined
  if (!userIds.every(Number.isSafeInteger)) return undefined
  const announcement = { unit, revision: revision as number | null, userIds }
  if (isShopping === undefined) return announcement
  return typeof isShopping === 'boolean' ? { ...announcement, isShopping } : undefined
}
