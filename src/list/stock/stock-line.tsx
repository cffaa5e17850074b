/** What I have and what I want of one item, on the row of a STOCK list. */
import { formatQuantity } from '../../../rules/items/quantity.ts'
import { isRunningLow } from '../../../rules/items/stock.ts'
import type { ItemRowFieldsFragment } from '../../generated/operations.ts'
import { Stepper } from './stepper.tsx'

export interface StockEvents {
  readonly onStock: (
    id: string,
    quantities: { readonly quantityInStock?: number; readonly quantityToPurchase?: number },
  ) => void
  /** What was wanted is in the cupboard now. */
  readonly onBuy: (id: string) => void
}

interface StockLineProps extends Pick<StockEvents, 'onStock'> {
  readonly item: ItemRowFieldsFragment
  readonly unit: string
  readonly mayEdit: boolean
}

export function StockLine({ item, unit, mayEdit, onStock }: StockLineProps) {
  const { id, name, quantityInStock, quantityToPurchase } = item
  const isLow = isRunningLow(item)
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-1 pb-2 pl-14 wide:pl-[3rem]">
      <Stepper
        label="In stock"
        itemName={name}
        value={quantityInStock}
        text={formatQuantity}
        tone={isLow ? 'warning' : undefined}
        disabled={!mayEdit}
        onChange={value => onStock(id, { quantityInStock: value })}
      />
      <Stepper
        label={unit === '' ? 'Wanted' : `Wanted (${unit})`}
        itemName={name}
        value={quantityToPurchase}
        text={formatQuantity}
        disabled={!mayEdit}
        onChange={value => onStock(id, { quantityToPurchase: value })}
      />
    </div>
  )
}
