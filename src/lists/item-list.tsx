/** The rows of a list: what is still to be bought, and what is in the trolley folded beneath. */
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, type RefObject, useCallback } from 'react'
import type { UnitFieldsFragment } from '../generated/operations.ts'
import { ItemRow, type RowEvents } from './item-row.tsx'
import { Rows } from './rows.tsx'
import type { ListView } from './shown-rows.ts'

interface ItemListProps extends RowEvents {
  readonly shown: ListView
  readonly units: ReadonlyMap<string, UnitFieldsFragment>
  readonly chosenId: string | undefined
  readonly target: string | undefined
  readonly mayEdit: boolean
  readonly stock: boolean
  readonly scroller: RefObject<HTMLElement | null>
  readonly unfolded: boolean
  readonly onUnfold: (unfolded: boolean) => void
  /** What stands here while there is nothing to buy. */
  readonly empty: ReactNode
}

export function ItemList({
  shown,
  units,
  chosenId,
  target,
  mayEdit,
  stock,
  scroller,
  unfolded,
  onUnfold,
  empty,
  onTick,
  onEdit,
}: ItemListProps) {
  const row = useCallback(
    (id: string) => (
      <ItemRow
        id={id}
        units={units}
        chosen={id === chosenId}
        mayEdit={mayEdit}
        stock={stock}
        onTick={onTick}
        onEdit={onEdit}
      />
    ),
    [units, chosenId, mayEdit, stock, onTick, onEdit],
  )
  const done = shown.doneIds.length
  return (
    <>
      {shown.openIds.length === 0 ? (
        empty
      ) : (
        <Rows label="Items" ids={shown.openIds} scroller={scroller} target={target}>
          {row}
        </Rows>
      )}
      {done === 0 ? null : (
        <div className="mt-2 border-t border-line">
          <button
            type="button"
            aria-expanded={unfolded}
            className="flex min-h-12 w-full items-center gap-1.5 px-4 text-left text-[0.9375rem] font-semibold text-quiet hover:text-ink wide:px-2"
            onClick={() => onUnfold(!unfolded)}
          >
            {unfolded ? (
              <ChevronDown aria-hidden size={16} />
            ) : (
              <ChevronRight aria-hidden size={16} />
            )}
            In the trolley ({done})
          </button>
          {unfolded ? (
            <Rows label="In the trolley" ids={shown.doneIds} scroller={scroller} target={target}>
              {row}
            </Rows>
          ) : null}
        </div>
      )}
    </>
  )
}
