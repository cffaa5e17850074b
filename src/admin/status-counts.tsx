/** How many records stand where, in the left column of the desk; the dashboard has the same as a table. */
import { useCallback } from 'react'
import { feedbackStatuses } from '../../rules/feedback.ts'
import { type Asker, askServer } from '../parts/perform/ask-server.ts'
import { useAsked } from '../parts/perform/use-asked.ts'
import { summaryQuery } from './desk-queries.ts'
import { StatusTitle } from './feedback-table.tsx'

interface StatusCountsProps {
  readonly network: Asker
  /** How often something was changed at this desk: they are asked for anew after each. */
  readonly changes: number
}

export function StatusCounts({ network, changes }: StatusCountsProps) {
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
  return (
    <section aria-labelledby="by-status" className="hidden px-6 pb-5 text-sm wide:block">
      <h2 id="by-status" className="pb-1 font-semibold text-primary">
        By status
      </h2>
      <ul>
        {feedbackStatuses.map(status => {
          const count = counts.get(status) ?? 0
          return count === 0 ? null : (
            <li key={status} className="flex items-center gap-2 py-0.5">
              <span className="flex-1">
                <StatusTitle status={status} />
              </span>
              <svg
                aria-hidden
                className="h-2 w-10 flex-none"
                preserveAspectRatio="none"
                viewBox="0 0 100 1"
              >
                <rect width={(count / most) * 100} height="1" className="fill-mark" />
              </svg>
              <span className="min-w-8 text-right text-quiet tabular-nums">
                {count.toLocaleString('en')}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
