/**
 * Ids that were used and are gone, by their hash: nobody gives one again. Kept beside tokens, though they are none,
 * of what leaves no row behind itself.
 */
import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { daysBefore } from '../environment.ts'
import { hashToken } from './hash-token.ts'
import { tokenMinutes } from './tokens.ts'

export type GoneKind = 'feedback' | 'api-token'

const purpose = 'id-gone'
/** So many to a statement: SQLite takes 32,766 values in one, and an administrator deletes 10,000 records at once. */
const atOnce = 1_000

/** `now` is ISO 8601. */
export async function rememberGone(
  db: Kysely<Schema>,
  kind: GoneKind,
  { ids, now }: { readonly ids: readonly string[]; readonly now: string },
): Promise<void> {
  const expires_at = daysBefore(new Date(now), -tokenMinutes[purpose] / 1_440)
  for (let at = 0; at < ids.length; at += atOnce) {
    const rows = ids.slice(at, at + atOnce).map(id => ({
      ...{ hash: hashOf(kind, id), purpose, user_id: null, payload: null },
      ...{ created_at: now, expires_at, used_at: null },
    }))
    await db
      .insertInto('single_use_token')
      .values(rows)
      // A process of the version before may have given one again.
      .onConflict(clash => clash.column('hash').doUpdateSet({ expires_at }))
      .execute()
  }
}

export async function isGone(db: Kysely<Schema>, kind: GoneKind, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('single_use_token')
    .select('hash')
    .where('hash', '=', hashOf(kind, id))
    .executeTakeFirst()
  return row !== undefined
}

/** Of no token, and of one kind alone. */
function hashOf(kind: GoneKind, id: string): string {
  return hashToken(`${kind} ${id}`)
}
