/** The desk: filters, the table of feedback, and the record that is open. */
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { feedbackStatuses } from '../../rules/people/feedback.ts'
import { isAdmin, type Role } from '../../rules/people/roles.ts'
import type { FeedbackSort, FeedbackStatus } from '../generated/desk-operations.ts'
import type { Asker } from '../parts/perform/ask-server.ts'
import { useLayer } from '../ui/dialog/layers.tsx'
import { Button } from '../ui/form/button.tsx'
import { SelectField, TextField } from '../ui/form/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { PlainList } from '../ui/plain-list.tsx'
import { useKeys } from '../ui/use-keys.ts'
import { panelQuery, useMediaQuery } from '../ui/use-media-query.ts'
import { BulkBar, type Failure } from './bulk-bar.tsx'
import { AnswerNote } from './desk-page.tsx'
import { FeedbackTable, firstLine, statusOptions } from './feedback-table.tsx'
import { OpenFeedback } from './open-feedback.tsx'
import { type DeskFilter, everything, pageLength, useFeedbackPages } from './use-feedback-pages.ts'

interface DeskFeedbackScreenProps {
  readonly network: Asker
  readonly role: Role
  readonly filter: DeskFilter
  readonly onFilter: (filter: DeskFilter) => void
  /** After each change that the server took, and when a first page is asked for anew; the same between drawings. */
  readonly onChanged: () => void
}

const none: ReadonlySet<string> = new Set()
const sorts: readonly (readonly [FeedbackSort, string])[] = [
  ['NEWEST', 'Newest first'],
  ['OLDEST', 'Oldest first'],
  ['LOWEST_RATING', 'Fewest stars first'],
  ['HIGHEST_RATING', 'Most stars first'],
]

