import { TagChip } from '../../features/tags/tag-chip.tsx'
import type { ItemRowFieldsFragment } from '../../generated/operations.ts'

interface ItemWordsProps {
  /** Of the name; that of the amount ends with `-more`, of "running low" with `-low`, then `-tags` and `-notes`. */
  readonly id: string
  readonly item: Pick<ItemRowFieldsFragment, 'name' | 'notes'>
  readonly nameClass: string
  readonly amount: string
  readonly low?: boolean
  readonly tags: ItemRowFieldsFragment['itemTags']
  readonly big?: boolean
}

/** What a row says of its item: its name, and what tells it from others of that name. */
export function ItemWords({ id, item, nameClass, amount, low, tags, big }: ItemWordsProps) {
  return (
    <span className="min-w-[min(6rem,100%)] flex-1 basis-0">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span id={id} className={nameClass}>
          {item.name}
        </span>
        <span id={`${id}-more`} className={`text-quiet ${big ? 'text-row' : 'text-[0.9375rem]'}`}>
          {amount}
        </span>
        {low ? (
          <span id={`${id}-low`} className="text-sm text-warning">
            running low
          </span>
        ) : null}
        <span id={`${id}-tags`} className="contents">
          {tags.map(tag => (
            <TagChip key={tag.id} name={tag.name} color={tag.color} />
          ))}
        </span>
      </span>
      {item.notes === null || item.notes === '' ? null : (
        <span id={`${id}-notes`} className="block truncate text-sm text-quiet">
          {item.notes}
        </span>
      )}
    </span>
  )
}
