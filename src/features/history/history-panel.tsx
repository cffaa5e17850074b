/**
 * The history of one list, by person. Without a network it tells what this device knows: one's own, with undo, and
 * what it told of others when it was last read here.
 */
import { type MouseEvent, useEffect, useState } from 'react'
import { mayEdit } from '../../../rules/people/permissions.ts'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { useWaiting } from '../../cache/hooks/sync/use-waiting.ts'
import { useList } from '../../cache/hooks/use-list.ts'
import type { ActivityFieldsFragment } from '../../generated/operations.ts'
import { OnDeviceNote } from '../../parts/on-device-note.tsx'
import { type Asker, askServer, failureOf } from '../../parts/perform/ask-server.ts'
import { useServerAnswer } from '../../parts/perform/use-server-answer.ts'
import { Button } from '../../ui/form/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSaid } from '../../ui/said.tsx'
import { showMore } from '../../ui/show-more.ts'
import { historyEntries } from './history-entries.ts'
import { HistoryList } from './history-list.tsx'
import { historyQuery } from './history-queries.ts'
import { Told } from './told.tsx'
import { useKeptHistory } from './use-kept-history.ts'
import { useAdopt, useIsOver, useUndo, useUndoRecords } from './use-undo.ts'

export interface HistoryPanelProps {
  readonly listId: string
  readonly network: Asker
}

const pageLength = 50

/** Mount with the list's id as key. */
export function HistoryPanel({ listId, network }: HistoryPanelProps) {
  const { userId } = useOffline()
  const editable = mayEdit(useList(listId)?.permission)
  const waiting = useWaiting()
  const records = useUndoRecords(listId)
  const [told, setTold] = useSaid()
  const undo = useUndo(setTold)
  const { answer, again } = useServerAnswer(network, historyQuery, {
    shoppingListId: listId,
    limit: pageLength,
  })
  const adopt = useAdopt(userId)
  const kept = useKeptHistory(listId)
  useEffect(() => {
    if (answer.kind !== 'answer') return
    adopt(answer.data.history)
    kept.keep(answer.data.history)
  }, [answer, adopt, kept.keep])
  const [older, setOlder] = useState<readonly ActivityFieldsFragment[]>([])
  const [end, setEnd] = useState<'open' | 'reached' | 'asking'>('open')
  const [failure, setFailure] = useState<string>()

  const latest = answer.kind === 'answer' ? answer.data.history : kept.activities
  const activities = [...latest, ...older]
  const mayHaveOlder = answer.kind === 'answer' && latest.length === pageLength && end !== 'reached'
  const entries = historyEntries({
    userId,
    records,
    activities,
    isOver: useIsOver(),
    waiting: new Set(waiting.map(entry => entry.id)),
  })

  async function handleOlder({ currentTarget: button }: MouseEvent<HTMLElement>) {
    setEnd('asking')
    setFailure(undefined)
    const before = activities.at(-1)?.id ?? null
    const variables = { shoppingListId: listId, limit: pageLength, before }
    const page = await askServer(network, historyQuery, variables)
    if (page.kind !== 'answer') {
      setEnd('open')
      setFailure(failureOf(page))
      return
    }
    const { history } = page.data
    showMore(button, () => {
      setOlder([...older, ...history])
      setEnd(history.length < pageLength ? 'reached' : 'open')
    })
    adopt(history)
  }

  return (
    <div className="flex flex-col">
      <OnDeviceNote
        answer={answer}
        what={kept.activities.length > 0 ? 'What others did lately' : 'What others did'}
        onAgain={again}
      />
      {entries.length > 0 ? (
        <HistoryList entries={entries} now={Date.now()} onUndo={editable ? undo : undefined} />
      ) : answer.kind === 'asking' ? null : (
        <Notice title="Nothing has happened yet">
          What you and others do to this list is told here, and what you did can be undone.
        </Notice>
      )}
      <FormError>{failure}</FormError>
      {mayHaveOlder ? (
        <Button className="mt-3 self-center" busy={end === 'asking'} onClick={handleOlder}>
          {failure === undefined ? 'Show older' : 'Try again'}
        </Button>
      ) : null}
      <Told>{told}</Told>
    </div>
  )
}
