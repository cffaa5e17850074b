import { aisleKeyOf } from '../../../rules/lists/aisle-rows.ts'
import { countTitle } from '../../../rules/validation-issue.ts'
import type { ItemTagFieldsFragment } from '../../generated/operations.ts'

interface AisleHeadingProps {
  /** Undefined above what carries no tag. */
  readonly tag: ItemTagFieldsFragment | undefined
  /** How many rows stand beneath, where that is told. */
  readonly left: number | undefined
}

export function AisleHeading({ tag, left }: AisleHeadingProps) {
  return (
    <h2
      className="flex min-h-9 items-center gap-2 px-4 pt-4 pb-1 text-[0.8125rem] font-semibold tracking-wide text-quiet wide:px-2"
      data-drag-row={aisleKeyOf(tag?.id)}
      data-drag-fixed=""
    >
      <TagDot color={tag?.color} />
      <span className="min-w-0 truncate leading-tight">{tag?.name ?? 'Without a tag'}</span>
      {left === undefined ? null : (
        <span className="ml-auto flex-none pl-2 font-normal">{countTitle(left)} left</span>
      )}
    </h2>
  )
}

/** The colour of a tag; an empty frame if there is none. */
export function TagDot({ color }: { readonly color: string | undefined }) {
  return (
    <span
      aria-hidden
      className={`size-2.5 flex-none rounded-[3px] forced-color-adjust-none ${color === undefined ? 'border border-edge' : ''}`}
      style={color === undefined ? undefined : { backgroundColor: color }}
    />
  )
}
