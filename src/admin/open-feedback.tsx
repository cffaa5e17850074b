import { X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { defaultNotes } from '../../rules/default-notes.ts'
import { feedbackStatuses } from '../../rules/feedback.ts'
import {
  type FeedbackFieldsFragment,
  type FeedbackStatus,
  UpdateFeedbackDocument,
} from '../generated/desk-operations.ts'
import { type Asker, askServer, failureOf } from '../parts/perform/ask-server.ts'
import { Button } from '../ui/form/button.tsx'
import { SelectField, TextArea, TextField } from '../ui/form/field.tsx'
import { FormError } from '../ui/form/form-error.tsx'
import { IconButton } from '../ui/form/icon-button.tsx'
import { Stars } from '../ui/form/stars.tsx'
import { momentTitle } from '../ui/moment.ts'
import { Said } from '../ui/said.tsx'
import { useKeys } from '../ui/use-keys.ts'
import { statusOptions } from './feedback-table.tsx'

/** What was typed on a record, by its id, and not saved yet. */
export type FeedbackDrafts = Map<string, Fields>

interface Fields {
  readonly status: FeedbackStatus
  readonly reply: string
  readonly note: string
  readonly fixedIn: string
}

interface OpenFeedbackProps {
  readonly record: FeedbackFieldsFragment
  /** Another record that is opened in between loses none of it. */
  readonly drafts: FeedbackDrafts
  readonly network: Asker
  readonly onChanged: (record: FeedbackFieldsFragment) => void
  readonly onClose: () => void
  /** Shows what else this person said. */
  readonly onPerson: (userId: number) => void
}

const updateFeedback = {
  document: UpdateFeedbackDocument,
  note: defaultNotes.updating('Feedback'),
}

/** Mount with the record's id as key: what is typed belongs to it. */
export function OpenFeedback({ record, drafts, network, ...parts }: OpenFeedbackProps) {
  const { onChanged, onClose, onPerson } = parts
  const [fields, setFields] = useState<Fields>(
    drafts.get(record.id) ?? {
      status: record.status,
      reply: record.reply ?? '',
      note: record.note ?? '',
      fixedIn: record.fixedIn ?? '',
    },
  )
  const [state, setState] = useState<'open' | 'saving' | 'saved'>('open')
  const [failure, setFailure] = useState<string>()
  const { user } = record
  const name = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim() || 'Somebody'

  function change(part: Partial<Fields>) {
    const next = { ...fields, ...part }
    drafts.set(record.id, next)
    setFields(next)
    setState('open')
  }

  const reply = useRef<HTMLTextAreaElement>(null)
  const note = useRef<HTMLTextAreaElement>(null)
  const statusKeys = feedbackStatuses
    .slice(0, 9)
    .map((status, at) => [at + 1, () => change({ status })] as const)
  useKeys({
    r: () => reply.current?.focus(),
    n: () => note.current?.focus(),
    ...Object.fromEntries(statusKeys),
  })

  async function handleSave(event: FormEvent) {
    event.preventDefault()
    setState('saving')
    const variables = {
      id: record.id,
      status: fields.status,
      reply: fields.reply || null,
      note: fields.note || null,
      fixedIn: fields.fixedIn || null,
    }
    const answer = await askServer(network, updateFeedback, variables)
    setState(answer.kind === 'answer' ? 'saved' : 'open')
    setFailure(answer.kind === 'answer' ? undefined : failureOf(answer))
    if (answer.kind !== 'answer') return
    drafts.delete(record.id)
    onChanged(answer.data.updateFeedback)
  }

  return (
    <section
      aria-label={`Feedback of ${name}`}
      className="flex min-h-0 w-full flex-none flex-col gap-4 overflow-y-auto border-line px-5 py-5 wide:w-[420px] wide:border-l"
    >
      {/* On a phone nothing else of the page is in sight. */}
      <h1 className="sr-only wide:hidden">Feedback</h1>
      <header className="flex flex-wrap items-start justify-end gap-3">
        <div className="min-w-0 flex-1 basis-40">
          <h2 className="truncate text-lg font-semibold">{name}</h2>
          <p className="text-sm break-words text-quiet">
            {user?.email ?? 'No address'}
            {user?.phone ? ` · ${user.phone}` : ''} ·{' '}
            {momentTitle(Date.parse(record.createdAt), Date.now())}
          </p>
        </div>
        {record.rating === null ? null : <Stars count={5} filled={record.rating} size={16} />}
        <IconButton label="Close" onClick={onClose}>
          <X aria-hidden size={20} />
        </IconButton>
      </header>
      <p className="break-words whitespace-pre-wrap">{record.feedback}</p>
      {user?.userId == null ? null : (
        <Button
          look="quiet"
          className="-ml-4 self-start"
          onClick={() => onPerson(user.userId ?? 0)}
        >
          All of this person
        </Button>
      )}
      {record.deviceLog === null ? null : (
        <details>
          <summary className="min-h-12 cursor-pointer content-center text-link">
            Device log ({record.deviceLog.split('\n').length} lines)
          </summary>
          <pre className="max-h-80 overflow-auto rounded-box bg-surface p-3 text-sm">
            {record.deviceLog}
          </pre>
        </details>
      )}
      <form className="flex flex-col gap-4" onSubmit={handleSave}>
        <FormError>{failure}</FormError>
        <SelectField
          label="Status"
          value={fields.status}
          onChange={event =>
            change({
              status:
                feedbackStatuses.find(status => status === event.target.value) ?? fields.status,
            })
          }
          options={statusOptions}
        />
        {fields.status === 'FIXED' ? (
          <TextField
            label="Fixed in version"
            value={fields.fixedIn}
            onChange={event => change({ fixedIn: event.target.value })}
          />
        ) : null}
        <TextArea
          ref={reply}
          label="Reply"
          hint="Goes to its author, by mail and in the app."
          value={fields.reply}
          onChange={event => change({ reply: event.target.value })}
        />
        <div className="rounded-box bg-tint p-3">
          <TextArea
            ref={note}
            label="Note"
            hint="Staff only."
            value={fields.note}
            onChange={event => change({ note: event.target.value })}
          />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="primary" disabled={state === 'saving'}>
            Save
          </Button>
          <Said className="text-sm">
            {state === 'saved' ? 'Saved.' : drafts.has(record.id) ? 'Not saved yet.' : ''}
          </Said>
          <p className="hidden text-sm text-quiet wide:block">
            j k next · r reply · n note · 1–9 status
          </p>
        </div>
      </form>
    </section>
  )
}
