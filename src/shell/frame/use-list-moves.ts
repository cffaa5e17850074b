/** The person's own order of their lists: one list travels at a time. */

import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { moveShoppingList } from '../../cache/edits/shopping-list-edits.ts'
import { useListViews } from '../../cache/hooks/sync/use-offline.tsx'
import { useListIds } from '../../cache/hooks/use-list-views.ts'
import { usePerform } from '../../parts/perform/use-perform.ts'
import { focusHandle } from '../../ui/gestures/focus-handle.ts'
import type { RowDragEvents, RowStep } from '../../ui/gestures/row-drag.ts'
import { useSaid, type Words } from '../../ui/said.tsx'

interface ListMoves {
  readonly drag: RowDragEvents
  readonly step: (id: string, to: RowStep) => void
  /** For screen readers. */
  readonly said: Words
}

/** `nav` holds the links. */
export function useListMoves(nav: RefObject<HTMLElement | null>): ListMoves {
  const views = useListViews()
  const perform = usePerform()
  const ids = useListIds()
  const [said, setSaid] = useSaid()

  /** To a place among the others. */
  function move(id: string, place: number) {
    const others = ids.filter(other => other !== id)
    if (place < 0 || place > others.length || place === ids.indexOf(id)) return
    perform(moveShoppingList, { id, afterShoppingListId: others[place - 1] ?? null })
    setSaid(`${views.list(id)?.name ?? ''}, ${place + 1} of ${ids.length}`)
  }

  function step(id: string, to: RowStep) {
    const from = ids.indexOf(id)
    // The link is taken out and put in again, and the focus with it.
    flushSync(() => {
      move(id, { up: from - 1, down: from + 1, top: 0, bottom: ids.length - 1 }[to])
    })
    focusHandle(nav.current, id)
  }

  return {
    said,
    step,
    drag: {
      onKey: step,
      onDrop({ key, at, side }) {
        const others = ids.filter(other => other !== key)
        move(key, others.indexOf(at) + (side === 'after' ? 1 : 0))
      },
    },
  }
}
