/**
 * The rows as they are drawn. What a person does themselves shows at once; what moves rows by itself (a ticked
 * row that folds, what others did) waits until no finger is near, and no mouse that moved lately.
 */
import { useState, useSyncExternalStore } from 'react'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import type { ItemView } from '../../features/filters/views.ts'
import type { Entry } from '../../offline/outbox/edit.ts'
import type { Calm } from '../../ui/gestures/calm.ts'

export interface PlacedRows {
  /** Ids of items, headings among them. */
  readonly openRows: readonly string[]
  readonly doneIds: readonly string[]
  /** There are headings. */
  readonly grouped: boolean
}

export interface CalmRows extends PlacedRows {
  /** They moved without the person's doing. */
  readonly byItself: boolean
}

/** What a person did that no edit tells of. */
interface Wishes {
  readonly view: ItemView
  /** Counts how often everything was put in its place on purpose. */
  readonly settled: number
}

export function useCalmRows(placed: PlacedRows, { view, settled }: Wishes, calm: Calm): CalmRows {
  const offline = useOffline()
  const moved = offline.waiting.get().findLast(movesRows)
  const [drawn, setDrawn] = useState({ ...placed, byItself: false, view, settled, moved })
  const same = drawn.openRows === placed.openRows && drawn.doneIds === placed.doneIds
  // While nothing waits, nothing is drawn anew because a finger came or went.
  const isFree = () => same || calm.isCalm()
  const free = useSyncExternalStore(calm.subscribe, isFree, isFree)
  const byHand = drawn.view !== view || drawn.settled !== settled || isNewer(moved, drawn.moved)
  if (same || !(free || byHand)) return drawn
  const next = { ...placed, byItself: !byHand, view, settled, moved }
  setDrawn(next)
  return next
}

/** Those before it come to light again when the server has answered. */
function isNewer(entry: Entry | undefined, before: Entry | undefined): boolean {
  if (entry === undefined) return false
  if (before === undefined) return true
  return entry.id !== before.id && entry.at >= before.at
}

/** A tick and a change of a word leave every row where it is. */
function movesRows({ name, variables }: Entry): boolean {
  if (name === 'tickItem') return false
  return name !== 'updateItem' || 'itemTags' in variables
}
