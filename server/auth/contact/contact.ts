/** Word from somebody without an account: it lies with the feedback, for the support desk to read. */
import { derivedId } from '../../../rules/derived-id.ts'
import { checkEmail } from '../../../rules/people/account.ts'
import { cleanEmail } from '../../../rules/people/email.ts'
import { checkFeedback } from '../../../rules/people/feedback.ts'
import { checkName, cleanName } from '../../../rules/text.ts'
import type { Database } from '../../db/open.ts'
import type { Now } from '../../environment.ts'
import { type Attempts, allowances } from '../../gates/attempts.ts'
import { limited, limitedByAddress, type Outcome, refusedFor, type Visitor } from '../outcome.ts'

interface ContactParts {
  readonly db: Database
  readonly now: Now
  readonly attempts: Attempts
}

export interface Message {
  readonly name: string
  readonly email: string
  readonly feedback: string
}

export type Contact = (message: Message, visitor: Visitor) => Promise<Outcome>

/**
 * Takes a name (1 to 200 code points), an address that a mail can go to, and a text of 1 to 10,000 code points.
 * So many an hour from one network address, and so many a day from all, so that nobody fills the desk. Whoever got no
 * answer sends it again: the same words of one sender are one message a day.
 */
export function createContact({ db, now, attempts }: ContactParts): Contact {
  return async ({ name, email, feedback }, visitor) => {
    const issue =
      checkName('name', name) ?? checkEmail('email', email) ?? checkFeedback('feedback', feedback)
    if (issue) return refusedFor(issue)
    const wait =
      (await limitedByAddress(attempts, allowances.contactPerAddress, visitor)) ??
      limited(await attempts.take(allowances.contactOverall, 'all'))
    if (wait) return wait
    const moment = now().toISOString()
    const sender = { sender_name: cleanName(name), sender_email: cleanEmail(email) }
    const id = derivedId('contact', JSON.stringify([moment.slice(0, 10), sender, feedback]))
    await db.query
      .insertInto('feedback')
      .values({
        ...{ id, user_id: null, ...sender },
        feedback,
        rating: null,
        status: 'RECEIVED',
        reply: null,
        note: null,
        fixed_in: null,
        device_log: null,
        created_at: moment,
        updated_at: moment,
      })
      .onConflict(clash => clash.column('id').doNothing())
      .execute()
    return { kind: 'done', message: 'Thank you. Your message has arrived.' }
  }
}
