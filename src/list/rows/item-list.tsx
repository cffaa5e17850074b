/** The rows of a list: what is still to be bought, and what is in the trolley folded beneath. */
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, type RefObject, useCallback, useMemo } from 'react'
import { idsInAisles, isAisleKey, tagIdOfAisle } from '../../../rules/lists/aisle-rows.ts'
import { countTitle } from '../../../rules/validation-issue.ts'
import { AisleHeading } from '../../features/tags/aisle-heading.tsx'
import type { ItemTagFieldsFragment, UnitFieldsFragment } from '../../generated/operations.ts'
import { Slide } from '../../ui/gestures/slide.tsx'
import { ItemRow, type RowEvents, type RowLook } from './item-row.tsx'
import { Rows } from './rows.tsx'
import type { CalmRows } from './use-calm-rows.ts'
import type { Target } from './use-target-in-sight.ts'

interface ItemListProps {
  readonly rows: CalmRows
  readonly tags: readonly ItemTagFieldsFragment[]
  readonly units: ReadonlyMap<string, UnitFieldsFragment>
  readonly look: RowLook
  readonly events: RowEvents
  readonly chosenId: string | undefined
  readonly target: Target | undefined
  readonly scroller: RefObject<HTMLElement | null>
  readonly unfolded: boolean
  readonly onUnfold: (unfolded: boolean) => void
  /** What stands here while there is nothing to buy. */
  readonly empty: ReactNode
  /** What can be done with all that is in the trolley. */
  readonly trolleyActions: ReactNode
}

export function ItemList({
  rows,
  tags,
  units,
  look,
  events,
  chosenId,
  target,
  scroller,
  unfolded,
  onUnfold,
  empty,
  trolleyActions,
}: ItemListProps) {
  const { openRows, doneIds } = rows
  const { mayEdit, stock, grouped, big, handles } = look
  const tagsById = useMemo(() => new Map(tags.map(tag => [tag.id, tag])), [tags])
  // In a store one wants to know what an aisle still has.
  const idsByAisle = useMemo(() => (big ? idsInAisles(openRows) : undefined), [big, openRows])
  const itemRow = useCallback(
    (id: string, underHeading: boolean) => (
      <ItemRow
        id={id}
        units={units}
        chosen={id === chosenId}
        events={events}
        mayEdit={mayEdit}
        stock={stock}
        grouped={underHeading}
        big={big}
        handles={handles}
      />
    ),
    [units, chosenId, events, mayEdit, stock, big, handles],
  )
  const row = useCallback(
    (id: string) =>
      isAisleKey(id) ? (
        <AisleHeading tag={tagsById.get(tagIdOfAisle(id) ?? '')} ids={idsByAisle?.get(id)} />
      ) : (
        itemRow(id, grouped)
      ),
    [itemRow, tagsById, idsByAisle, grouped],
  )
  const doneRow = useCallback((id: string) => itemRow(id, false), [itemRow])
  const done = doneIds.length
  return (
    <Slide when={rows} byItself={rows.byItself}>
      {openRows.length === 0 ? (
        empty
      ) : (
        <Rows label="Items" ids={openRows} scroller={scroller} target={target}>
          {row}
        </Rows>
      )}
      {done === 0 ? null : (
        <div
          data-slides="trolley"
          className="mt-2 flex flex-wrap items-center gap-x-1 border-t border-line"
        >
          <button
            type="button"
            aria-expanded={unfolded}
            className="flex min-h-12 max-w-full flex-[1_0_auto] items-center gap-1.5 px-4 text-left text-[0.9375rem] font-semibold text-quiet hover:text-ink wide:px-2"
            onClick={() => onUnfold(!unfolded)}
          >
            {unfolded ? (
              <ChevronDown aria-hidden size={16} />
            ) : (
              <ChevronRight aria-hidden size={16} />
            )}
            In the trolley ({countTitle(done)})
          </button>
          {trolleyActions}
          {unfolded ? (
            <div className="w-full flex-none">
              <Rows label="In the trolley" ids={doneIds} scroller={scroller} target={target}>
                {doneRow}
              </Rows>
            </div>
          ) : null}
        </div>
      )}
    </Slide>
  )
}
