/** API tokens of one's own (spec section 12): made, listed and ended by the person, never by a token. */
import type { Selectable } from 'kysely'
import { lockAccounts } from '../../changes/changes.ts'
import type { ApiTokenTable } from '../../db/schema.ts'
import { allowances, waitInWords } from '../../gates/attempts.ts'
import type { ApiToken } from '../../generated/schema.ts'
import { letterNames } from '../../mail/letter-names.ts'
import { badInput, forbidden, idIsUsed, notFound } from '../../refusal.ts'
import { insertApiToken } from '../../tokens/api-tokens.ts'
import { isGone, rememberGone } from '../../tokens/gone-ids.ts'
import { deleteEach, oneId } from '../delete-results.ts'
import type { Context, Mutations, Queries } from '../engine/context.ts'
import { readName, readNewId } from '../engine/input.ts'
import { isSignedIn } from './signed-in.ts'

const tokensPerUser = 20

export const apiTokenQueries = {
  getAllApiToken: (_, _args, context) => readApiTokens(context),
} satisfies Queries

export const apiTokenMutations = {
  async createApiToken(_, args, context) {
    const { db, viewer, now, secretBytes, attempts, mails } = context
    const id = readNewId(context, 'id', args.id)
    const name = readName('name', args.name)
    await lockAccounts(context, [viewer.id])
    const first = await db
      .selectFrom('api_token')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (first && first.user_id !== viewer.id) {
      throw idIsUsed()
    }
    if (first) return { token: null, apiToken: presentToken(first) }
    if (args.id && (await isGone(db, 'api-token', id))) throw idIsUsed()
    const all = await readApiTokens(context)
    if (all.length >= tokensPerUser) {
      const message = `At most ${tokensPerUser} tokens work at once. End one that you do not need.`
      throw badInput({ field: 'name', limit: tokensPerUser, message })
    }
    const wait = await attempts.take(allowances.apiTokens, String(viewer.id), db)
    if (wait !== undefined) {
      const { tries: limit, perMinutes } = allowances.apiTokens
      const message = `You made ${limit} tokens within ${waitInWords(perMinutes * 60)}, which is all that may be made. Try again in ${waitInWords(wait)}.`
      throw badInput({ field: 'name', limit, message })
    }
    const wanted = { id, userId: viewer.id, name, scope: args.scope, now }
    const token = await insertApiToken(db, secretBytes, wanted)
    // It would outlive the new password that ended the session while this waited.
    if (!(await isSignedIn(context)))
      throw forbidden('Tokens are made where somebody is signed in.')
    const { email } = await db
      .selectFrom('user')
      .select('email')
      .where('id', '=', viewer.id)
      .executeTakeFirstOrThrow()
    // It outlives the session that it was made in, which may have been found open.
    const data = { name, scope: args.scope }
    await mails.queue(db, { letter: letterNames.apiTokenMade, to: email, userId: viewer.id, data })
    return { token, apiToken: { id, name, scope: args.scope, createdAt: now, usedAt: null } }
  },

  deleteByIdApiToken(_, { id }, context) {
    const { db, viewer, now, moved } = context
    return deleteEach(
      oneId(id),
      async () => {
        const own = (await readApiTokens(context)).some(token => token.id === id)
        if (!own) throw notFound()
      },
      async () => {
        await db
          .deleteFrom('api_token')
          .where('id', '=', id)
          .where('user_id', '=', viewer.id)
          .execute()
        await rememberGone(db, 'api-token', { gone: [{ id }], now })
        // Event streams that it opened end.
        moved.signedOut.add(viewer.id)
      },
    )
  },
} satisfies Mutations

/** Those of the person who asks, the oldest first. */
export async function readApiTokens({ db, viewer }: Pick<Context, 'db' | 'viewer'>) {
  const rows = await db
    .selectFrom('api_token')
    .selectAll()
    .where('user_id', '=', viewer.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(presentToken)
}

function presentToken(row: Selectable<ApiTokenTable>): ApiToken {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope === 'READ_WRITE' ? 'READ_WRITE' : 'READ',
    createdAt: row.created_at,
    usedAt: row.used_at,
  }
}
