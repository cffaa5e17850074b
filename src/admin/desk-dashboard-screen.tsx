/** How feedback stands: counts by status, and ratings by week, each with its table for readers. */
import { dayMs } from '../../rules/days.ts'
import { feedbackStatuses, feedbackStatusTitles } from '../../rules/people/feedback.ts'
import type { FeedbackSummaryQuery } from '../generated/desk-operations.ts'
import type { Asker } from '../parts/perform/ask-server.ts'
import { useServerAnswer } from '../parts/perform/use-server-answer.ts'
import { Notice } from '../ui/notice.tsx'
import { CountBar } from './count-bar.tsx'
import { DeskPage } from './desk-page.tsx'
import { summaryQuery } from './desk-queries.ts'

type Summary = FeedbackSummaryQuery['feedbackSummary']

export function DeskDashboardScreen({ network }: { readonly network: Asker }) {
  const { answer, again } = useServerAnswer(network, summaryQuery, {})
  return (
    <DeskPage title="Dashboard" answer={answer} onAgain={again}>
      {answer.kind === 'answer' ? <Charts summary={answer.data.feedbackSummary} /> : null}
    </DeskPage>
  )
}

function Charts({ summary }: { readonly summary: Summary }) {
  if (summary.statuses.length === 0) {
    return <Notice title="No feedback yet">What people send is counted here.</Notice>
  }
  return (
    <div className="flex max-w-[960px] flex-col gap-8">
      <Statuses summary={summary} />
      <Weeks summary={summary} />
    </div>
  )
}

function Statuses({ summary }: { readonly summary: Summary }) {
  const counts = new Map(summary.statuses.map(({ status, count }) => [status, count]))
  const most = Math.max(...counts.values())
  return (
    <table className="w-full table-fixed text-left">
      <caption className="pb-2 text-left text-lg font-semibold text-primary">By status</caption>
      <thead>
        <tr className="text-sm text-quiet">
          <th scope="col" className="w-2/5">
            Status
          </th>
          <th scope="col">Records</th>
        </tr>
      </thead>
      <tbody>
        {feedbackStatuses.map(status => {
          const count = counts.get(status) ?? 0
          return (
            <tr key={status}>
              <th scope="row" className="py-1 pr-3 font-normal">
                {feedbackStatusTitles[status]}
              </th>
              <td>
                <span className="flex items-center gap-3">
                  <CountBar {...{ count, most }} className="h-3 w-0 min-w-0 flex-1" />
                  <span className="w-20 text-right">{count.toLocaleString('en')}</span>
                </span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const weekMs = 7 * dayMs

function Weeks({ summary: { weeks } }: { readonly summary: Summary }) {
  // Weeks in which nothing arrived are not among them, and take their room all the same.
  const at = (monday = '') =>
    Math.round((Date.parse(monday) - Date.parse(weeks[0]?.monday ?? '')) / weekMs)
  const rated = weeks.flatMap(({ monday, averageRating }) =>
    // Twice: a week alone is a dot, where a line of one point would be nothing.
    averageRating === null ? [] : Array<string>(2).fill(`${at(monday)},${5 - averageRating}`),
  )
  return (
    <section aria-labelledby="weeks">
      <h2 id="weeks" className="pb-2 text-lg font-semibold text-primary">
        Rating by week
      </h2>
      {rated.length === 0 ? (
        <p className="text-quiet">No ratings in the last 26 weeks.</p>
      ) : (
        <div aria-hidden className="flex gap-3 rounded-box bg-surface p-3">
          <p className="flex flex-none flex-col justify-between text-sm text-quiet">
            <span>5 ★</span>
            <span>1 ★</span>
          </p>
          <svg
            aria-hidden
            className="h-24 min-w-0 flex-1 overflow-visible py-2"
            preserveAspectRatio="none"
            viewBox={`0 0 ${Math.max(1, at(weeks.at(-1)?.monday))} 4`}
          >
            <polyline
              points={rated.join(' ')}
              fill="none"
              className="stroke-mark"
              strokeWidth="3"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
        </div>
      )}
      {weeks.length === 0 ? null : (
        <details className="pt-2">
          <summary className="min-h-12 cursor-pointer content-center text-link">
            The same as a table
          </summary>
          <table className="w-full text-left">
            <caption className="sr-only">Rating by week</caption>
            <thead>
              <tr className="border-b border-line">
                <th scope="col">Week of</th>
                <th scope="col">Records</th>
                <th scope="col">Mean rating</th>
              </tr>
            </thead>
            <tbody>
              {weeks.map(({ monday, count, averageRating }) => (
                <tr key={monday} className="border-b border-line">
                  <th scope="row" className="py-1 font-normal">
                    {monday}
                  </th>
                  <td>{count.toLocaleString('en')}</td>
                  <td>{averageRating?.toFixed(1) ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </section>
  )
}
