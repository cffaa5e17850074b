/**
 * Two rows of one name, shown together; mount with their ids as key. It stands between the list and the add box: nothing above the
 * finger moves when it comes, and the thumb reaches it. In a low window its rows share a line; what has no room
 * yet is scrolled to, and a row of the list keeps its own.
 */
import { Combine } from 'lucide-react'
import { limits } from '../../../../rules/limits.ts'
import { countTitle } from '../../../../rules/validation-issue.ts'
import { Button } from '../../../ui/form/button.tsx'
import { PlainList } from '../../../ui/plain-list.tsx'

export interface DuplicateRow {
  readonly id: string
  readonly name: string
  readonly amount: string
  readonly notes: string
}

interface DuplicatesCardProps {
  readonly rows: readonly DuplicateRow[]
  /** What one row of them would be; undefined if they cannot be merged. */
  readonly merged: string | undefined
  /** Whether it is their notes alone that do not fit into one row. */
  readonly areNotesLong: boolean
  /** How many other names are there twice. */
  readonly more: number
  readonly onMerge: () => void
  readonly onKeep: () => void
}

export function DuplicatesCard({
  rows,
  merged,
  areNotesLong,
  more,
  onMerge,
  onKeep,
}: DuplicatesCardProps) {
  return (
    <section
      data-once
      aria-label="On the list twice"
      className="settling mx-4 mb-2 overflow-y-auto rounded-box border border-line bg-surface p-3 low:py-1"
    >
      <h2 className="text-sm font-semibold text-quiet">
        On the list {rows.length === 2 ? 'twice' : `${rows.length} times`}
        {more > 0 && ` · ${more} more like this`}
      </h2>
      <PlainList className="low:flex low:flex-wrap low:gap-x-4 max-h-[20dvh] overflow-y-auto">
        {rows.map(row => (
          <li key={row.id} className="py-0.5">
            <bdi>{row.name}</bdi> <span className="text-quiet">{row.amount}</span>
            <span className="block truncate text-sm text-quiet">{row.notes}</span>
          </li>
        ))}
      </PlainList>
      <div className="flex flex-wrap items-center justify-end gap-2 low:pt-0 pt-2">
        {merged === '' ? null : (
          <p className="short:mr-auto short:basis-auto basis-full text-sm text-quiet">
            {merged === undefined ? whyApart(areNotesLong) : `Together ${merged}`}
          </p>
        )}
        <Button onClick={onKeep}>Keep {rows.length === 2 ? 'both' : 'all'}</Button>
        {merged === undefined ? null : (
          <Button look="primary" aria-label={`Merge ${rows[0]?.name}`} onClick={onMerge}>
            <Combine aria-hidden size={18} />
            Merge
          </Button>
        )}
      </div>
    </section>
  )
}

function whyApart(areNotesLong: boolean): string {
  return areNotesLong
    ? `Their notes together have more than ${countTitle(limits.notes)} characters. Shorten one of them.`
    : 'They count in different units and cannot be added up.'
}
