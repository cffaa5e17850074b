import { memo, useId } from 'react'
import { quantityText } from '../../../rules/items/quantity-text.ts'
import { useItemRow } from '../../cache/hooks/use-item.ts'
import type { UnitFieldsFragment } from '../../generated/operations.ts'
import { ItemWords } from '../rows/item-words.tsx'

interface SelectRowProps {
  readonly id: string
  readonly units: ReadonlyMap<string, UnitFieldsFragment>
  readonly selected: boolean
  readonly onSelect: (id: string, range: boolean) => void
}

/** A row while rows are selected: its whole width selects it. */
export const SelectRow = memo(function SelectRow({
  id,
  units,
  selected,
  onSelect,
}: SelectRowProps) {
  const item = useItemRow(id)
  const wordsId = useId()
  // Deleted by somebody else: its place stays until rows may move.
  if (item === undefined) return <div className="min-h-14" />
  return (
    <label
      className={`flex min-h-14 items-center gap-3 px-5 py-1.5 wide:rounded-box wide:px-3 ${selected ? 'bg-tint' : ''}`}
      data-item={id}
    >
      <input
        type="checkbox"
        className="tick rounded-full"
        aria-label={`Select ${item.name}`}
        aria-describedby={`${wordsId}-more ${wordsId}-tags ${wordsId}-notes ${wordsId}-in`}
        checked={selected}
        onChange={({ nativeEvent }) =>
          onSelect(id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
      <ItemWords
        id={wordsId}
        item={item}
        nameClass={`text-row ${item.purchased ? 'text-quiet line-through' : ''}`}
        amount={quantityText(item.quantityToPurchase, units.get(item.unitId ?? ''))}
        tags={item.itemTags}
      />
      {item.purchased ? (
        <span id={`${wordsId}-in`} className="sr-only">
          in the trolley
        </span>
      ) : null}
    </label>
  )
})
