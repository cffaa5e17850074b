/** How a week of shopping ends: the list starts anew with its quantities, or what was bought goes. */

import { useMemo } from 'react'
import { updateItems } from '../../cache/edits/item-batch-edits.ts'
import { deleteItem, deleteItems, tickItem } from '../../cache/edits/item-edits.ts'
import { useListViews, useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { forWhom } from '../../parts/perform/for-whom.ts'
import { usePerformTogether } from '../../parts/perform/use-perform-together.ts'

/**
 * Of the ids that are handed in, those count that are ticked; each is one edit, and one thing to take back. Both
 * return whether there was anything to do.
 */
export function useTrolley(listId: string) {
  const offline = useOffline()
  const views = useListViews()
  const together = usePerformTogether()
  return useMemo(() => {
    const tickedOf = (ids: readonly string[]) => ids.filter(id => views.item(id)?.purchased)
    return {
      tickedOf,
      /** Unticks them; quantities stay, unlike in a reset. */
      startAnew(ids: readonly string[]): boolean {
        const ticked = tickedOf(ids)
        const [id, ...others] = ticked
        if (id === undefined) return false
        together({ kind: 'useAgain' }, ticked, 'ready for next time', perform => {
          if (others.length === 0) return perform(tickItem, { id, purchased: false })
          // Ten thousand of them are 700 kB: one request takes them all.
          const items = ticked.map(one => ({ id: one, purchased: false }))
          return perform(updateItems, { items })
        })
        return true
      },
      /** Sends those that are ticked to the bin. */
      clear(ids: readonly string[]): boolean {
        const ticked = tickedOf(ids)
        const [id, ...others] = ticked
        if (id === undefined) return false
        const became = `moved to the bin${forWhom(offline, listId)}`
        together({ kind: 'clearTrolley' }, ticked, became, perform =>
          others.length === 0 ? perform(deleteItem, { id }) : perform(deleteItems, { ids: ticked }),
        )
        return true
      },
    }
  }, [offline, views, together, listId])
}
