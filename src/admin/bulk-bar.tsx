import { useState } from 'react'
import { defaultNotes } from '../../rules/default-notes.ts'
import { feedbackStatuses } from '../../rules/people/feedback.ts'
import { counted } from '../../rules/validation-issue.ts'
import {
  DeleteByIdsFeedbackDocument,
  UpdateFeedbackStatusDocument,
} from '../generated/desk-operations.ts'
import { type Asker, askServer, type Ended, failureOf } from '../parts/perform/ask-server.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { Button } from '../ui/form/button.tsx'
import { SelectField } from '../ui/form/field.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { statusOptions } from './feedback-table.tsx'

interface BulkBarProps {
  readonly ids: readonly string[]
  readonly network: Asker
  readonly mayDelete: boolean
  /** What a record is called. */
  readonly titleOf: (id: string) => string
  readonly onDone: (failed: readonly Failure[]) => void
}

interface FeedbackResult {
  readonly id: string
  readonly status: string
  readonly message: string | null
}

export interface Failure {
  readonly id: string
  /** What it is called, and why. */
  readonly text: string
}

const updateStatus = {
  document: UpdateFeedbackStatusDocument,
  note: defaultNotes.updating('Feedback'),
}

const deleteFeedback = {
  document: DeleteByIdsFeedbackDocument,
  note: defaultNotes.deleting('Feedback'),
}

/** What is done with all that are chosen: each fares by itself. */
export function BulkBar({ ids, titleOf, network, mayDelete, onDone }: BulkBarProps) {
  const toasts = useToasts()
  const [busy, setBusy] = useState(false)
  // With the arrow keys one passes by others on the way to a status: they are not set.
  const [wanted, setWanted] = useState('')
  const status = feedbackStatuses.find(one => one === wanted)
  const [isAsked, setAsked] = useState(false)

  async function run<Data>(
    asked: Promise<Ended<Data>>,
    resultsOf: (data: Data) => readonly FeedbackResult[],
    fewNote: string,
  ) {
    setBusy(true)
    const answer = await asked
    setBusy(false)
    if (answer.kind !== 'answer') return toasts.show({ text: failureOf(answer) })
    const results = resultsOf(answer.data)
    const failed = results.filter(({ status }) => status === 'FAIL')
    if (failed.length > 0) toasts.show({ text: fewNote })
    else
      toasts.show({ type: 'success', title: 'DONE', text: `${counted(results.length, 'record')}.` })
    onDone(failed.map(({ id, message }) => ({ id, text: `${titleOf(id)}: ${message ?? fewNote}` })))
  }

  function setStatus() {
    if (status === undefined) return
    setWanted('')
    const asked = askServer(network, updateStatus, { ids, status })
    return run(asked, data => data.updateFeedbackStatus, updateStatus.note)
  }

  function remove() {
    const asked = askServer(network, deleteFeedback, { ids })
    return run(asked, data => data.deleteByIdsFeedback, defaultNotes.deletingFew('Feedback'))
  }

  return (
    <div
      role="toolbar"
      aria-label="What is chosen"
      className="sticky top-0 flex flex-wrap items-end gap-3 rounded-box bg-surface p-3"
    >
      <p className="min-h-12 content-center">
        {ids.length === 1 ? '1 chosen' : `${ids.length} chosen`}
      </p>
      <div className="flex min-w-0 flex-1 basis-40">
        <SelectField
          label="Set status"
          value={wanted}
          disabled={busy}
          onChange={event => setWanted(event.target.value)}
          options={[['', 'Choose…'], ...statusOptions]}
        />
      </div>
      <Button busy={busy || status === undefined} onClick={() => void setStatus()}>
        Set
      </Button>
      {mayDelete ? (
        <Button look="danger" busy={busy} onClick={() => setAsked(true)}>
          Delete for good
        </Button>
      ) : null}
      <ConfirmDialog
        title={`Delete ${counted(ids.length, 'record')} for good?`}
        action="Delete"
        open={isAsked}
        onConfirm={() => void remove()}
        onClose={() => setAsked(false)}
      >
        {ids.length === 1 ? 'It disappears for its author' : 'They disappear for their authors'},
        too, with replies and notes. There is no way back.
      </ConfirmDialog>
    </div>
  )
}
