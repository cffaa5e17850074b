import { nameKey } from '../names.ts'

/** What tells whether a deleted item stands on its list again. */
interface Gone {
  readonly name: string
  readonly notes?: string | null | undefined
  readonly quantityInStock: number
  readonly quantityToPurchase?: number | null | undefined
  readonly unitId?: string | null | undefined
  readonly itemTags: readonly { readonly id: string; readonly name: string }[]
}

/**
 * Those of the deleted items that the bin shows, in their order: what stands on the list again, by its name, needs no
 * bringing back, unless it carried more than stands there.
 */
export function stillGone<T extends Gone>(deleted: readonly T[], present: readonly Gone[]): T[] {
  const presentByKey = Map.groupBy(present, ({ name }) => nameKey(name))
  return deleted.filter(
    item => !presentByKey.get(nameKey(item.name))?.some(other => saysAsMuch(other, item)),
  )
}

function saysAsMuch(present: Gone, deleted: Gone): boolean {
  return (
    (deleted.notes ?? present.notes) === present.notes &&
    (deleted.quantityInStock || present.quantityInStock) === present.quantityInStock &&
    (deleted.quantityToPurchase == null ||
      (deleted.quantityToPurchase === present.quantityToPurchase &&
        deleted.unitId === present.unitId)) &&
    deleted.itemTags.every(({ id, name }) =>
      present.itemTags.some(tag => tag.id === id || nameKey(tag.name) === nameKey(name)),
    )
  )
}
