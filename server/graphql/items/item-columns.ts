/** The columns of an item that a person writes, each with its type, and what a new row says where nothing was said. */
import type { ItemRow } from '../../access/access.ts'

/** Made by the server, or following from where the item stands; tags are written by `joinTags`. */
type Made =
  | 'id'
  | 'list_id'
  | 'created_by'
  | 'tags'
  | 'ord'
  | 'revision'
  | 'created_at'
  | 'updated_at'
  | 'updated_by'

/** A column that the table gets is asked for here by the compiler. */
type WrittenColumn = Exclude<keyof ItemRow, Made>

/** Some of them, as they are to be written. */
export type ItemFields = Partial<Pick<ItemRow, WrittenColumn>>

/** As both engines read them out of JSON. */
export const writtenTypes = {
  name: 'text',
  notes: 'text',
  purchased: 'integer',
  unit_id: 'text',
  quantity_in_stock: 'double precision',
  quantity_to_purchase: 'double precision',
} as const satisfies Record<WrittenColumn, string>

/** Of a new item about which nothing but its name is said. */
export const emptyColumns = {
  quantity_in_stock: 0,
  quantity_to_purchase: null,
  unit_id: null,
  purchased: 0,
  notes: null,
} as const satisfies Omit<Pick<ItemRow, WrittenColumn>, 'name'>
