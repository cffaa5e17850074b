/** One item: the row subscribes to its own record, so a tick draws one row. */

import { PackageCheck } from 'lucide-react'
import { memo, useId } from 'react'
import { quantityText } from '../../../rules/items/quantity-text.ts'
import { isRunningLow } from '../../../rules/items/stock.ts'
import { unitWord } from '../../../rules/items/units.ts'
import { useItemRow } from '../../cache/hooks/use-item.ts'
import type { UnitFieldsFragment } from '../../generated/operations.ts'
import { MoveHandle } from '../../ui/gestures/move-handle.tsx'
import type { RowStep } from '../../ui/gestures/row-drag.ts'
import { type StockEvents, StockLine } from '../stock/stock-line.tsx'
import { ItemWords } from './item-words.tsx'
import { RowMark } from './row-mark.tsx'
import { useTickBox } from './use-tick-box.ts'

export interface RowEvents extends StockEvents {
  readonly onTick: (id: string, purchased: boolean) => void
  readonly onEdit: (id: string) => void
  readonly onStep: (id: string, to: RowStep) => void
}

/** How rows look and what can be done with them: the same for all rows of a list. */
export interface RowLook {
  readonly mayEdit: boolean
  /** Steppers for what is there and what is wanted. */
  readonly stock: boolean
  /** Under headings: the first tag is said there. */
  readonly grouped: boolean
  /** For an arm's length. */
  readonly big: boolean
  /** `shown` also if there is no mouse to find the handle with. */
  readonly handles: 'none' | 'hover' | 'shown'
}

interface ItemRowProps extends RowLook {
  readonly id: string
  readonly units: ReadonlyMap<string, UnitFieldsFragment>
  readonly chosen: boolean
  readonly events: RowEvents
}

const handleLooks = {
  hover: 'row-handle absolute left-0 top-1 z-1 w-6',
  shown: 'order-last w-12 self-center',
} as const

export const ItemRow = memo(function ItemRow({
  id,
  units,
  chosen,
  events,
  mayEdit,
  stock,
  grouped,
  big,
  handles,
}: ItemRowProps) {
  const item = useItemRow(id)
  const box = useTickBox(item?.purchased)
  const nameId = useId()
  // Deleted by somebody else: its place stays until rows may move.
  if (item === undefined) return <div className={big ? 'min-h-18' : 'min-h-14'} />
  const unit = item.unitId === null ? undefined : units.get(item.unitId)
  const buys = stock && mayEdit && !item.purchased && (item.quantityToPurchase ?? 0) > 0
  const tags = grouped ? item.itemTags.slice(1) : item.itemTags
  return (
    <div
      className={`relative bg-ground select-none wide:rounded-box ${chosen ? 'bg-surface' : ''}`}
      data-item={id}
      data-drag-row={id}
    >
      <div className={`flex flex-wrap items-stretch justify-end ${big ? 'min-h-18' : 'min-h-14'}`}>
        {handles === 'none' ? null : (
          <RowHandle id={id} name={item.name} look={handles} onStep={events.onStep} />
        )}
        <label
          className={`flex min-w-0 flex-1 items-center gap-3 py-1.5 pl-5 wide:pl-6 ${buys ? 'basis-40' : 'basis-0'}`}
        >
          <input
            ref={box}
            type="checkbox"
            // Else the browser writes the boxes of all rows to its disk after each tick, to fill them in again.
            autoComplete="off"
            className={big ? 'tick tick-big' : 'tick'}
            aria-labelledby={nameId}
            aria-describedby={`${nameId}-more ${nameId}-low ${nameId}-tags ${nameId}-notes ${nameId}-mark`}
            defaultChecked={item.purchased}
            disabled={!mayEdit}
            onChange={event => events.onTick(id, event.target.checked)}
          />
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
            <ItemWords
              id={nameId}
              item={item}
              nameClass={`${big ? 'text-[1.3125rem] leading-snug' : 'text-row'} row-name`}
              amount={stock ? '' : quantityText(item.quantityToPurchase, unit)}
              low={stock && isRunningLow(item)}
              tags={tags}
              big={big}
            />
            <RowMark id={id} wordId={`${nameId}-mark`} />
          </span>
        </label>
        {buys ? (
          <button
            type="button"
            aria-label={`Bought ${item.name}`}
            className="inline-flex min-h-12 flex-none items-center gap-1.5 self-center rounded-box px-2 text-sm font-semibold text-success hover:bg-surface"
            onClick={() => events.onBuy(id)}
          >
            <PackageCheck aria-hidden size={18} />
            Bought
          </button>
        ) : null}
        {handles === 'shown' ? null : (
          <button
            type="button"
            aria-label={`Edit ${item.name}`}
            title="Edit"
            className="grid w-12 flex-none place-items-center rounded-box text-quiet hover:text-ink"
            onClick={() => events.onEdit(id)}
          >
            <span aria-hidden className="dots" />
          </button>
        )}
      </div>
      {stock ? (
        <StockLine
          item={item}
          unit={unit === undefined ? '' : unitWord(unit, item.quantityToPurchase ?? 0)}
          mayEdit={mayEdit}
          onStock={events.onStock}
        />
      ) : null}
    </div>
  )
})

/** By itself, so that a tick does not draw the menu of the row. */
const RowHandle = memo(function RowHandle({
  id,
  name,
  look,
  onStep,
}: {
  readonly id: string
  readonly name: string
  readonly look: keyof typeof handleLooks
  readonly onStep: RowEvents['onStep']
}) {
  return <MoveHandle name={name} className={handleLooks[look]} onStep={to => onStep(id, to)} />
})
