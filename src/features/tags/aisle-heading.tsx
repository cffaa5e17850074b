import { aisleKeyOf } from '../../../rules/lists/aisle-rows.ts'
import { countTitle } from '../../../rules/validation-issue.ts'
import { useOpenCount } from '../../cache/hooks/use-list-views.ts'
import type { ItemTagFieldsFragment } from '../../generated/operations.ts'

interface AisleHeadingProps {
  /** Undefined above what carries no tag. */
  readonly tag: ItemTagFieldsFragment | undefined
  /** What stands beneath, where it is told how much of it is left. */
  readonly ids: readonly string[] | undefined
}

export function AisleHeading({ tag, ids }: AisleHeadingProps) {
  return (
    <h2
      className="flex min-h-9 items-center gap-2 px-4 pt-4 pb-1 text-[0.8125rem] font-semibold [letter-spacing:.025em] text-quiet wide:px-2"
      data-drag-row={aisleKeyOf(tag?.id)}
      data-drag-fixed=""
    >
      <TagDot color={tag?.color} />
      <span className="min-w-0 truncate leading-tight">{tag?.name ?? 'Without a tag'}</span>
      {ids === undefined ? null : <Left ids={ids} />}
    </h2>
  )
}

/** By itself: a tick counts at once, though its row stays for a moment. */
function Left({ ids }: { readonly ids: readonly string[] }) {
  return (
    <span className="ml-auto flex-none pl-2 font-normal">{countTitle(useOpenCount(ids))} left</span>
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
