/** What a row does that is dragged or sent by key: the pure places of `reorder`, made into edits. */
import { useState } from 'react'
import { useOffline } from '../cache/use-offline.tsx'
import type { ItemTagFieldsFragment } from '../generated/operations.ts'
import type { RowDragEvents, RowStep } from '../ui/row-drag.ts'
import { aisleKeyOf, isAisleKey } from './aisles/aisle-rows.ts'
import { type Place, placeOfDrop, placeOfStep, tagsInAisle } from './reorder/drop-place.ts'
import { readItem } from './twins/read-item.ts'
import type { ItemActions } from './use-item-actions.ts'

interface RowMovesParts {
  /** Rows as they stand on the screen, headings among them. */
  readonly openRows: readonly string[]
  readonly doneIds: readonly string[]
  readonly tags: readonly ItemTagFieldsFragment[]
  readonly actions: ItemActions
  readonly onPick: (id: string) => void
  /** A row was sent by key: the keyboard follows it. */
  readonly onSent: (id: string) => void
}

export interface RowMoves {
  readonly drag: RowDragEvents
  readonly step: (id: string, to: RowStep) => void
  /** For screen readers. */
  readonly said: string
}

export function useRowMoves({
  openRows,
  doneIds,
  tags,
  actions,
  onPick,
  onSent,
}: RowMovesParts): RowMoves {
  const { cache } = useOffline()
  const [said, setSaid] = useState('')
  const rowsOf = (id: string) => (doneIds.includes(id) ? doneIds : openRows)

  function move(id: string, place: Place | undefined) {
    const item = readItem(cache, id)
    if (place === undefined || item === undefined) return
    const from = openRows.slice(0, openRows.indexOf(id)).findLast(isAisleKey)
    const isOtherAisle = place.aisle !== undefined && place.aisle !== from
    actions.move(
      id,
      place.afterId,
      isOtherAisle ? tagsInAisle(item.itemTags, tags, from, place.aisle) : undefined,
    )
    const aisle = tags.find(tag => aisleKeyOf(tag.id) === place.aisle)?.name
    const after = place.afterId === null ? undefined : readItem(cache, place.afterId)?.name
    const where = after === undefined ? 'to the top' : `behind ${after}`
    setSaid(`${item.name} moved ${isOtherAisle ? `to ${aisle ?? 'no tag'}` : where}`)
  }

  function step(id: string, to: RowStep) {
    const place = placeOfStep(rowsOf(id), actions.order(), id, to)
    move(id, place)
    if (place !== undefined) onSent(id)
  }

  return {
    said,
    step,
    drag: {
      onDrop: drop => move(drop.key, placeOfDrop(rowsOf(drop.key), actions.order(), drop)),
      onKey: step,
      onPick,
    },
  }
}
