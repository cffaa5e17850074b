import { useCallback, useEffect, useRef, useState } from 'react'
import type {
  FeedbackFieldsFragment,
  FeedbackSort,
  FeedbackStatus,
} from '../generated/desk-operations.ts'
import { type Asker, askServer, type ServerAnswer } from '../parts/perform/ask-server.ts'
import { feedbackQuery } from './desk-queries.ts'

export interface DeskFilter {
  readonly text: string
  readonly status: FeedbackStatus | ''
  readonly rating: number | 0
  readonly userId: number | 0
  readonly sort: FeedbackSort
}

export const everything: DeskFilter = {
  text: '',
  status: '',
  rating: 0,
  userId: 0,
  sort: 'NEWEST',
}

export type DeskRecords = readonly FeedbackFieldsFragment[]

/** So many a page: what a screen or two hold. No more is ever drawn or kept. */
export const pageLength = 50

/** Who types means the last letter: the server is asked so many ms after it. */
export const typingPauseMs = 200

interface Shown {
  readonly records: DeskRecords
  /** The cursors behind which this page and those before it begin. */
  readonly behind: readonly string[]
  readonly hasOlder: boolean
}

const nothing: Shown = { records: [], behind: [], hasOlder: false }

/** One page of what matches; another filter begins anew. `onAnew` is told of each first page but that of the opening. */
export function useFeedbackPages(network: Asker, filter: DeskFilter, onAnew: () => void) {
  const [shown, setShown] = useState(nothing)
  const [answer, setAnswer] = useState<ServerAnswer<unknown>>({ kind: 'asking' })
  const asking = useRef<AbortController>(undefined)
  const askAgain = useRef(() => {})
  const { text, status, rating, userId, sort } = filter

  const ask = useCallback(
    async (behind: readonly string[]): Promise<void> => {
      if (behind.length === 0 && asking.current) onAnew()
      asking.current?.abort()
      const ending = new AbortController()
      asking.current = ending
      askAgain.current = () => void ask(behind)
      setAnswer(was =>
        was.kind === 'asking' ? was : { kind: 'asking', again: was.kind !== 'answer' },
      )
      const variables = {
        filters: {
          ...(text !== '' && { text }),
          ...(status !== '' && { status }),
          ...(rating !== 0 && { rating }),
          ...(userId !== 0 && { userId }),
        },
        // One more than is shown tells whether there is another page.
        first: pageLength + 1,
        after: behind.at(-1) ?? null,
        sort,
      }
      const page = await askServer(network, feedbackQuery, variables, ending.signal)
      if (ending.signal.aborted) return
      if (page.kind !== 'answer') return setAnswer(page)
      const found = page.data.getByFilterFeedback
      // All of the last page was deleted, or matches no more: those before it still do.
      if (found.length === 0 && behind.length > 0) return ask(behind.slice(0, -1))
      setAnswer(page)
      setShown(was => ({
        records: found.slice(0, pageLength).map(one => laterOf(one, was.records)),
        behind,
        hasOlder: found.length > pageLength,
      }))
    },
    [network, text, status, rating, userId, sort, onAnew],
  )

  const askedText = useRef(text)
  useEffect(() => {
    const isTyping = askedText.current !== text
    askedText.current = text
    const timer = setTimeout(() => void ask([]), isTyping ? typingPauseMs : 0)
    return () => {
      clearTimeout(timer)
      asking.current?.abort()
    }
  }, [ask, text])

  const { records, behind } = shown
  return {
    records,
    answer,
    /** How many pages lie before this one. */
    page: behind.length,
    hasOlder: shown.hasOlder,
    /** Asks anew for the page that was asked for last: whoever waited may have another filter by now. */
    again: () => askAgain.current(),
    older: () => {
      const last = records.at(-1)
      if (last) void ask([...behind, last.cursor])
    },
    newer: () => void ask(behind.slice(0, -1)),
    /** Shows what the server says of a record. */
    replace: (record: FeedbackFieldsFragment) =>
      setShown(all => ({
        ...all,
        records: all.records.map(one => (one.id === record.id ? laterOf(record, [one]) : one)),
      })),
  }
}

/** As it is known, where that was saved after this was on its way. */
function laterOf(record: FeedbackFieldsFragment, known: DeskRecords): FeedbackFieldsFragment {
  return (
    known.find(({ id, updatedAt }) => id === record.id && updatedAt > record.updatedAt) ?? record
  )
}
