/** What can be done with the items of a list, with the undo that goes with it. */
import { useMemo } from 'react'
import { buyItem } from '../../../rules/items/stock.ts'
import {
  createItem,
  deleteItem,
  moveItem,
  tickItem,
  updateItem,
} from '../../cache/edits/item-edits.ts'
import { useListViews, useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { newId } from '../../cache/records/new-id.ts'
import { historyOf, performTogether } from '../../cache/undo/undo.ts'
import { draftInputs } from '../../features/tags/draft-inputs.ts'
import type { DraftTag } from '../../features/tags/tag-draft.ts'
import { forWhom } from '../../parts/perform/for-whom.ts'
import { usePerform } from '../../parts/perform/use-perform.ts'
import { usePerformUndoably } from '../../parts/perform/use-perform-undoably.ts'
import { useTellDone } from '../../parts/perform/use-tell-done.ts'
import type { StockEvents } from '../stock/stock-line.tsx'
import type { ItemChanges, NewContent } from './item-draft.ts'

export interface ItemActions {
  readonly tick: (id: string, purchased: boolean) => void
  readonly update: (id: string, changes: ItemChanges) => void
  readonly stock: StockEvents['onStock']
  readonly buy: (id: string) => void
  /** One row behind another; into another aisle it takes that aisle's tag. */
  readonly move: (id: string, afterId: string | null, tags: readonly DraftTag[] | undefined) => void
  /** Makes an item anew that somebody deleted, under another id than this one. */
  readonly bringBack: (deletedId: string, content: NewContent) => void
  /** Deletes at once and offers Undo. */
  readonly remove: (id: string) => void
  /** All ids of the list, shown or not, in its order. */
  readonly order: () => readonly string[]
}

export function useItemActions(shoppingListId: string): ItemActions {
  const offline = useOffline()
  const views = useListViews()
  const perform = usePerform()
  const performUndoably = usePerformUndoably()
  const tellDone = useTellDone()
  return useMemo(() => {
    const read = views.item
    const order = () => views.view(shoppingListId).ids
    return {
      order,
      tick(id, purchased) {
        perform(tickItem, { id, purchased })
      },
      update(id, changes) {
        perform(updateItem, { id, ...changes })
      },
      stock(id, quantities) {
        perform(updateItem, { id, ...quantities })
      },
      buy(id) {
        const item = read(id)
        if (item === undefined) return
        const { purchased, quantityInStock } = buyItem(item)
        performUndoably(updateItem, { id, purchased, quantityInStock }, `${item.name} bought`)
      },
      move(id, afterId, tags) {
        if (tags === undefined) return perform(moveItem, { id, afterItemId: afterId })
        const { name = '', itemTags = [] } = read(id) ?? {}
        // The tag of the aisle is given anew: it comes first, whichever others put first meanwhile.
        const itemTagsBefore = draftInputs(itemTags.filter(tag => tag.id !== tags[0]?.id))
        const before = order()
        const stays = before[before.indexOf(id) - 1] === (afterId ?? undefined)
        const moved = performTogether(offline, { kind: 'move', name }, performOne => {
          performOne(updateItem, { id, itemTags: draftInputs(tags), itemTagsBefore })
          if (!stays) performOne(moveItem, { id, afterItemId: afterId })
        })
        tellDone(moved, { text: `${name} moved to ${tags[0]?.name ?? 'no tag'}` })
      },
      bringBack(deletedId, content) {
        const id = newId()
        perform(createItem, { id, shoppingListId, ...content })
        historyOf(offline)?.cameBack(deletedId, id)
      },
      remove(id) {
        const whom = forWhom(offline, shoppingListId)
        performUndoably(deleteItem, { id }, `${read(id)?.name ?? ''} deleted${whom}`)
      },
    }
  }, [offline, views, perform, performUndoably, tellDone, shoppingListId])
}
