import { type Kysely, sql } from 'kysely'
import { containsText } from '../../db/contains-text.ts'
import type { Schema } from '../../db/schema.ts'

interface Person {
  readonly id: number
  readonly email: string
  readonly first_name: string
  readonly last_name: string
}

/**
 * Takes a person's name and address out of the answers that are stored for others under their request-tokens and are
 * not told anew, as what older versions stored: a repetition still gets its answer, without them.
 */
export async function forgetPersonInAnswers(
  db: Kysely<Schema>,
  person: Person,
  others: readonly number[],
): Promise<void> {
  const name = `${person.first_name} ${person.last_name}`.trim()
  const marks = [
    `"userId":${person.id}`,
    `"updatedBy":${person.id}`,
    JSON.stringify(name),
    JSON.stringify(person.email).slice(1, -1),
  ]
  for (const userId of others) {
    const rows = await db
      .selectFrom('request')
      .select(['token', 'answer'])
      .where('user_id', '=', userId)
      .where(({ or }) => or(marks.map(mark => containsText(sql.ref('answer'), mark))))
      .execute()
    for (const { token, answer } of rows) {
      await db
        .updateTable('request')
        .set({ answer: JSON.stringify(without(JSON.parse(answer), person, name)) })
        .where('user_id', '=', userId)
        .where('token', '=', token)
        .execute()
    }
  }
}

const personal: ReadonlySet<string> = new Set(['firstName', 'lastName', 'email', 'phone'])
const named: ReadonlySet<string> = new Set(['sharedByName', 'userName'])

/** `within` is the field whose value, or one of whose values, this is. */
function without(value: unknown, person: Person, name: string, within = ''): unknown {
  if (Array.isArray(value)) return value.map(one => without(one, person, name, within))
  if (typeof value !== 'object' || value === null) return value === person.email ? null : value
  const fields = Object.entries(value)
  const isPerson = fields.some(([key, id]) => key === 'userId' && id === person.id)
  return Object.fromEntries(
    fields.map(([key, inner]) => {
      if (isPerson && personal.has(key)) return [key, null]
      if (named.has(key) && inner === name) return [key, null]
      // The contract has a text there, be it empty. A list's own name is nobody's.
      const isText = key === 'ownerName' || (key === 'name' && within === 'shoppingListFriends')
      if (isText && inner === name) return [key, '']
      if (key === 'updatedBy' && inner === person.id) return [key, null]
      return [key, without(inner, person, name, key)]
    }),
  )
}
