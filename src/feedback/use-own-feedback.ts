import { useCallback, useEffect, useState } from 'react'
import { defaultNotes } from '../../rules/default-notes.ts'
import { useCallState } from '../cache/hooks/sync/use-call-state.ts'
import { useOffline } from '../cache/hooks/sync/use-offline.tsx'
import { useRootQuery } from '../cache/hooks/use-root-query.ts'
import { readOwnFeedback, writeOwnFeedback } from '../cache/records/own-feedback.ts'
import { OwnFeedbackDocument } from '../generated/operations.ts'
import { type Asker, askServer, type ServerAnswer } from '../parts/perform/ask-server.ts'
import { useBackOnline } from '../ui/loading/back-online.ts'

export const ownFeedbackQuery = {
  document: OwnFeedbackDocument,
  note: defaultNotes.fetching('Feedback'),
}

/**
 * Asked for once a session, kept on the device, and asked for again when somebody wants it (spec section 4), or when
 * the network is back.
 * `feedback` is undefined if the server was never asked, `answer` if this screen had no need to.
 */
export function useOwnFeedback(network: Asker) {
  const offline = useOffline()
  const { userId } = offline
  const feedback = useRootQuery(OwnFeedbackDocument, 'Feedback', { userId })?.getByFilterFeedback
  const isAsked = useCallState('ownFeedback').status === 'COMPLETED' && feedback !== undefined
  const [answer, setAnswer] = useState<ServerAnswer<unknown>>()

  const refresh = useCallback(async () => {
    setAnswer(was => ({ kind: 'asking', again: was !== undefined && was.kind !== 'answer' }))
    const ask = () => askServer(network, ownFeedbackQuery, { userId })
    const known = () => JSON.stringify(readOwnFeedback(offline.cache, userId))
    let before = known()
    let answered = await ask()
    // Of what the server took or told meanwhile the answer may not know.
    while (answered.kind === 'answer' && known() !== before) {
      before = known()
      answered = await ask()
    }
    if (answered.kind === 'answer') {
      writeOwnFeedback(offline.cache, userId, answered.data.getByFilterFeedback)
    }
    setAnswer(answered)
  }, [network, offline, userId])

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when the screen opens, not whenever an answer comes.
  useEffect(() => {
    if (!isAsked) void refresh()
  }, [refresh])

  useBackOnline(answer?.kind === 'offline' || answer?.kind === 'failed', refresh)

  return { feedback, answer, refresh }
}
