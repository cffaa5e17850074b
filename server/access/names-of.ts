import type { Kysely } from 'kysely'
import { fullName } from '../../rules/people/full-name.ts'
import type { Schema } from '../db/schema.ts'

/** How people are called, by id: of the accounts that are there. */
export async function namesOf(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const people = await db
    .selectFrom('user')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(people.map(row => [row.id, fullName(row.first_name, row.last_name)]))
}
