import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Migration } from '../migration.ts'

/** The tables of `schema.ts`, where each column is explained. */
export const createTables: Migration = {
  name: '001-create-tables',
  async up(db, engine) {
    const { text, integer, real, identity } = columnTypes(engine)
    const create = (name: string, columns: (table: Table) => Table) =>
      columns(db.schema.createTable(name))
        .$call(table => (engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table))
        .execute()

    await create('user', table =>
      identity(table)
        .addColumn('email', text, c => c.notNull())
        .addColumn('email_key', text, c => c.notNull().unique())
        .addColumn('first_name', text, c => c.notNull())
        .addColumn('last_name', text, c => c.notNull())
        .addColumn('phone', text)
        .addColumn('password_hash', text, c => c.notNull())
        .addColumn('role', text, c => c.notNull())
        .addColumn('invite_id', text, c => c.notNull().unique())
        .addColumn('revision', integer, c => c.notNull().defaultTo(0))
        .addColumn('verified_at', text)
        .addColumn('created_at', text, c => c.notNull())
        .addColumn('updated_at', text, c => c.notNull()),
    )

    await create('session', table =>
      table
        .addColumn('hash', text, c => c.primaryKey().notNull())
        .addColumn('user_id', integer, c => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('created_at', text, c => c.notNull())
        .addColumn('seen_at', text, c => c.notNull())
        .addColumn('expires_at', text, c => c.notNull()),
    )
    await index(db, 'session', ['user_id'])
    await index(db, 'session', ['expires_at'])

    await create('attempt', table =>
      table
        .addColumn('key', text, c => c.primaryKey().notNull())
        .addColumn('count', integer, c => c.notNull())
        .addColumn('window_ends_at', text, c => c.notNull()),
    )
    await index(db, 'attempt', ['window_ends_at'])

    await create('setting', table =>
      table
        .addColumn('key', text, c => c.primaryKey().notNull())
        .addColumn('value', text, c => c.notNull()),
    )

    await create('unit', table =>
      table
        .addColumn('id', text, c => c.primaryKey().notNull())
        .addColumn('name', text, c => c.notNull().unique())
        .addColumn('abbreviation', text, c => c.notNull()),
    )

    await create('shopping_list', table =>
      table
        .addColumn('id', text, c => c.primaryKey().notNull())
        .addColumn('user_id', integer, c => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('name', text, c => c.notNull())
        .addColumn('name_key', text, c => c.notNull())
        .addColumn('list_type', text, c => c.notNull())
        .addColumn('notes', text)
        .addColumn('revision', integer, c => c.notNull())
        .addColumn('self_revision', integer, c => c.notNull())
        .addColumn('purged_revision', integer, c => c.notNull().defaultTo(0))
        .addColumn('deleted_at', text)
        .addColumn('created_at', text, c => c.notNull())
        .addColumn('updated_at', text, c => c.notNull()),
    )
    await db.schema
      .createIndex('shopping_list_name')
      .on('shopping_list')
      .columns(['user_id', 'name_key'])
      .unique()
      .where(sql.ref('deleted_at'), 'is', null)
      .execute()
    await index(db, 'shopping_list', ['deleted_at'])

    await create('membership', table =>
      table
        .addColumn('id', text, c => c.primaryKey().notNull())
        .addColumn('list_id', text, c =>
          c.notNull().references('shopping_list.id').onDelete('cascade'),
        )
        .addColumn('user_id', integer, c => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('permission', text, c => c.notNull())
        .addColumn('ord', integer, c => c.notNull())
        .addColumn('favourite', integer, c => c.notNull())
        .addColumn('shared_by_user_id', integer, c => c.references('user.id').onDelete('set null'))
        .addColumn('ended_at', text)
        .addUniqueConstraint('membership_list_user', ['list_id', 'user_id']),
    )
    await index(db, 'membership', ['user_id'])

    await create('item_tag', table =>
      table
        .addColumn('id', text, c => c.primaryKey().notNull())
        .addColumn('list_id', text, c =>
          c.notNull().references('shopping_list.id').onDelete('cascade'),
        )
        .addColumn('name', text, c => c.notNull())
        .addColumn('color', text, c => c.notNull())
        .addColumn('ord', integer, c => c.notNull())
        .addColumn('joined_revision', integer, c => c.notNull())
        .addColumn('left_revision', integer),
    )
    await index(db, 'item_tag', ['list_id'])

    await create('item', table =>
      table
        .addColumn('id', text, c => c.primaryKey().notNull())
        .addColumn('list_id', text, c =>
          c.notNull().references('shopping_list.id').onDelete('cascade'),
        )
        .addColumn('created_by', integer, c => c.notNull())
        .addColumn('name', text, c => c.notNull())
        .addColumn('quantity_in_stock', real, c => c.notNull())
        .addColumn('quantity_to_purchase', real)
        .addColumn('unit_id', text, c => c.references('unit.id'))
        .addColumn('purchased', integer, c => c.notNull())
        .addColumn('tags', text, c => c.notNull())
        .addColumn('notes', text)
        .addColumn('ord', integer, c => c.notNull())
        .addColumn('revision', integer, c => c.notNull())
        .addColumn('created_at', text, c => c.notNull())
        .addColumn('updated_at', text, c => c.notNull()),
    )
    await index(db, 'item', ['list_id', 'ord'])
    await index(db, 'item', ['list_id', 'revision'])

    await create('item_gone', table =>
      table
        .addColumn('list_id', text, c =>
          c.notNull().references('shopping_list.id').onDelete('cascade'),
        )
        .addColumn('item_id', text, c => c.notNull())
        .addColumn('revision', integer, c => c.notNull())
        .addColumn('reason', text, c => c.notNull())
        .addColumn('gone_at', text, c => c.notNull())
        .addPrimaryKeyConstraint('item_gone_pk', ['list_id', 'item_id']),
    )
    await index(db, 'item_gone', ['item_id'])
    await index(db, 'item_gone', ['list_id', 'revision'])
    await index(db, 'item_gone', ['gone_at'])

    await create('user_config', table =>
      table
        .addColumn('id', text, c => c.primaryKey().notNull())
        .addColumn('user_id', integer, c =>
          c.notNull().unique().references('user.id').onDelete('cascade'),
        )
        // No reference: a list that is gone must not be held, nor a stored choice wiped, by this.
        .addColumn('shopping_list_id', text)
        .addColumn('unit_id', text, c => c.references('unit.id'))
        .addColumn('shopping_list_filters', text)
        .addColumn('item_filters', text)
        .addColumn('shopping_list_confirm_delete', integer, c => c.notNull())
        .addColumn('item_confirm_delete', integer, c => c.notNull())
        .addColumn('created_at', text, c => c.notNull())
        .addColumn('updated_at', text, c => c.notNull()),
    )

    await create('request', table =>
      table
        .addColumn('user_id', integer, c => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('token', text, c => c.notNull())
        .addColumn('operation_hash', text, c => c.notNull())
        .addColumn('answer', text, c => c.notNull())
        .addColumn('created_at', text, c => c.notNull())
        .addPrimaryKeyConstraint('request_pk', ['user_id', 'token']),
    )
    await index(db, 'request', ['created_at'])
  },
}

type Table = CreateTableBuilder<string, string>

/** SQLite tables are strict, so that both engines refuse the same mistakes. */
function columnTypes(engine: Engine) {
  const isPostgres = engine === 'postgres'
  return {
    // Sorted by code point, whatever the language of the database server.
    text: isPostgres ? sql`text collate "C"` : sql`text`,
    integer: sql`integer`,
    real: isPostgres ? sql`double precision` : sql`real`,
    /** A number that is never used again, not even after its row went. */
    identity: (table: Table): Table =>
      isPostgres
        ? table.addColumn('id', sql`integer`, c => c.generatedByDefaultAsIdentity().primaryKey())
        : table.addColumn('id', sql`integer`, c => c.primaryKey().autoIncrement()),
  }
}

async function index(
  db: Kysely<unknown>,
  table: string,
  columns: readonly [string, ...string[]],
): Promise<void> {
  await db.schema
    .createIndex([table, ...columns].join('_'))
    .on(table)
    .columns([...columns])
    .execute()
}
