import { memo } from 'react'
import { useItem } from '../../cache/hooks/use-item.ts'

interface SelectRowProps {
  readonly id: string
  readonly selected: boolean
  readonly onSelect: (id: string, range: boolean) => void
}

/** A row while rows are selected: its whole width selects it. */
export const SelectRow = memo(function SelectRow({ id, selected, onSelect }: SelectRowProps) {
  const item = useItem(id)
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
        checked={selected}
        onChange={({ nativeEvent }) =>
          onSelect(id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
      <span
        className={`min-w-0 flex-1 text-row ${item.purchased ? 'text-quiet line-through' : ''}`}
      >
        {item.name}
      </span>
      <span aria-hidden className="flex flex-none gap-1">
        {item.itemTags.map(tag => (
          <span
            key={tag.id}
            className="size-2 rounded-[3px] forced-color-adjust-none"
            style={{ backgroundColor: tag.color }}
          />
        ))}
      </span>
    </label>
  )
})
