import {
  type FeedbackStatus,
  feedbackStatuses,
  feedbackStatusTitles,
} from '../../rules/people/feedback.ts'
import { momentTitle } from '../ui/moment.ts'
import type { DeskRecords } from './use-feedback-pages.ts'

interface FeedbackTableProps {
  readonly records: DeskRecords
  readonly openId: string | undefined
  readonly chosen: ReadonlySet<string>
  readonly onOpen: (id: string) => void
  readonly onChoose: (ids: ReadonlySet<string>) => void
}

export function FeedbackTable(props: FeedbackTableProps) {
  const { records, openId, chosen, onOpen, onChoose } = props

  function handleChoose(id: string, isChosen: boolean) {
    const ids = new Set(chosen)
    if (isChosen) ids.add(id)
    else ids.delete(id)
    onChoose(ids)
  }

  return (
    // By its own room, not that of the window: beside an open record there is less of it.
    <div className="@container">
      <table aria-label="Feedback" className="w-full text-left">
        <thead>
          <tr className="border-b border-line text-sm text-quiet">
            <th scope="col" className="w-12">
              <ChooseBox
                label="All that are shown"
                isChosen={records.every(({ id }) => chosen.has(id))}
                onChoose={isChosen =>
                  onChoose(new Set(isChosen ? records.map(({ id }) => id) : []))
                }
              />
            </th>
            <th scope="col">Feedback</th>
            <th scope="col" className="hidden w-20 @xl:table-cell">
              Rating
            </th>
            <th scope="col" className="hidden w-44 @xl:table-cell">
              Status
            </th>
            <th scope="col" className="hidden w-28 @xl:table-cell">
              When
            </th>
          </tr>
        </thead>
        <tbody>
          {records.map(record => (
            <tr
              key={record.id}
              className={`border-b border-line ${record.id === openId ? 'bg-tint' : ''}`}
            >
              <td className="align-middle">
                <ChooseBox
                  label={`Choose ${firstLine(record.feedback)}`}
                  isChosen={chosen.has(record.id)}
                  onChoose={isChosen => handleChoose(record.id, isChosen)}
                />
              </td>
              <td className="max-w-0 py-1 @xl:pr-4">
                <button
                  type="button"
                  className="block min-h-12 w-full py-2 text-left hover:underline @xl:py-0"
                  aria-current={record.id === openId ? 'true' : undefined}
                  onClick={() => onOpen(record.id)}
                >
                  <span className="line-clamp-2">{firstLine(record.feedback)}</span>
                </button>
                {/* Where there is no room for columns of their own. */}
                <p className="-mt-2 flex flex-wrap gap-x-3 pb-2 text-sm text-quiet @xl:hidden">
                  <span>{starsTitle(record.rating)}</span>
                  <StatusTitle status={record.status} />
                  <span>{momentTitle(Date.parse(record.createdAt), Date.now())}</span>
                </p>
              </td>
              <td className="hidden @xl:table-cell">{starsTitle(record.rating)}</td>
              <td className="hidden @xl:table-cell">
                <StatusTitle status={record.status} />
              </td>
              <td className="hidden text-quiet @xl:table-cell">
                {momentTitle(Date.parse(record.createdAt), Date.now())}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ChooseBoxProps {
  readonly label: string
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
}

function ChooseBox({ label, isChosen, onChoose }: ChooseBoxProps) {
  return (
    <label className="flex size-12 items-center">
      <input
        type="checkbox"
        aria-label={label}
        className="tick"
        checked={isChosen}
        onChange={event => onChoose(event.target.checked)}
      />
    </label>
  )
}

export function StatusTitle({ status }: { readonly status: FeedbackStatus }) {
  return (
    <span className="inline-flex items-center gap-2 leading-tight">
      <span aria-hidden className={`size-2 flex-none rounded-full ${dots[status] ?? 'bg-edge'}`} />
      {feedbackStatusTitles[status]}
    </span>
  )
}

/** New, under way, or well ended; the rest is done with. */
const dots: Partial<Readonly<Record<FeedbackStatus, string>>> = {
  RECEIVED: 'bg-mark',
  TODO: 'bg-link',
  INPROGRESS: 'bg-link',
  TESTING: 'bg-link',
  NEEDMOREINFO: 'bg-link',
  FIXED: 'bg-success',
  POSITIVE: 'bg-success',
  NEGATIVE: 'bg-error',
}

function starsTitle(rating: number | null): string {
  return rating === null ? '–' : `${rating} ★`
}

/** What a record is called if there is one line for it. */
export function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]?.slice(0, 200) ?? ''
}

export const statusOptions = feedbackStatuses.map(
  status => [status, feedbackStatusTitles[status]] as const,
)
