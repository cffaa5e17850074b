import type { Context } from '../engine/context.ts'

/** Whether the session by which the caller asks is still there, in this transaction; an API token is none. */
export async function isSignedIn({
  db,
  sessionHash,
}: Pick<Context, 'db' | 'sessionHash'>): Promise<boolean> {
  const session = await db
    .selectFrom('session')
    .select('hash')
    .where('hash', '=', sessionHash)
    .executeTakeFirst()
  return session !== undefined
}
