/**
 * How many records stand where, in the left column of the desk: each count shows its records alone. Where there is
 * no room for the column the filters above the table do; the dashboard has the same counts as a table.
 */
import { useCallback } from 'react'
import { type FeedbackStatus, feedbackStatuses } from '../../rules/people/feedback.ts'
import { type Asker, askServer } from '../parts/perform/ask-server.ts'
import { useAsked } from '../parts/perform/use-asked.ts'
import { PlainList } from '../ui/plain-list.tsx'
import { CountBar } from './count-bar.tsx'
import { summaryQuery } from './desk-queries.ts'
import { StatusTitle } from './feedback-table.tsx'
import type { DeskFilter } from './use-feedback-pages.ts'

interface StatusCountsProps {
  readonly network: Asker
  /** How often something was changed at this desk, or its first page asked for: they are asked for anew after each. */
  readonly changes: number
  /** The one whose records the table shows. */
  readonly chosen: DeskFilter['status']
  readonly onChoose: (status: DeskFilter['status']) => void
}

export function StatusCounts({ network, changes, chosen, onChoose }: StatusCountsProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change asks anew.
  const ask = useCallback(
    (signal: AbortSignal) => askServer(network, summaryQuery, {}, signal),
    [network, changes],
  )
  const { answer } = useAsked(ask)
  // If the server does not answer, the table says so.
  if (answer.kind !== 'answer') return null
  const counts = new Map(
    answer.data.feedbackSummary.statuses.map(({ status, count }) => [status, count]),
  )
  const most = Math.max(0, ...counts.values())
  if (most === 0) return null
  const shown = feedbackStatuses.filter(status => counts.has(status) || status === chosen)
  return (
    <section aria-labelledby="by-status" className="px-3 pb-5 text-sm">
      <h2 id="by-status" className="px-3 pb-1 font-semibold text-primary">
        By status
      </h2>
      <PlainList>
        {shown.map(status => (
          <li key={status}>
            <StatusCount
              status={status}
              count={counts.get(status) ?? 0}
              most={most}
              isChosen={status === chosen}
              onToggle={() => onChoose(status === chosen ? '' : status)}
            />
          </li>
        ))}
      </PlainList>
    </section>
  )
}

interface StatusCountProps {
  readonly status: FeedbackStatus
  readonly count: number
  readonly most: number
  readonly isChosen: boolean
  readonly onToggle: () => void
}

function StatusCount({ status, count, most, isChosen, onToggle }: StatusCountProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      className="flex min-h-8 w-full items-center gap-2 rounded-box px-3 py-1 text-left hover:bg-tint aria-pressed:bg-tint aria-pressed:font-semibold pointer-coarse:min-h-12"
      onClick={onToggle}
    >
      <span className="flex-1">
        <StatusTitle status={status} />
      </span>{' '}
      <CountBar {...{ count, most }} className="h-2 w-10 flex-none" />
      <span className="min-w-8 text-right text-quiet">{count.toLocaleString('en')}</span>
    </button>
  )
}
