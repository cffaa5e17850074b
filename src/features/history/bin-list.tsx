import { RotateCcw } from 'lucide-react'
import { counted } from '../../../rules/validation-issue.ts'
import { Button } from '../../ui/form/button.tsx'
import { momentTitle } from '../../ui/moment.ts'
import { PlainList } from '../../ui/plain-list.tsx'
import { daysUntil } from './day-title.ts'

export interface BinRow {
  readonly id: string
  readonly name: string
  /** By whom, or how much it was. */
  readonly more: string
  /** ISO 8601. */
  readonly deletedAt: string
  /** When it goes for good; undefined if only the device knows it. */
  readonly purgedAt: string | undefined
  /** Absent for who may only look. */
  readonly onBack: (() => void) | undefined
}

/** `now` in ms since 1970. */
export function BinList({ rows, now }: { readonly rows: readonly BinRow[]; readonly now: number }) {
  return (
    <PlainList className="divide-y divide-line">
      {rows.map(row => (
        <li
          key={row.id}
          className="flex min-h-14 flex-wrap items-center justify-end gap-x-3 py-1.5"
        >
          <p className="min-w-32 flex-1 basis-0">
            <span className="text-row">{row.name}</span>
            <span className="block text-sm text-quiet">
              {[row.more, `deleted ${momentTitle(Date.parse(row.deletedAt), now)}`, left(row, now)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </p>
          {row.onBack === undefined ? null : (
            <Button
              className="flex-none"
              aria-label={`Bring back ${row.name}`}
              onClick={row.onBack}
            >
              <RotateCcw aria-hidden size={18} />
              Bring back
            </Button>
          )}
        </li>
      ))}
    </PlainList>
  )
}

function left({ purgedAt }: BinRow, now: number): string {
  if (purgedAt === undefined) return ''
  return `${counted(daysUntil(Date.parse(purgedAt), now), 'day')} left`
}
