/**
 * Sessions: an opaque random token in a cookie, only its SHA-256 in the database, so that whoever reads a
 * backup cannot be anybody.
 */
import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import type { Now, Random } from '../surroundings.ts'
import { readRole, type Viewer } from '../viewer.ts'

export const sessionDays = 180
const dayMs = 86_400_000
/** How often using a session prolongs it: a write a day is enough for 180 days that slide. */
const slideAfterMs = dayMs

export interface BegunSession {
  /** For the cookie, and nowhere else. */
  readonly token: string
  /** ISO 8601 in UTC, unless it is used before. */
  readonly endsAt: string
}

export interface FoundSession {
  readonly viewer: Viewer
  /** ISO 8601 in UTC, this use of it counted in. */
  readonly endsAt: string
}

export interface Sessions {
  begin(tx: Transaction<Schema>, userId: number): Promise<BegunSession>
  /** Whose it is; using a session prolongs it. */
  find(token: string): Promise<FoundSession | undefined>
  /** Answers whose it was; no matter whether there was one. */
  end(tx: Transaction<Schema>, token: string): Promise<number | undefined>
}

export function createSessions(db: Database, now: Now, random: Random): Sessions {
  const expiry = (): string => new Date(now().getTime() + sessionDays * dayMs).toISOString()

  return {
    async begin(tx, userId) {
      const token = Buffer.from(random(32)).toString('base64url')
      const at = now().toISOString()
      const endsAt = expiry()
      await tx
        .insertInto('session')
        .values({
          hash: hashToken(token),
          user_id: userId,
          created_at: at,
          seen_at: at,
          expires_at: endsAt,
        })
        .execute()
      // Whoever signs in sweeps up.
      await tx.deleteFrom('session').where('expires_at', '<=', at).execute()
      return { token, endsAt }
    },

    async find(token) {
      const at = now()
      const row = await db.query
        .selectFrom('session')
        .innerJoin('user', 'user.id', 'session.user_id')
        .select(['user.id', 'user.role', 'session.seen_at', 'session.expires_at'])
        .where('session.hash', '=', hashToken(token))
        .where('session.expires_at', '>', at.toISOString())
        .executeTakeFirst()
      if (!row) return undefined
      const slides = at.getTime() - Date.parse(row.seen_at) >= slideAfterMs
      const endsAt = slides ? expiry() : row.expires_at
      if (slides) {
        await db.query
          .updateTable('session')
          .set({ seen_at: at.toISOString(), expires_at: endsAt })
          .where('hash', '=', hashToken(token))
          .execute()
      }
      return { viewer: { id: row.id, role: readRole(row.role) }, endsAt }
    },

    async end(tx, token) {
      const ended = await tx
        .deleteFrom('session')
        .where('hash', '=', hashToken(token))
        .returning('user_id')
        .executeTakeFirst()
      return ended?.user_id
    },
  }
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
