/**
 * Sessions: an opaque random token in a cookie, only its SHA-256 in the database, so that whoever reads a
 * backup cannot be anybody.
 */

import type { Kysely, Transaction } from 'kysely'
import { dayMs } from '../../../rules/days.ts'
import { limits } from '../../../rules/limits.ts'
import { readRole } from '../../../rules/people/roles.ts'
import { letFullDiskPass } from '../../db/disk-full.ts'
import type { Database } from '../../db/open.ts'
import { type Place, prepare } from '../../db/prepared.ts'
import type { Schema } from '../../db/schema.ts'
import type { Now, Random } from '../../environment.ts'
import { hashToken } from '../../tokens/hash-token.ts'
import type { Viewer } from '../../viewer.ts'

export const sessionDays = 180
/** However much it is used. */
const longestDays = 2 * 365
/** So long after a sign-in nobody is asked again who they are. */
const freshForMs = 10 * 60_000
/** How often using a session is noted and prolongs it. */
const slideAfterMs = 60 * 60 * 1000

export interface BegunSession {
  /** For the cookie, and nowhere else. */
  readonly token: string
  /** ISO 8601 in UTC, unless it is used before. */
  readonly endsAt: string
}

export interface FoundSession {
  readonly viewer: Viewer
  /** As the table has it. */
  readonly hash: string
  /** ISO 8601 in UTC, this use of it counted in. */
  readonly endsAt: string
}

/** One browser where a person is signed in, as that person may know it. */
export interface ListedSession {
  /** Names the session and opens nothing. */
  readonly id: string
  /** The browser in words, "Chrome on Android"; null if it is not known. */
  readonly browser: string | null
  readonly createdAt: string
  /** To the hour. */
  readonly seenAt: string
  readonly current: boolean
}

export interface Sessions {
  /** `browser` in words (browser-words.ts). Of too many those end that were not used for longest. */
  begin(tx: Transaction<Schema>, userId: number, browser: string | null): Promise<BegunSession>
  /** Whose it is; using a session prolongs it. */
  find(token: string): Promise<FoundSession | undefined>
  /** Answers whose it was; no matter whether there was one. */
  end(tx: Transaction<Schema>, token: string): Promise<number | undefined>
  /**
   * A sign-out; answers whose session it was. Works on a full disk too: the session is then known here as
   * ended, and leaves the table with the next sign-in. (Whoever restarts the server in between finds it there
   * again, and nobody's browser holds its token.)
   */
  leave(token: string): Promise<number | undefined>
  /** The last used first; `currentHash` is the caller's own. */
  list(userId: number, currentHash?: string): Promise<readonly ListedSession[]>
  /**
   * Ends one of a person's sessions by its listed id, or all but one (by its hash), or all. Returns the hash of the one,
   * or how many went. Say `announceSignOut` after the commit: their event streams end then.
   */
  endOne(tx: Kysely<Schema>, userId: number, id: string): Promise<string | undefined>
  endAll(tx: Kysely<Schema>, userId: number, exceptHash?: string): Promise<number>
  /** The person of the session with this hash has just proved again to be themselves. */
  confirm(hash: string): Promise<void>
  /** Whether they did so, or signed in, within the last ten minutes. */
  isFresh(hash: string): Promise<boolean>
}

const findSession = prepare((db, place: Place<{ hash: string; at: string }>) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['user.id', 'user.role', 'session.seen_at', 'session.created_at'])
    .select('session.expires_at')
    .where('session.hash', '=', place('hash'))
    .where('session.expires_at', '>', place('at')),
)

