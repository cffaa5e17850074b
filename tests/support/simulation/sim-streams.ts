/** What the event streams tell of each change, to the devices of all whom it concerns, early, late or not at all. */
import { accountUnit } from '../../../server/changes/changes.ts'
import type { Database } from '../../../server/db/open.ts'
import type { TestClient } from '../server/client.ts'
import type { Device } from './device.ts'

/** How one device hears of one change. */
export type Telling =
  /** At once: of its own change, before the answer to it. */
  | 'now'
  /** When late answers arrive, so that it may come behind newer ones. */
  | 'late'
  | 'twice'
  /** Without what changed, which is to be asked for. */
  | 'bare'
  | 'lost'

export const tellings: readonly Telling[] = ['now', 'late', 'twice', 'bare', 'lost']

export interface SimStreams {
  /** The same browser: what its requests change is told before they are answered. */
  watch(client: TestClient): TestClient
  /** Tells what moved since it was last told. */
  tell(): Promise<void>
}

export interface SimStreamsParts {
  readonly moves: Moves
  /** Those that are there by now, with the person whose they are. */
  readonly devices: () => readonly (readonly [userId: number, device: Device])[]
  /** In turn for each device and each change; none where nothing is told. */
  readonly tellings: readonly Telling[]
}

export function createSimStreams({ moves, devices, tellings }: SimStreamsParts): SimStreams {
  let told = 0

  async function tell(): Promise<void> {
    if (tellings.length === 0) return
    for (const { userId, ...moved } of await moves()) {
      const own = devices().flatMap(([id, device]) => (id === userId ? device.pages : []))
      const hint = (await own[0]?.network.hintOf(moved.id)) ?? moved
      for (const { network } of own) {
        const telling = tellings[told++ % tellings.length]
        if (telling === 'now' || telling === 'twice') network.hint(hint)
        if (telling === 'late' || telling === 'twice') network.hintLate(hint)
        if (telling === 'bare') network.hint({ id: hint.id, revision: hint.revision })
      }
    }
  }

  return {
    tell,
    watch: client => ({
      ...client,
      async fetch(path, init) {
        const response = await client.fetch(path, init)
        if (String(init?.body).includes('mutation')) await tell()
        return response
      },
    }),
  }
}

export interface Move {
  readonly userId: number
  readonly id: string
  /** Null where the person sees it no more. */
  readonly revision: number | null
}

/** Answers what moved for each of these people since it was last asked. */
export type Moves = () => Promise<readonly Move[]>

export function watchMoves(db: Database, userIds: readonly number[]): Moves {
  let known = new Map<string, Move>()

  return async () => {
    const lists = await db.query
      .selectFrom('membership')
      .innerJoin('shopping_list', 'shopping_list.id', 'membership.list_id')
      .select(['membership.user_id as userId', 'shopping_list.id', 'shopping_list.revision'])
      .where('membership.user_id', 'in', userIds)
      .where('membership.ended_at', 'is', null)
      .where('shopping_list.deleted_at', 'is', null)
      .execute()
    const accounts = await db.query
      .selectFrom('user')
      .select(['id as userId', 'revision'])
      .where('id', 'in', userIds)
      .execute()
    const units = [...lists, ...accounts.map(account => ({ ...account, id: accountUnit }))]
    const now = new Map(units.map(one => [`${one.userId} ${one.id}`, one]))
    const moved = [...now].flatMap(([key, one]) =>
      known.get(key)?.revision === one.revision ? [] : one,
    )
    const gone = [...known].flatMap(([key, one]) =>
      now.has(key) ? [] : { ...one, revision: null },
    )
    known = now
    return [...moved, ...gone]
  }
}
