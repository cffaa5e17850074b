/** What a row does that is dragged or sent by key: the pure places of `reorder`, made into edits. */
import { aisleKeyOf, isAisleKey, tagIdOfAisle } from '../../../rules/lists/aisle-rows.ts'
import { tagsInAisle } from '../../../rules/lists/tags.ts'
import { useListViews } from '../../cache/hooks/sync/use-offline.tsx'
import type { ItemTagFieldsFragment } from '../../generated/operations.ts'
import type { RowDragEvents, RowStep } from '../../ui/gestures/row-drag.ts'
import { useSaid, type Words } from '../../ui/said.tsx'
import type { ItemActions } from '../item/use-item-actions.ts'
import { type Place, placeOfDrop, placeOfStep } from '../reorder/drop-place.ts'
import { useShownSteps } from '../reorder/use-shown-steps.ts'

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
  readonly said: Words
}

export function useRowMoves({
  openRows,
  doneIds,
  tags,
  actions,
  onPick,
  onSent,
}: RowMovesParts): RowMoves {
  const views = useListViews()
  const [said, setSaid] = useSaid()
  const rowsOf = (id: string) => (doneIds.includes(id) ? doneIds : openRows)

  function move(id: string, place: Place | undefined) {
    const item = views.item(id)
    if (place === undefined || item === undefined) return
    const from = openRows.slice(0, openRows.indexOf(id)).findLast(isAisleKey)
    const isOtherAisle = place.aisle !== undefined && place.aisle !== from
    const tag = tags.find(one => aisleKeyOf(one.id) === place.aisle)
    actions.move(
      id,
      place.afterId,
      isOtherAisle ? tagsInAisle(item.itemTags, tagIdOfAisle(from ?? ''), tag) : undefined,
    )
    // A message says so, with its undo.
    if (isOtherAisle) return
    const above = place.above === undefined ? undefined : views.item(place.above)?.name
    const top = place.aisle === undefined ? 'to the top' : `to the top of ${tag?.name ?? 'no tag'}`
    setSaid(`${item.name} moved ${above === undefined ? top : `behind ${above}`}`)
  }

  function step(id: string, to: RowStep) {
    const place = placeOfStep(rowsOf(id), actions.order(), id, to)
    move(id, place)
    if (place !== undefined) onSent(id)
  }

  const stepLater = useShownSteps(rowsOf, step)

  return {
    said,
    step,
    drag: {
      onDrop: drop => move(drop.key, placeOfDrop(rowsOf(drop.key), actions.order(), drop)),
      onKey: stepLater,
      onPick,
    },
  }
}
