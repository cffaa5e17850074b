import { useCallback, useEffect, useState } from 'react'
import { defaultNotes } from '../../rules/default-notes.ts'
import { useCallState } from '../cache/hooks/use-call-state.ts'
import { useOffline } from '../cache/hooks/use-offline.tsx'
import { useRootQuery } from '../cache/hooks/use-root-query.ts'
import { newId } from '../cache/records/new-id.ts'
import { type OwnFeedback, writeOwnFeedback } from '../cache/records/own-feedback.ts'
import {
  OwnFeedbackDocument,
  type OwnFeedbackQuery,
  type OwnFeedbackQueryVariables,
} from '../generated/operations.ts'
import type { Query } from '../offline/sync/network.ts'
import { type Asker, answerOf, type ServerAnswer } from '../parts/perform/use-server-answer.ts'

export const ownFeedbackQuery: Query<OwnFeedbackQuery, OwnFeedbackQueryVariables> = {
  document: OwnFeedbackDocument,
  note: defaultNotes.fetching('Feedback'),
}

interface AskedFeedback {
  /** What this device knows; undefined if the server was never asked. */
  readonly feedback: OwnFeedback | undefined
  /** How the last question of this screen ended; undefined if none was needed. */
  readonly answer: ServerAnswer<unknown> | undefined
  readonly refresh: () => void
}

/** Asked for once a session, kept on the device, and asked for again when somebody wants it (spec section 4). */
export function useOwnFeedback(network: Asker): AskedFeedback {
  const offline = useOffline()
  const { userId } = offline
  const feedback = useRootQuery(OwnFeedbackDocument, 'Feedback', { userId })?.getByFilterFeedback
  const isAsked = useCallState('ownFeedback').status === 'COMPLETED' && feedback !== undefined
  const [answer, setAnswer] = useState<ServerAnswer<unknown>>()

  const refresh = useCallback(async () => {
    setAnswer({ kind: 'asking' })
    const { document, note } = ownFeedbackQuery
    const options = { note, requestToken: newId(), waitedFor: true }
    const outcome = await network.send(document, { userId }, options)
    if (outcome.kind === 'answer') {
      writeOwnFeedback(offline.cache, userId, outcome.data.getByFilterFeedback)
    }
    setAnswer(answerOf(outcome))
  }, [network, offline, userId])

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when the screen opens, not whenever an answer comes.
  useEffect(() => {
    if (!isAsked) void refresh()
  }, [refresh])

  return { feedback, answer, refresh }
}