export function DeskFeedbackScreen(props: DeskFeedbackScreenProps) {
  const { network, role, filter, onFilter, onChanged } = props
  const pages = useFeedbackPages(network, filter, onChanged)
  const { records, answer, page } = pages
  const [openId, setOpenId] = useState<string>()
  const [choice, setChoice] = useState({ filter, ids: none })
  /** What failed last, though it may be gone from the table: until something else is chosen. */
  const [failures, setFailures] = useState<readonly Failure[]>([])
  // What is not in sight any more is not meant any more.
  const inSight = records.filter(({ id }) => choice.ids.has(id)).map(({ id }) => id)
  const chosen = choice.filter === filter ? new Set(inSight) : none
  const scroller = useRef<HTMLDivElement>(null)
  const open = records.find(({ id }) => id === openId)
  // Where there is no room for both it takes the place of the others: Back leads to them.
  const hasRoom = useMediaQuery(panelQuery)
  useLayer(open !== undefined && !hasRoom, {
    kind: 'mode',
    onClose: handleClose,
    takesEscape: () => true,
  })
  const first = page * pageLength + 1
  const note = <AnswerNote answer={answer} onAgain={pages.again} />
  const isLoading = answer.kind === 'asking' && !answer.again
  // By a count of the left column: what it leaves would be hidden by the record.
  const [filtered, setFiltered] = useState(filter)
  if (filter !== filtered) {
    setFiltered(filter)
    if (!hasRoom) setOpenId(undefined)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each page begins at its top.
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [page])

  function setChosen(ids: ReadonlySet<string>, failed: readonly Failure[] = []) {
    setChoice({ filter, ids })
    setFailures(failed)
  }

  function turn(to: () => void) {
    setChosen(none)
    to()
  }

  const change = (part: Partial<DeskFilter>) => onFilter({ ...filter, ...part })

  function step(by: number) {
    const at = records.findIndex(({ id }) => id === openId)
    const next = records[at < 0 ? 0 : at + by]
    if (!next) return
    flushSync(() => setOpenId(next.id))
    // A page has more rows than a window.
    const row = openRow()
    row?.scrollIntoView({ block: 'nearest' })
    // Who is among the rows goes along, and hears which one it is.
    if (document.activeElement?.closest('table')) row?.focus()
  }

  const openRow = () => scroller.current?.querySelector<HTMLElement>('[aria-current="true"]')

  /** Back to where it was opened: where there is no room for both, its row is in sight again only now. */
  function handleClose() {
    const row = openRow()
    flushSync(() => setOpenId(undefined))
    row?.focus()
  }

  useKeys({ j: () => step(1), k: () => step(-1) })

  return (
    <div className="flex min-h-0 flex-1">
      <div
        ref={scroller}
        data-scroller
        className={`relative min-h-0 min-w-0 flex-1 overflow-y-auto ${open ? 'hidden panel:block' : ''}`}
      >
        <div className="beneath-toasts flex flex-col gap-3 px-4 pt-5">
          <h1 className="text-[1.375rem] font-bold text-primary">Feedback</h1>
          {/* biome-ignore lint/a11y/useSemanticElements: jsdom and older readers do not know <search>. */}
          <div
            role="search"
            className={`grid grid-cols-2 items-end gap-3 ${open ? '' : 'wide:grid-cols-4'}`}
          >
            <TextField
              label="Text, name or address"
              type="search"
              value={filter.text}
              maxLength={200}
              onChange={event => change({ text: event.target.value })}
            />
            <SelectField
              label="Status filter"
              value={filter.status}
              onChange={event => change({ status: statusOf(event.target.value) })}
              options={[['', 'All'], ...statusOptions]}
            />
            <SelectField
              label="Rating"
              value={filter.rating}
              onChange={event => change({ rating: Number(event.target.value) })}
              options={[[0, 'All'], ...[1, 2, 3, 4, 5].map(stars => [stars, `${stars}`] as const)]}
            />
            <SelectField
              label="Sort"
              value={filter.sort}
              onChange={event => change({ sort: sortOf(event.target.value) })}
              options={sorts}
            />
          </div>
          {filter.userId === 0 ? null : (
            <p>
              Of one person only.{' '}
              <Button look="quiet" onClick={() => change({ userId: 0 })}>
                Show everybody
              </Button>
            </p>
          )}
          {chosen.size === 0 ? null : (
            <BulkBar
              ids={[...chosen]}
              titleOf={id => firstLine(records.find(one => one.id === id)?.feedback ?? id)}
              network={network}
              mayDelete={isAdmin(role)}
              onDone={failed => {
                setChosen(new Set(failed.map(({ id }) => id)), failed)
                pages.again()
                onChanged()
              }}
            />
          )}
          {failures.length === 0 ? null : (
            <PlainList aria-label="What failed" className="text-sm text-error">
              {failures.map(({ id, text }) => (
                <li key={id}>{text}</li>
              ))}
            </PlainList>
          )}
          {/* Where nothing was answered, before rows that may not be what the filters say. */}
          {isLoading ? null : note}
          {records.length > 0 ? (
            <FeedbackTable
              records={records}
              openId={openId}
              chosen={chosen}
              onOpen={setOpenId}
              onChoose={setChosen}
            />
          ) : null}
          {/* There before it says anything, so that it is heard. */}
          <div role="status">
            {records.length > 0 || answer.kind !== 'answer' ? null : isNarrow(filter) ? (
              <Notice title="Nothing matches">Change the filters, or wait for feedback.</Notice>
            ) : (
              <Notice title="No feedback yet">What people send is listed here.</Notice>
            )}
          </div>
          {records.length === 0 && page === 0 ? null : (
            <nav aria-label="Pages" className="flex flex-wrap items-center gap-3">
              <Button busy={page === 0} onClick={() => turn(pages.newer)}>
                Newer
              </Button>
              <Button busy={!pages.hasOlder} onClick={() => turn(pages.older)}>
                Older
              </Button>
              <p role="status" className="text-quiet">
                {records.length === 0
                  ? ''
                  : `${countOf(first)} to ${countOf(first + records.length - 1)}`}
              </p>
            </nav>
          )}
          {isLoading ? note : null}
        </div>
      </div>
      {open === undefined ? null : (
        <OpenFeedback
          key={open.id}
          record={open}
          network={network}
          isBeside={hasRoom}
          onRead={pages.replace}
          onChanged={record => {
            pages.replace(record)
            onChanged()
          }}
          onClose={handleClose}
          onPerson={userId => {
            if (!hasRoom) handleClose()
            // All of them: nothing else narrows.
            onFilter({ ...everything, sort: filter.sort, userId })
          }}
        />
      )}
    </div>
  )
}

function isNarrow({ text, status, rating, userId }: DeskFilter): boolean {
  return text !== '' || status !== '' || rating !== 0 || userId !== 0
}

function countOf(count: number): string {
  return count.toLocaleString('en')
}

function statusOf(text: string): FeedbackStatus | '' {
  return feedbackStatuses.find(status => status === text) ?? ''
}

function sortOf(text: string): FeedbackSort {
  return sorts.find(([sort]) => sort === text)?.[0] ?? 'NEWEST'
}
