/** How a week of shopping ends: the list starts anew with its quantities, or what was bought goes. */

import { useMemo } from 'react'
import { counted } from '../../../rules/validation-issue.ts'
import type { DeedKind } from '../../cache/edits/deed.ts'
import { updateItems } from '../../cache/edits/item-batch-edits.ts'
import { deleteItem, deleteItems, tickItem } from '../../cache/edits/item-edits.ts'
import { useListViews, useOffline } from '../../cache/hooks/use-offline.tsx'
import { performTogether } from '../../cache/undo/undo.ts'
import type { Perform } from '../../cache/undo/undo-history.ts'
import { useTellDone } from '../../parts/perform/use-tell-done.ts'

export interface Trolley {
  /** Unticks them; quantities stay, unlike in a reset. Returns whether there was anything to do. */
  readonly startAnew: (ids: readonly string[]) => boolean
  /** Sends those that are ticked to the bin. Returns whether there was anything to do. */
  readonly clear: (ids: readonly string[]) => boolean
}

/** Of the ids that are handed in, those count that are ticked; each is one edit, and one thing to take back. */
export function useTrolley(): Trolley {
  const offline = useOffline()
  const views = useListViews()
  const tellDone = useTellDone()
  return useMemo(() => {
    function withTicked(
      ids: readonly string[],
      [kind, became]: readonly [kind: DeedKind, became: string],
      work: (ticked: readonly string[], perform: Perform) => void,
    ): boolean {
      const ticked = ids.filter(id => views.item(id)?.purchased)
      if (ticked.length === 0) return false
      const what = counted(ticked.length, 'item')
      const done = performTogether(offline, { kind, count: ticked.length }, perform =>
        work(ticked, perform),
      )
      tellDone(done, { type: 'success', text: `${what} ${became}` })
      return true
    }

    return {
      startAnew: ids =>
        withTicked(ids, ['useAgain', 'ready for next time'], (ticked, perform) => {
          const [id = '', ...others] = ticked
          if (others.length === 0) return perform(tickItem, { id, purchased: false })
          // Ten thousand of them are 700 kB: one request takes them all.
          return perform(updateItems, {
            items: ticked.map(one => ({ id: one, purchased: false })),
          })
        }),
      clear: ids =>
        withTicked(ids, ['clearTrolley', 'moved to the bin'], (ticked, perform) => {
          const [id = '', ...others] = ticked
          if (others.length === 0) return perform(deleteItem, { id })
          return perform(deleteItems, { ids: ticked })
        }),
    }
  }, [offline, views, tellDone])
}
