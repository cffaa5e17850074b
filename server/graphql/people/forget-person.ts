import { type Kysely, sql } from 'kysely'
import { daysBefore } from '../../../rules/days.ts'
import { limits } from '../../../rules/limits.ts'
import { fullName } from '../../../rules/people/full-name.ts'
import { containsText } from '../../db/contains-text.ts'
import type { Schema } from '../../db/schema.ts'

interface Person {
  readonly id: number
  readonly email: string
  readonly first_name: string
  readonly last_name: string
}

/**
 * Takes a person's name and address out of the answers that versions before the step `tellsListsAnew` stored for others
 * under their request-tokens: a repetition still gets its answer, without them. What is stored since names people of
 * the one list that it tells of alone, by which `forgetAnswers` finds it. `now` is ISO 8601.
 */
export async function forgetPersonInAnswers(
  db: Kysely<Schema>,
  {
    person,
    others,
    now,
  }: { readonly person: Person; readonly others: readonly number[]; readonly now: string },
): Promise<void> {
  // Reading all that others were answered takes seconds where they are many.
  if (!(await mayHoldOlderAnswers(db, now))) return
  const name = fullName(person.first_name, person.last_name)
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
      .where(({ or }) => or(marks.map(mark => containsText(db, sql.ref('answer'), mark))))
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

const firstStep = '001-create-tables'
const tellsListsAnew = '022-keep-no-content-twice'
/** The steps of a new installation run within seconds. */
const oneInstallationMs = 60 * 60 * 1000
/** As long as answers are kept, and a day in which a process of the version before may have gone on. */
const olderForDays = limits.traceDays + 1

async function mayHoldOlderAnswers(db: Kysely<Schema>, now: string): Promise<boolean> {
  const { rows } = await sql<{ applied_at: string }>`
    select applied_at from migration where name in (${firstStep}, ${tellsListsAnew}) order by name
  `.execute(db)
  const [first = 0, since = 0] = rows.map(row => Date.parse(row.applied_at))
  return (
    since - first > oneInstallationMs && since > Date.parse(daysBefore(new Date(now), olderForDays))
  )
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
