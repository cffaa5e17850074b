/** Who did what and when, day by day; one's own with its undo. */
import { Undo2 } from 'lucide-react'
import { Button } from '../../ui/form/button.tsx'
import { timeTitle } from '../../ui/moment.ts'
import { PlainList } from '../../ui/plain-list.tsx'
import { dayTitle } from './day-title.ts'
import type { HistoryEntry } from './history-entries.ts'

interface HistoryListProps {
  readonly entries: readonly HistoryEntry[]
  /** Milliseconds since 1970. */
  readonly now: number
  /** Absent for whoever may only look at the list. */
  readonly onUndo: ((recordId: string) => void) | undefined
}

export function HistoryList({ entries, now, onUndo }: HistoryListProps) {
  const days = new Map<string, HistoryEntry[]>()
  for (const entry of entries) {
    const day = dayTitle(Date.parse(entry.at), now)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <h3 className="pt-3 pb-1 text-sm font-semibold text-quiet">{day}</h3>
      <PlainList className="divide-y divide-line">
        {ofDay.map(entry => (
          <HistoryRow key={entry.id} entry={entry} onUndo={onUndo} />
        ))}
      </PlainList>
    </section>
  ))
}

function HistoryRow({
  entry,
  onUndo,
}: Pick<HistoryListProps, 'onUndo'> & { readonly entry: HistoryEntry }) {
  const { undoId, who, what } = entry
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-end gap-x-3 py-1.5">
      <p className="min-w-32 flex-1 basis-0">
        <span className={entry.undone ? 'text-quiet line-through' : ''}>
          <strong className="font-semibold">{who}</strong> {what}
        </span>
        <span className="block text-sm text-quiet">
          <time dateTime={entry.at}>{timeTitle(Date.parse(entry.at))}</time>
          {entry.undone ? ' · undone' : entry.waiting ? ' · waiting' : ''}
        </span>
      </p>
      {undoId === undefined || onUndo === undefined ? null : (
        <Button
          look="quiet"
          className="flex-none"
          aria-label={`Undo: ${what}`}
          onClick={() => onUndo(undoId)}
        >
          <Undo2 aria-hidden size={18} />
          Undo
        </Button>
      )}
    </li>
  )
}
