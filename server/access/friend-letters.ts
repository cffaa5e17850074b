/** The mail that asks somebody for friendship; the same whether they have an account. */
import { fullName } from '../../rules/people/full-name.ts'
import { letterNames } from '../mail/letter-names.ts'
import type { LetterKind } from '../mail/mails.ts'
import { nameInMail } from '../mail/name-in-mail.ts'

export const friendLetters: readonly LetterKind[] = [
  {
    name: letterNames.friendRequest,
    async compose({ tx, data, link }) {
      const asker = await tx
        .selectFrom('user')
        .select(['id', 'first_name', 'last_name', 'invite_id'])
        .where('id', '=', Number(data.askerId))
        .executeTakeFirst()
      const request = await tx
        .selectFrom('friend')
        .select(['friend_user_id', 'is_known', 'my_status'])
        .where('id', '=', String(data.requestId))
        .executeTakeFirst()
      // Withdrawn, or answered meanwhile.
      if (!asker || !request || request.is_known === 1 || request.my_status !== 'ACCEPTED') return
      const refusal = await tx
        .selectFrom('friend')
        .select('id')
        .where('user_id', '=', request.friend_user_id ?? 0)
        .where('friend_user_id', '=', asker.id)
        .where('my_status', 'in', ['REJECTED', 'BLOCKED'])
        .executeTakeFirst()
      if (refusal) return undefined
      const name = nameInMail(fullName(asker.first_name, asker.last_name))
      return {
        subject: `${name} invites you to Aisle`,
        lines: [
          `${name} would like to be friends with you on Aisle, to share shopping lists.`,
          'Follow the link to see who it is, and accept. You can make an account there, too.',
        ],
        action: { label: 'See the invitation', url: link(`/invite?inviteId=${asker.invite_id}`) },
        closing: 'If you do not know them, there is nothing to do.',
      }
    },
  },
]
