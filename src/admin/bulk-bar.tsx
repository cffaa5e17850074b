import { useState } from 'react'
import { defaultNotes } from '../../rules/default-notes.ts'
import { feedbackStatuses, feedbackStatusTitles } from '../../rules/feedback.ts'
import { newId } from '../cache/records/new-id.ts'
import {
  DeleteByIdsFeedbackDocument,
  UpdateFeedbackStatusDocument,
} from '../generated/desk-operations.ts'
import { noAnswerSentence } from '../network/errors.ts'
import { type Asker, answerOf } from '../parts/perform/use-server-answer.ts'
import { Button } from '../ui/form/button.tsx'
import { SelectField } from '../ui/form/field.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'

interface BulkBarProps {
  readonly ids: readonly string[]
  readonly network: Asker
  readonly mayDelete: boolean
  /** What a record is called. */
  readonly titleOf: (id: string) => string
  /** With the ids that failed. */
  readonly onDone: (failed: readonly string[]) => void
}

interface FeedbackResult {
  readonly id: string
  readonly status: string
  readonly message: string | null
}

interface Failure {
  readonly id: string
  readonly text: string
}

/** What is done with all that are chosen: each fares by itself. */
export function BulkBar({ ids, titleOf, network, mayDelete, onDone }: BulkBarProps) {
  const toasts = useToasts()
  const [busy, setBusy] = useState(false)
  const [failures, setFailures] = useState<readonly Failure[]>([])

  async function run(send: () => Promise<readonly FeedbackResult[] | string>, fewNote: string) {
    setBusy(true)
    const results = await send()
    setBusy(false)
    if (typeof results === 'string') return toasts.show({ text: results })
    const failed = results.filter(({ status }) => status === 'FAIL')
    setFailures(
      failed.map(({ id, message }) => ({ id, text: `${titleOf(id)}: ${message ?? fewNote}` })),
    )
    if (failed.length > 0) toasts.show({ text: fewNote })
    else toasts.show({ type: 'success', title: 'DONE', text: `${results.length} records.` })
    onDone(failed.map(({ id }) => id))
  }

  async function setStatus(text: string) {
    const status = feedbackStatuses.find(one => one === text)
    if (status === undefined) return
    await run(async () => {
      const options = {
        note: defaultNotes.updating('Feedback'),
        requestToken: newId(),
        waitedFor: true,
      }
      const answer = answerOf(
        await network.send(UpdateFeedbackStatusDocument, { ids, status }, options),
      )
      if (answer.kind === 'answer') return answer.data.updateFeedbackStatus
      return answer.kind === 'failed' ? answer.message : noAnswerSentence
    }, defaultNotes.updating('Feedback'))
  }

  function remove() {
    return run(async () => {
      const options = {
        note: defaultNotes.deleting('Feedback'),
        requestToken: newId(),
        waitedFor: true,
      }
      const answer = answerOf(await network.send(DeleteByIdsFeedbackDocument, { ids }, options))
      if (answer.kind === 'answer') return answer.data.deleteByIdsFeedback
      return answer.kind === 'failed' ? answer.message : noAnswerSentence
    }, defaultNotes.deletingFew('Feedback'))
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
          value=""
          disabled={busy}
          onChange={event => void setStatus(event.target.value)}
        >
          <option value="">Choose…</option>
          {feedbackStatuses.map(status => (
            <option key={status} value={status}>
              {feedbackStatusTitles[status]}
            </option>
          ))}
        </SelectField>
      </div>
      {mayDelete ? (
        <Button look="danger" disabled={busy} onClick={remove}>
          Delete for good
        </Button>
      ) : null}
      {failures.length === 0 ? null : (
        <ul aria-label="What failed" className="w-full text-sm text-error">
          {failures.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
