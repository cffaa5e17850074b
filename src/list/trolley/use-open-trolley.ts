/** The trolley of an open list: folded or not, and what ends the shopping. */

import { useState } from 'react'
import type { ListRows } from '../rows/use-list-rows.ts'
import { useTrolley } from './use-trolley.ts'

interface OpenTrolleyParts {
  readonly listId: string
  readonly rows: ListRows
  /** Whether a person wants to be asked before it is cleared. */
  readonly asksFirst: boolean
  readonly onAsk: () => void
}

export function useOpenTrolley({ listId, rows, asksFirst, onAsk }: OpenTrolleyParts) {
  const { inOrder, view, settle } = rows
  const trolley = useTrolley(listId)
  const asksForTrolley = view.purchased === true
  const [unfolded, setUnfolded] = useState(false)
  const [askedForTrolley, setAskedForTrolley] = useState(false)
  const [clearing, setClearing] = useState<readonly string[]>([])

  // A filter that asks for the trolley is not answered by a folded one.
  if (asksForTrolley !== askedForTrolley) {
    setAskedForTrolley(asksForTrolley)
    setUnfolded(asksForTrolley)
  }

  // Where all is done, a filter may show nothing of it: what follows the shopping is for the whole trolley then.
  const ids = inOrder.length > 0 ? inOrder : rows.shown.doneIds

  function clear(those: readonly string[]) {
    if (trolley.clear(those)) settle()
  }

  return {
    unfolded,
    handleUnfold: setUnfolded,
    /** As where nobody unfolded it. */
    foldAgain: () => setUnfolded(asksForTrolley),
    // What was just ticked may stand among the open rows still.
    handleUseAgain() {
      if (trolley.startAnew(ids)) settle()
    },
    handleClearTrolley() {
      if (!asksFirst) return clear(ids)
      setClearing(trolley.tickedOf(ids))
      onAsk()
    },
    /** How many items the question is about. */
    clearing: clearing.length,
    // Those that were asked about, and no other that was ticked meanwhile.
    handleTrolleyConfirmed: () => clear(clearing),
  }
}
