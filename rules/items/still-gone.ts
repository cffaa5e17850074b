import { nameKey } from '../names.ts'

/** What tells whether a deleted item stands on its list again. */
interface Gone {
  readonly name: string
  readonly notes?: string | null | undefined
  readonly quantityInStock: number
  readonly quantityToPurchase?: number | null | undefined
  readonly unitId?: string | null | undefined
  readonly itemTags: readonly GoneTag[]
}

interface GoneTag {
  readonly id: string
  readonly name: string
}

/**
 * Those of the deleted items that the bin shows, in their order: what stands on the list again, by its name, needs no
 * bringing back, unless it carried more than stands there. Each is looked up, and never compared with one present item
 * after the other: of ten thousand present and two thousand deleted all may have one name.
 */
export function stillGone<T extends Gone>(deleted: readonly T[], present: readonly Gone[]): T[] {
  const fold = createFold()
  const number = createNumbers()
  const names = new Set(deleted.map(({ name }) => fold(name)))
  const namesakes = present.filter(({ name }) => names.has(fold(name)))
  const groupsByCarried = new Map<string, ReadonlyMap<string, Tagged>>()

  /** The same for two items that say the same of all that was carried. */
  function keyOf(item: Gone, carried: Carried): string {
    return [
      number(fold(item.name)),
      carried.notes && number(item.notes),
      carried.stock && number(item.quantityInStock),
      carried.quantity && number(item.quantityToPurchase),
      carried.quantity && number(item.unitId),
    ].join()
  }

  /** Made eight times at most: so many ways there are to carry notes, stock and a quantity, or not. */
  function groupsFor(carried: Carried): ReadonlyMap<string, Tagged> {
    const ways = [carried.notes, carried.stock, carried.quantity].join()
    const known = groupsByCarried.get(ways)
    if (known) return known
    const alike = Map.groupBy(namesakes, item => keyOf(item, carried))
    const groups = new Map([...alike].map(([key, items]) => [key, createTagged(items, fold)]))
    groupsByCarried.set(ways, groups)
    return groups
  }

  return deleted.filter(item => {
    const carried = carriedBy(item)
    return !groupsFor(carried).get(keyOf(item, carried))?.hasOneWith(item.itemTags)
  })
}

/** What a deleted item said, beside its name and its tags: of what it left empty anything may stand there now. */
interface Carried {
  readonly notes: boolean
  readonly stock: boolean
  /** With its unit. */
  readonly quantity: boolean
}

function carriedBy({ notes, quantityInStock, quantityToPurchase }: Gone): Carried {
  return {
    notes: notes != null,
    stock: Boolean(quantityInStock),
    quantity: quantityToPurchase != null,
  }
}

/** Items that differ in nothing else. */
interface Tagged {
  /** Whether one of them has all of these tags, each by its id or by its name. */
  hasOneWith(tags: readonly GoneTag[]): boolean
}

/** Which items have a tag, a bit for each item: a deleted item with ten tags looks at ten rows of bits. */
function createTagged(items: readonly Gone[], fold: (name: string) => string): Tagged {
  const words = Math.ceil(items.length / wordBits)
  const none = new Uint32Array(words)
  let rows: TagRows | undefined

  /** Most groups are never asked for a tag. */
  function makeRows(): TagRows {
    const made = { byId: new Map<string, Uint32Array>(), byName: new Map<string, Uint32Array>() }
    for (const [at, { itemTags }] of items.entries()) {
      for (const { id, name } of itemTags) {
        mark(made.byId, id, at)
        mark(made.byName, fold(name), at)
      }
    }
    return made
  }

  function mark(tagRows: Map<string, Uint32Array>, tag: string, at: number): void {
    const row = tagRows.get(tag) ?? new Uint32Array(words)
    tagRows.set(tag, row)
    const word = Math.floor(at / wordBits)
    row[word] = (row[word] ?? 0) | (1 << (at % wordBits))
  }

  return {
    hasOneWith(tags) {
      if (tags.length === 0) return items.length > 0
      rows ??= makeRows()
      let having: Uint32Array | undefined
      for (const { id, name } of tags) {
        const byId = rows.byId.get(id) ?? none
        const byName = rows.byName.get(fold(name)) ?? none
        const before = having
        having = byId.map(
          (word, at) => (word | (byName[at] ?? 0)) & (before ? (before[at] ?? 0) : ~0),
        )
        if (having.every(word => word === 0)) return false
      }
      return true
    },
  }
}

const wordBits = 32

interface TagRows {
  readonly byId: ReadonlyMap<string, Uint32Array>
  readonly byName: ReadonlyMap<string, Uint32Array>
}

/** As `nameKey`, which costs more than a look-up: thousands of items share their tags, and often their names. */
function createFold(): (name: string) => string {
  const keys = new Map<string, string>()
  return name => {
    const known = keys.get(name)
    if (known !== undefined) return known
    const key = nameKey(name)
    keys.set(name, key)
    return key
  }
}

/** A short number for each value, so that notes of a page are not written into key after key. */
function createNumbers(): (value: unknown) => number {
  const numbers = new Map<unknown, number>()
  return value => {
    const known = numbers.get(value)
    if (known !== undefined) return known
    numbers.set(value, numbers.size)
    return numbers.size - 1
  }
}
