/** What the desk says by mail. */
import { hashToken } from '../tokens/hash-token.ts'
import { letterNames } from './letter-names.ts'
import type { LetterKind } from './mails.ts'

/** Written when it is sent: a reply that was taken back or corrected, or its record, is not mailed. */
export const feedbackLetters: readonly LetterKind[] = [
  {
    name: letterNames.feedbackReply,
    followsAccount: true,
    async compose({ tx, data, userId, link }) {
      const row = await tx
        .selectFrom('feedback')
        .select(['feedback', 'reply'])
        .where('id', '=', String(data.feedbackId))
        .executeTakeFirst()
      if (!row?.reply) return undefined
      // The corrected one has a letter of its own. Letters of versions before tell of none.
      if (data.hash !== undefined && data.hash !== hashToken(row.reply)) return undefined
      return {
        subject: 'An answer to your feedback',
        lines: ['You wrote:', row.feedback, 'The Aisle team answers:', row.reply],
        ...(userId !== undefined && {
          action: { label: 'See your feedback', url: link('/product/feedback') },
        }),
      }
    },
  },
]
