import { TagDot } from './aisle-heading.tsx'

/** A tag on a row. */
export function TagChip({ name, color }: { readonly name: string; readonly color: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 rounded-full bg-surface px-2 text-[0.8125rem] text-quiet">
      <TagDot color={color} />
      <span className="min-w-0 truncate">{name}</span>
    </span>
  )
}
