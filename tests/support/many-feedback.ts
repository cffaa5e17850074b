import { sql } from 'kysely'
import { feedbackStatuses } from '../../rules/people/feedback.ts'
import type { Database } from '../../server/db/open.ts'

/** So many rows to a statement: the engines bound how many values one takes. */
const atOnce = 1_000
const minuteMs = 60_000

/**
 * So many records, evenly over `days` days before `until`, of so many people with accounts and, each seventh,
 * of somebody without one, who gives no stars. Every status and rating is as frequent as the others.
 */
export async function seedFeedback(
  db: Database,
  {
    records,
    people,
    until,
    days = 300,
  }: {
    readonly records: number
    readonly people: number
    readonly until: Date
    readonly days?: number
  },
): Promise<void> {
  const at = (index: number) =>
    new Date(
      until.getTime() - ((records - index) / records) * days * 1_440 * minuteMs,
    ).toISOString()
  await db.transaction(async tx => {
    const userIds: number[] = []
    for (const some of chunks(people)) {
      const rows = await tx
        .insertInto('user')
        .values(
          some.map(index => ({
            email: `p${index}@example.org`,
            email_key: `p${index}@example.org`,
            first_name: `First${index}`,
            last_name: 'Last',
            phone: null,
            password_hash: '',
            role: 'SILVER',
            invite_id: `invite-${index}`,
            verified_at: null,
            created_at: at(0),
            updated_at: at(0),
          })),
        )
        .returning('id')
        .execute()
      userIds.push(...rows.map(({ id }) => id))
    }
    for (const some of chunks(records)) {
      const values = some.map(index => {
        const userId = index % 7 === 0 ? null : (userIds[index % people] ?? null)
        return {
          id: `feedback-${String(index).padStart(8, '0')}`,
          user_id: userId,
          sender_name: userId === null ? 'Somebody' : null,
          sender_email: userId === null ? 'somebody@example.org' : null,
          feedback: `Number ${index}: milk came back after I had ticked it in the cellar of the supermarket.`,
          rating: userId === null ? null : 1 + (index % 5),
          status: feedbackStatuses[index % feedbackStatuses.length] ?? 'RECEIVED',
          reply: index % 3 === 0 ? 'Thank you, that is mended.' : null,
          note: null,
          fixed_in: null,
          device_log: null,
          created_at: at(index),
          updated_at: at(index),
        }
      })
      await tx.insertInto('feedback').values(values).execute()
    }
  })
  // What a server in use does by itself.
  if (db.engine === 'postgres') await sql`vacuum analyze feedback`.execute(db.query)
}

function chunks(count: number): readonly (readonly number[])[] {
  return Array.from({ length: Math.ceil(count / atOnce) }, (_, chunk) =>
    Array.from({ length: Math.min(atOnce, count - chunk * atOnce) }, (_, n) => chunk * atOnce + n),
  )
}
