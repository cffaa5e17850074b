/**
 * Ids that were used and are gone, by their hash: nobody gives one again, or whoever had it is told so. Kept beside
 * tokens, though they are none, of what leaves no row behind itself.
 */

import type { Kysely } from 'kysely'
import { daysBefore } from '../../rules/days.ts'
import { jsonKeys, keysIn } from '../db/json-rows.ts'
import { type Payload, readPayload } from '../db/payload.ts'
import type { Schema } from '../db/schema.ts'
import { hashToken } from './hash-token.ts'
import { tokenMinutes } from './tokens.ts'

export type GoneKind = 'feedback' | 'api-token' | 'list' | 'item'

interface Gone {
  readonly id: string
  /** What is to be known of it: no name. */
  readonly payload?: Payload
}

const purpose = 'id-gone'
/** So many to a statement: SQLite takes 32,766 values in one, and an administrator deletes 10,000 records at once. */
const atOnce = 1_000

/** `now` is ISO 8601. */
export async function rememberGone(
  db: Kysely<Schema>,
  kind: GoneKind,
  { gone, now }: { readonly gone: readonly Gone[]; readonly now: string },
): Promise<void> {
  const expires_at = daysBefore(new Date(now), -tokenMinutes[purpose] / 1_440)
  for (let at = 0; at < gone.length; at += atOnce) {
    const rows = gone.slice(at, at + atOnce).map(({ id, payload }) => ({
      ...{ hash: hashOf(kind, id), purpose, user_id: null },
      payload: payload ? JSON.stringify(payload) : null,
      ...{ created_at: now, expires_at, used_at: null },
    }))
    await db
      .insertInto('single_use_token')
      .values(rows)
      // A process of the version before may have given one again.
      .onConflict(clash =>
        clash
          .column('hash')
          .doUpdateSet(({ ref }) => ({ expires_at, payload: ref('excluded.payload') })),
      )
      .execute()
  }
}

export async function isGone(db: Kysely<Schema>, kind: GoneKind, id: string): Promise<boolean> {
  return (await findGone(db, kind, [id])).has(id)
}

/** Those of these ids that are gone, with what was remembered of each. */
export async function findGone(
  db: Kysely<Schema>,
  kind: GoneKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Payload>> {
  const idsByHash = new Map(ids.map(id => [hashOf(kind, id), id]))
  const rows = await db
    .selectFrom('single_use_token')
    .select(['hash', 'payload'])
    .where('hash', 'in', keysIn(jsonKeys(idsByHash.keys())))
    .execute()
  return new Map(rows.map(row => [idsByHash.get(row.hash) ?? '', readPayload(row.payload)]))
}

/** Of no token, and of one kind alone. */
function hashOf(kind: GoneKind, id: string): string {
  return hashToken(`${kind} ${id}`)
}
