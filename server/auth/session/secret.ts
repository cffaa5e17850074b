import type { Database } from '../../db/open.ts'
import type { Random } from '../../environment.ts'

/** The key that all processes share: SECRET, or one that the first of them made and left in the database. */
export async function loadSecret(
  db: Database,
  random: Random,
  given: string | undefined,
): Promise<string> {
  if (given !== undefined) return given
  const find = () =>
    db.query.selectFrom('setting').select('value').where('key', '=', 'secret').executeTakeFirst()
  const known = await find()
  if (known) return known.value
  await db.query
    .insertInto('setting')
    .values({ key: 'secret', value: Buffer.from(random(32)).toString('base64url') })
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute()
  const made = await find()
  if (!made) throw new Error('The secret could not be stored.')
  return made.value
}
