/** The modes of an open list: in the store, arranging, selecting. How each begins, and what its end leads back to. */

import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLayer } from '../ui/dialog/layers.tsx'
import { useDrawn } from '../ui/loading/use-drawn.ts'
import { isKeyTaken } from '../ui/use-keys.ts'
import { useMediaQuery, withoutHoverQuery } from '../ui/use-media-query.ts'
import type { OpenListProps } from './open-list-props.ts'
import type { RowLook } from './rows/item-row.tsx'
import { placeAmong, type Target } from './rows/use-target-in-sight.ts'
import { useStoreVisit } from './store-mode/use-store-visit.ts'

export type Mode =
  | { readonly kind: 'list' | 'arrange' }
  | { readonly kind: 'store'; readonly isEntered: boolean }
  | {
      readonly kind: 'select'
      readonly firstId: string | undefined
      readonly place: Target | undefined
      readonly isInStore: boolean
    }

const listMode: Mode = { kind: 'list' }
/** Gone on with: nobody pressed anything. */
const storeMode: Mode = { kind: 'store', isEntered: false }

export interface ListModeParts extends Pick<OpenListProps, 'memory'> {
  readonly listId: string
  readonly scroller: RefObject<HTMLElement | null>
  /** What modes were begun with gets the focus when they end. */
  readonly menuButton: RefObject<HTMLElement | null>
  readonly storeButton: RefObject<HTMLElement | null>
  readonly mayEdit: boolean
  readonly isSorted: boolean
}

export function useListMode({
  listId,
  memory,
  scroller,
  menuButton,
  storeButton,
  mayEdit,
  isSorted,
}: ListModeParts) {
  const withoutHover = useMediaQuery(withoutHoverQuery)
  const isDrawn = useDrawn()
  const visit = useStoreVisit(memory, listId)
  const restingMode = () => (visit.lasts() ? storeMode : listMode)
  const [mode, setMode] = useState(restingMode)
  /** Also while one selects there. */
  const isInStore = mode.kind === 'select' ? mode.isInStore : mode.kind === 'store'
  const movable = mayEdit && mode.kind !== 'store' && !isSorted
  // Rows that are sorted have no handles, and those that may only be looked at are not selected.
  if (mode.kind === 'arrange' ? !movable : mode.kind === 'select' && !mayEdit) setMode(restingMode)

  function handleModeDone() {
    const { kind } = mode
    if (kind === 'store') visit.end()
    // What was begun in the store leads back there.
    flushSync(() => setMode(restingMode))
    const beganWith = kind === 'store' ? storeButton : menuButton
    beganWith.current?.focus()
  }

  // Selecting is a layer of its own (select-mode.tsx).
  useLayer(mode.kind === 'store' || mode.kind === 'arrange', {
    kind: 'mode',
    onClose: handleModeDone,
    takesEscape: ({ target }) => !isKeyTaken(target),
  })

  return {
    mode,
    isInStore,
    movable,
    handles: movable ? handlesIn(mode, isDrawn && !withoutHover) : 'none',
    handleModeDone,
    /** With the rows where they stand. */
    select: (firstId?: string) =>
      setMode({
        kind: 'select',
        firstId,
        place: placeAmong(scroller.current, firstId),
        isInStore,
      }),
    arrange: () => setMode({ kind: 'arrange' }),
    enterStore() {
      visit.begin()
      setMode({ kind: 'store', isEntered: true })
    },
  }
}

/** Rows of a phone are many, and most of them never move: theirs come with the mode that arranges them. */
function handlesIn({ kind }: Mode, isFound: boolean): RowLook['handles'] {
  if (kind === 'arrange') return 'shown'
  return isFound ? 'hover' : 'none'
}
