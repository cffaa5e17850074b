/** What the lists of the open account tell of names, and all names that their person is known to use. */

import type { History } from '../../../rules/suggestions.ts'
import type { ListViews } from '../../cache/sync/list-views.ts'
import type { Readable } from '../../offline/readable.ts'
import { whenIdle } from '../../ui/loading/when-idle.ts'
import { createKnownNames, type KnownNames } from './known-names.ts'
import { createListUses, type ListUses } from './list-uses.ts'

export interface Names {
  readonly told: Pick<ListUses, 'of'>
  readonly suggest: KnownNames['suggest']
  /** The items of these lists. */
  readonly load: ListUses['load']
  readonly close: () => void
}

export function createNames(views: ListViews, history: Readable<History>): Names {
  const told = createListUses({
    readItem(id) {
      const item = views.item(id)
      if (!item || !views.list(item.shoppingListId)) return undefined
      const { name, quantityToPurchase: quantity, unitId, itemTags, updatedAt } = item
      const tags = itemTags.map(tag => ({ name: tag.name, color: tag.color }))
      const at = Date.parse(updatedAt) || 0
      return { name, quantity, unitId, tags, itemId: id, at }
    },
    later: whenIdle,
  })
  const known = createKnownNames({ history, told, later: whenIdle })
  const stops = [views.onTouched(({ itemIds }) => told.changed(itemIds)), known.follow()]
  return {
    told,
    suggest: known.suggest,
    load: told.load,
    close() {
      for (const stop of stops) stop()
      told.close()
    },
  }
}
