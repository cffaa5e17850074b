/**
 * API tokens: a script sends one as `Authorization: Bearer …` to /graphql, without cookies and without CSRF
 * tokens, since no browser adds one by itself. Only their SHA-256 is kept.
 */
import type { Kysely } from 'kysely'
import { newRole } from '../../rules/people/roles.ts'
import { letFullDiskPass } from '../db/disk-full.ts'
import type { Database } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import type { Now, Random } from '../environment.ts'
import type { Viewer } from '../viewer.ts'
import { hashToken } from './hash-token.ts'

/** READ answers questions and event streams; READ_WRITE changes lists, but nothing of the account, nor who is on them. */
export type ApiScope = 'READ' | 'READ_WRITE'

/** Whoever finds one somewhere sees what it is, and so do scanners of repositories. */
const prefix = 'aisle_'
/** How often its use is noted. */
const notedAfterMs = 60 * 60 * 1000

/** What a request was sent by that has a token. */
export interface TokenCaller {
  /** Without the person's role: a token reaches lists, not the desk. */
  readonly viewer: Viewer
  /** As in the table; what is open for it ends with the token. */
  readonly sessionHash: string
  readonly scope: ApiScope
}

export interface ApiTokens {
  /** Whose token the request carries; undefined if it is none, or ended. */
  find(token: string): Promise<TokenCaller | undefined>
}

/** The token that a request carries; then its cookies count for nothing. Undefined where it carries none. */
export function bearerOf({ headers }: Pick<Request, 'headers'>): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1]
}

export function createApiTokens(db: Database, now: Now): ApiTokens {
  return {
    async find(token) {
      if (!token.startsWith(prefix)) return undefined
      const hash = hashToken(token)
      const row = await db.query
        .selectFrom('api_token')
        .select(['user_id', 'scope', 'used_at'])
        .where('hash', '=', hash)
        .executeTakeFirst()
      if (!row) return undefined
      const at = now()
      // Further ahead than that was a clock that was set right since.
      const since = row.used_at === null ? notedAfterMs : at.getTime() - Date.parse(row.used_at)
      if (Math.abs(since) >= notedAfterMs) {
        await db.query
          .updateTable('api_token')
          .set({ used_at: at.toISOString() })
          .where('hash', '=', hash)
          .execute()
          .catch(letFullDiskPass)
      }
      return {
        viewer: { id: row.user_id, role: newRole },
        sessionHash: hash,
        scope: row.scope === 'READ_WRITE' ? 'READ_WRITE' : 'READ',
      }
    },
  }
}

export interface NewApiToken {
  readonly id: string
  readonly userId: number
  readonly name: string
  readonly scope: ApiScope
  readonly now: string
}

/** Makes one; answers what the person is shown once, which is nowhere else. */
export async function insertApiToken(
  tx: Kysely<Schema>,
  secretBytes: Random,
  { id, userId, name, scope, now }: NewApiToken,
): Promise<string> {
  const token = `${prefix}${Buffer.from(secretBytes(32)).toString('base64url')}`
  await tx
    .insertInto('api_token')
    .values({
      ...{ id, user_id: userId, name, scope },
      ...{ hash: hashToken(token), created_at: now, used_at: null },
    })
    .execute()
  return token
}
