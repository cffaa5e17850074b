/** One item: the row subscribes to its own record, so a tick draws one row. */
import { EllipsisVertical } from 'lucide-react'
import { memo, useId } from 'react'
import { useItem } from '../cache/use-item.ts'
import { useMark } from '../cache/use-mark.ts'
import type { UnitFieldsFragment } from '../generated/operations.ts'
import { quantityText } from './quantity-text.ts'

export interface RowEvents {
  readonly onTick: (id: string, purchased: boolean) => void
  readonly onEdit: (id: string) => void
}

interface ItemRowProps extends RowEvents {
  readonly id: string
  readonly units: ReadonlyMap<string, UnitFieldsFragment>
  readonly chosen: boolean
  readonly mayEdit: boolean
  readonly stock: boolean
}

export const ItemRow = memo(function ItemRow({
  id,
  units,
  chosen,
  mayEdit,
  stock,
  onTick,
  onEdit,
}: ItemRowProps) {
  const item = useItem(id)
  const mark = useMark(`Item:${id}`)
  const nameId = useId()
  if (item === undefined) return null
  const unit = item.unitId === null ? undefined : units.get(item.unitId)
  const toBuy = quantityText(item.quantityToPurchase, unit)
  const inStock = stock ? `${quantityText(item.quantityInStock, unit)} in stock` : ''
  return (
    <div
      className={`flex min-h-14 items-stretch wide:rounded-box ${chosen ? 'bg-surface' : ''}`}
      data-item={id}
    >
      <label className="flex min-w-0 flex-1 items-center gap-3 py-1.5 pl-5 wide:pl-3">
        <input
          type="checkbox"
          className="tick"
          aria-labelledby={nameId}
          aria-describedby={`${nameId}-more`}
          checked={item.purchased}
          disabled={!mayEdit}
          onChange={event => onTick(id, event.target.checked)}
        />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span
              id={nameId}
              className={`text-row ${item.purchased ? 'text-quiet line-through' : ''}`}
            >
              {item.name}
            </span>
            <span id={`${nameId}-more`} className="text-[0.9375rem] text-quiet">
              {[toBuy, inStock].filter(Boolean).join(' · ')}
            </span>
            {item.itemTags.map(tag => (
              <Tag key={tag.id} name={tag.name} color={tag.color} />
            ))}
          </span>
          {item.notes === null || item.notes === '' ? null : (
            <span className="block truncate text-sm text-quiet">{item.notes}</span>
          )}
        </span>
        {mark === undefined ? null : <WaitingMark refused={mark === 'refused'} />}
      </label>
      <button
        type="button"
        aria-label={`Edit ${item.name}`}
        title="Edit"
        className="grid w-12 flex-none place-items-center rounded-box text-quiet hover:text-ink"
        onClick={() => onEdit(id)}
      >
        <EllipsisVertical aria-hidden size={18} />
      </button>
    </div>
  )
})

function WaitingMark({ refused }: { readonly refused: boolean }) {
  return (
    <span
      className={`flex flex-none items-center gap-1 text-[0.8125rem] ${refused ? 'text-error' : 'late text-primary'}`}
      title={refused ? 'The server would not take it' : 'Saved on this device, will be sent'}
    >
      <span aria-hidden className="size-1.5 rounded-full bg-current" />
      {refused ? 'not saved' : 'waiting'}
    </span>
  )
}

function Tag({ name, color }: { readonly name: string; readonly color: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full bg-surface px-2 text-[0.8125rem] text-quiet">
      <span aria-hidden className="size-2 rounded-[3px]" style={{ backgroundColor: color }} />
      {name}
    </span>
  )
}
