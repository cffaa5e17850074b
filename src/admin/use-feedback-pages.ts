import { useCallback, useEffect, useRef, useState } from 'react'
import { newId } from '../cache/records/new-id.ts'
import type {
  FeedbackFieldsFragment,
  FeedbackSort,
  FeedbackStatus,
} from '../generated/operations.ts'
import { type Asker, answerOf, type ServerAnswer } from '../parts/use-server-answer.ts'
import { feedbackQuery } from './desk-queries.ts'

export interface DeskFilter {
  readonly text: string
  readonly status: FeedbackStatus | ''
  readonly rating: number | 0
  readonly userId: number | 0
  readonly sort: FeedbackSort
}

export type DeskRecords = readonly FeedbackFieldsFragment[]

/** So many a page: what a screen or two hold. */
export const pageLength = 50

export interface FeedbackPages {
  readonly records: DeskRecords
  readonly answer: ServerAnswer<unknown>
  readonly mayHaveMore: boolean
  readonly again: () => void
  readonly more: () => void
  /** Shows what the server made of a record. */
  readonly replace: (record: FeedbackFieldsFragment) => void
}

/** Pages of what matches, one behind the other; another filter begins anew. */
export function useFeedbackPages(network: Asker, filter: DeskFilter): FeedbackPages {
  const [records, setRecords] = useState<DeskRecords>([])
  const [answer, setAnswer] = useState<ServerAnswer<unknown>>({ kind: 'asking' })
  const [mayHaveMore, setMayHaveMore] = useState(false)
  const asking = useRef<AbortController>(undefined)
  const { text, status, rating, userId, sort } = filter

  const ask = useCallback(
    async (before: DeskRecords) => {
      asking.current?.abort()
      const ending = new AbortController()
      asking.current = ending
      setAnswer({ kind: 'asking' })
      const { document, note } = feedbackQuery
      const variables = {
        filters: {
          ...(text !== '' && { text }),
          ...(status !== '' && { status }),
          ...(rating !== 0 && { rating }),
          ...(userId !== 0 && { userId }),
        },
        first: pageLength,
        after: before.at(-1)?.cursor ?? null,
        sort,
      }
      const options = { note, requestToken: newId(), signal: ending.signal, waitedFor: true }
      const outcome = await network.send(document, variables, options)
      if (ending.signal.aborted) return
      setAnswer(answerOf(outcome))
      if (outcome.kind !== 'answer') return
      const page = outcome.data.getByFilterFeedback
      setRecords([...before, ...page])
      setMayHaveMore(page.length === pageLength)
    },
    [network, text, status, rating, userId, sort],
  )

  useEffect(() => {
    void ask([])
    return () => asking.current?.abort()
  }, [ask])

  return {
    records,
    answer,
    mayHaveMore,
    again: () => void ask(records.length === 0 ? [] : records),
    more: () => void ask(records),
    replace: record => setRecords(all => all.map(one => (one.id === record.id ? record : one))),
  }
}