export function createSessions(db: Database, now: Now, random: Random): Sessions {
  /** 180 days from now, at most two years from the sign-in. */
  const expiry = (createdAt: number): string =>
    new Date(
      Math.min(now().getTime() + sessionDays * dayMs, createdAt + longestDays * dayMs),
    ).toISOString()

  /** Hashes of sessions that could not be deleted. */
  const left = new Set<string>()

  async function end(tx: Transaction<Schema>, token: string): Promise<number | undefined> {
    const ended = await tx
      .deleteFrom('session')
      .where('hash', '=', hashToken(token))
      .returning('user_id')
      .executeTakeFirst()
    return ended?.user_id
  }

  return {
    end,

    async leave(token) {
      try {
        return await db.transaction(tx => end(tx, token))
      } catch (error) {
        letFullDiskPass(error)
        left.add(hashToken(token))
        const session = await db.query
          .selectFrom('session')
          .select('user_id')
          .where('hash', '=', hashToken(token))
          .executeTakeFirst()
        return session?.user_id
      }
    },

    async begin(tx, userId, browser) {
      const token = Buffer.from(random(32)).toString('base64url')
      const at = now().toISOString()
      const endsAt = expiry(now().getTime())
      await tx
        .insertInto('session')
        .values({
          hash: hashToken(token),
          user_id: userId,
          created_at: at,
          seen_at: at,
          expires_at: endsAt,
          browser,
          confirmed_at: null,
        })
        .execute()
      await forgetOldest(tx, userId, hashToken(token))
      if (left.size > 0) {
        await tx
          .deleteFrom('session')
          .where('hash', 'in', [...left])
          .execute()
      }
      return { token, endsAt }
    },

    async find(token) {
      const hash = hashToken(token)
      if (left.has(hash)) return undefined
      const at = now()
      const row = await findSession.first(db.query, { hash, at: at.toISOString() })
      if (!row) return undefined
      // Or further ahead: then it was used while the clock was.
      const slides = Math.abs(at.getTime() - Date.parse(row.seen_at)) >= slideAfterMs
      const endsAt = slides ? expiry(Date.parse(row.created_at)) : row.expires_at
      if (slides) {
        await db.query
          .updateTable('session')
          .set({ seen_at: at.toISOString(), expires_at: endsAt })
          .where('hash', '=', hash)
          .execute()
          .catch(letFullDiskPass)
      }
      return { viewer: { id: row.id, role: readRole(row.role) }, hash, endsAt }
    },

    async list(userId, currentHash) {
      const rows = await db.query
        .selectFrom('session')
        .select(['hash', 'browser', 'created_at', 'seen_at'])
        .where('user_id', '=', userId)
        .where('expires_at', '>', now().toISOString())
        .orderBy('seen_at', 'desc')
        .orderBy('hash')
        .execute()
      return rows.map(row => ({
        id: idOf(row.hash),
        browser: row.browser,
        createdAt: row.created_at,
        seenAt: row.seen_at,
        current: row.hash === currentHash,
      }))
    },

    async endOne(tx, userId, id) {
      const rows = await tx
        .selectFrom('session')
        .select('hash')
        .where('user_id', '=', userId)
        .execute()
      const hash = rows.find(row => idOf(row.hash) === id)?.hash
      if (hash !== undefined) await tx.deleteFrom('session').where('hash', '=', hash).execute()
      return hash
    },

    async endAll(tx, userId, exceptHash) {
      const { numDeletedRows } = await tx
        .deleteFrom('session')
        .where('user_id', '=', userId)
        .$if(exceptHash !== undefined, query => query.where('hash', '!=', exceptHash ?? ''))
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    async confirm(hash) {
      await db.query
        .updateTable('session')
        .set({ confirmed_at: now().toISOString() })
        .where('hash', '=', hash)
        .execute()
    },

    async isFresh(hash) {
      const session = await db.query
        .selectFrom('session')
        .select(['created_at', 'confirmed_at'])
        .where('hash', '=', hash)
        .executeTakeFirst()
      if (!session) return false
      const since = now().getTime() - Date.parse(session.confirmed_at ?? session.created_at)
      // Further ahead than that was a clock that was set right since.
      return Math.abs(since) <= freshForMs
    },
  }
}

/** Of the hash of a hash: nobody finds the row by it who does not have the table. */
function idOf(hash: string): string {
  return hashToken(hash).slice(0, 32)
}

/** All of a person's sessions are listed, and looked through, at once: nobody else waits for so many. */
async function forgetOldest(tx: Transaction<Schema>, userId: number, begun: string): Promise<void> {
  const extra = await tx
    .selectFrom('session')
    .select('hash')
    .where('user_id', '=', userId)
    .where('hash', '!=', begun)
    .orderBy('seen_at', 'desc')
    .orderBy('hash')
    .limit(1_000)
    .offset(limits.sessions - 1)
    .execute()
  const hashes = extra.map(({ hash }) => hash)
  if (hashes.length > 0) await tx.deleteFrom('session').where('hash', 'in', hashes).execute()
}
