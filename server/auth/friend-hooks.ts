/** What an account that can be used from now on finds: its friends' requests, and the invitation it came by. */
import { sql } from 'kysely'
import { deliverRequests } from '../access/friends-of-account.ts'
import { acceptInviteInTransaction, findInvite } from '../access/invites.ts'
import { lockAccounts, lockOpenings } from '../changes/changes.ts'
import { WriteConflict } from '../changes/write-conflict.ts'
import { writeActivities } from '../graphql/lists/activity.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { Refusal } from '../refusal.ts'
import type { AccountHooks } from './account-hooks.ts'
import { isProvenAccount } from './users.ts'

interface FriendHookParts {
  readonly now: () => Date
  readonly newId: () => string
  readonly jobs: Pick<Jobs, 'addAll'>
}

export function createFriendHooks({ now, newId, jobs }: FriendHookParts): AccountHooks {
  return {
    async isInvited(db, { inviteId }) {
      if (inviteId === '') return false
      const invite = await findInvite(db, inviteId, now().toISOString())
      if (!invite) return false
      const host = await db
        .selectFrom('user')
        .select('id')
        .where('id', '=', invite.userId)
        .where(isProvenAccount)
        .executeTakeFirst()
      return host !== undefined
    },

    async lockInvited(db, userId, { inviteId, addFriend }) {
      const isByInvitation = addFriend && inviteId !== ''
      const host = isByInvitation && (await findInvite(db, inviteId, now().toISOString()))
      if (!host) return
      await lockOpenings(db)
      await lockAccounts({ db }, [userId, host.userId])
    },

    async onAccountOpened(writer, { inviteId, addFriend }) {
      const user = await writer.db
        .selectFrom('user')
        .select(['id', 'email_key'])
        .where('id', '=', writer.viewer.id)
        .executeTakeFirstOrThrow()
      const isByInvitation = addFriend && inviteId !== ''
      const host = isByInvitation ? await findInvite(writer.db, inviteId, writer.now) : undefined
      await deliverRequests(writer, user, host?.userId)
      if (!isByInvitation) return
      await sql`savepoint invitation`.execute(writer.db)
      try {
        const accepting = { ...writer, newId, jobs, token: null }
        await acceptInviteInTransaction(accepting, inviteId)
        await writeActivities(accepting)
        await sql`release savepoint invitation`.execute(writer.db)
      } catch (error) {
        // Past a limit, or to a list that went meanwhile: the account is made all the same.
        if (!(error instanceof Refusal || error instanceof WriteConflict)) throw error
        await sql`rollback to savepoint invitation`.execute(writer.db)
      }
    },
  }
}
