import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * Whether an account is opened by its passkeys alone, when the person of a session last proved to be it, and that a
 * provider's sign-in was taken away.
 */
export const requireASecondStep: Migration = {
  name: '013-require-a-second-step',
  async up(db, engine) {
    const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .alterTable('user')
      .addColumn('second_step', sql`integer`, c => c.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('session').addColumn('confirmed_at', text).execute()
    await db.schema.alterTable('identity').addColumn('ended_at', text).execute()
  },
}
