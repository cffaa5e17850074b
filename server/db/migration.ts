import type { Kysely } from 'kysely'
import type { Engine } from './database.ts'

/** One step, the same file for both engines. It runs once, inside a transaction. */
export interface Migration {
  readonly name: string
  // A migration meets tables as they were then, not as `Schema` has them now.
  // biome-ignore lint/suspicious/noExplicitAny: the schema of that day is not the schema of today
  up(db: Kysely<any>, engine: Engine): Promise<void>
}
