import { X } from 'lucide-react'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { defaultNotes } from '../../rules/default-notes.ts'
import { feedbackStatuses, feedbackStatusTitles } from '../../rules/people/feedback.ts'
import { fullName } from '../../rules/people/full-name.ts'
import { shorten } from '../../rules/text.ts'
import { counted } from '../../rules/validation-issue.ts'
import {
  type FeedbackFieldsFragment,
  UpdateFeedbackDocument,
} from '../generated/desk-operations.ts'
import { type Asker, askServer, failureOf } from '../parts/perform/ask-server.ts'
import { useAsked } from '../parts/perform/use-asked.ts'
import { Button } from '../ui/form/button.tsx'
import { SelectField, TextArea, TextField } from '../ui/form/field.tsx'
import { FormError } from '../ui/form/form-error.tsx'
import { IconButton } from '../ui/form/icon-button.tsx'
import { Stars } from '../ui/form/stars.tsx'
import { momentTitle } from '../ui/moment.ts'
import { Said } from '../ui/said.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { useKeys } from '../ui/use-keys.ts'
import { useSidePanel } from '../ui/use-side-panel.ts'
import { ChangedSince } from './changed-since.tsx'
import { AnswerNote } from './desk-page.tsx'
import { recordQuery } from './desk-queries.ts'
import { firstLine, statusOptions } from './feedback-table.tsx'
import {
  type FeedbackField,
  type FeedbackFields,
  feedbackChanges,
  useFeedbackDraft,
} from './use-feedback-draft.ts'

interface OpenFeedbackProps {
  readonly record: FeedbackFieldsFragment
  readonly network: Asker
  /** It stands beside the others; else in their place, and takes the focus of what was pressed. */
  readonly isBeside: boolean
  /** The row may be older than what a colleague did. */
  readonly onRead: (record: FeedbackFieldsFragment) => void
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
export function OpenFeedback({ record, network, isBeside, ...parts }: OpenFeedbackProps) {
  const { onRead, onChanged, onClose, onPerson } = parts
  const { fields, touched, ...draft } = useFeedbackDraft(record)
  const [state, setState] = useState<'open' | 'saving' | 'saved'>('open')
  const [failure, setFailure] = useState<string>()
  const toasts = useToasts()
  useSidePanel(isBeside ? '420px' : undefined)
  const { id, user } = record
  const theirStatus = draft.theirsOf('status')
  const name = fullName(user?.firstName, user?.lastName) || 'Somebody'

  function change(part: Partial<FeedbackFields>) {
    draft.change(part)
    // What is on its way is answered first: of two saves the later might arrive before the earlier.
    setState(was => (was === 'saving' ? was : 'open'))
  }

  const choose = (field: FeedbackField) => (which: 'theirs' | 'mine') => {
    setFailure(undefined)
    draft.choose(field, which)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read when it opens, not with each drawing.
  const read = useCallback(
    async (signal: AbortSignal) => {
      const answer = await askServer(network, recordQuery, { id }, signal)
      const found = answer.kind === 'answer' && !signal.aborted && answer.data.getByIdFeedback
      if (found) onRead(found)
      return answer
    },
    [network, id],
  )
  const { answer: told, again } = useAsked(read)
  const isGone = told.kind === 'answer' && told.data.getByIdFeedback === null
  const deviceLog = told.kind === 'answer' ? told.data.getByIdFeedback?.deviceLog : undefined

  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever enlarges the page meanwhile is writing.
  useEffect(() => {
    if (!isBeside) title.current?.focus()
  }, [])

  const status = useRef<HTMLSelectElement>(null)
  const fixedIn = useRef<HTMLInputElement>(null)
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
    // A colleague may have saved it while it lay open here.
    const now = await askServer(network, recordQuery, { id })
    if (now.kind !== 'answer') return handleFailure(failureOf(now))
    const found = now.data.getByIdFeedback ?? record
    if (now.data.getByIdFeedback) onRead(found)
    if (draft.isOvertaken(found))
      return handleFailure('A colleague has changed this since you wrote. Choose which stays.')
    draft.sends(found)
    // Or save it between that look and this.
    const changes = { id, ...feedbackChanges(touched), knownUpdatedAt: found.updatedAt }
    const answer = await askServer(network, updateFeedback, changes)
    if (answer.kind !== 'answer') return handleFailure(failureOf(answer))
    setState('saved')
    setFailure(undefined)
    onChanged(answer.data.updateFeedback)
    draft.answered(answer.data.updateFeedback)
  }

  function handleFailure(sentence: string) {
    setState('open')
    setFailure(sentence)
    if (!isOpen.current)
      toasts.show({ text: `${shorten(firstLine(record.feedback))}: ${sentence}` })
  }

  return (
    <section
      aria-label={`Feedback of ${name}`}
      className="relative flex min-h-0 w-full flex-none flex-col gap-4 overflow-y-auto border-line px-5 pt-5 beneath-toasts panel:w-[420px] panel:pb-5 panel:border-l"
    >
      {/* Where it takes the place of the table nothing else of the page is in sight. */}
      <h1 className="sr-only panel:hidden">Feedback</h1>
      <header className="flex flex-wrap items-center justify-end gap-3">
        <div className="min-w-0 flex-1 basis-40">
          <h2 ref={title} tabIndex={-1} className="truncate text-lg font-semibold">
            {name}
          </h2>
          <p className="text-sm break-words text-quiet">
            {user?.email ?? 'No address'}
            {user?.phone ? ` · ${user.phone}` : ''} ·{' '}
            {momentTitle(Date.parse(record.createdAt), Date.now())}
          </p>
        </div>
        {record.rating === null ? null : <Stars count={5} filled={record.rating} size={16} />}
        <IconButton label="Close" className="-mr-3.5" onClick={onClose}>
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
      {isGone ? <p role="alert">It is not there any more.</p> : null}
      {told.kind === 'asking' && !told.again ? null : <AnswerNote answer={told} onAgain={again} />}
      {deviceLog == null ? null : (
        <details>
          <summary className="min-h-12 cursor-pointer content-center text-link">
            Device log ({counted(deviceLog.split('\n').length, 'line')})
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the keys. */}
          <pre tabIndex={0} className="max-h-80 overflow-auto rounded-box bg-surface p-3 text-sm">
            {deviceLog}
          </pre>
        </details>
      )}
      <form className="flex flex-col gap-4" hidden={isGone} onSubmit={handleSave}>
        <FormError>{failure}</FormError>
        <SelectField
          ref={status}
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
        <ChangedSince
          label="Status"
          theirs={theirStatus && feedbackStatusTitles[theirStatus]}
          field={status}
          onChoose={choose('status')}
        />
        {/* Its author is told of a version whatever the status is by now. */}
        {fields.status === 'FIXED' || record.fixedIn || touched.fixedIn !== undefined ? (
          <TextField
            ref={fixedIn}
            label="Fixed in version"
            value={fields.fixedIn}
            onChange={event => change({ fixedIn: event.target.value })}
          />
        ) : null}
        <ChangedSince
          label="Fixed in version"
          theirs={draft.theirsOf('fixedIn')}
          field={fixedIn}
          onChoose={choose('fixedIn')}
        />
        <TextArea
          ref={reply}
          label="Reply"
          hint={`Goes to its author, by mail${user?.userId == null ? '' : ' and in the app'}. Without a mail server the mail is kept under Mail, for an administrator to hand on.`}
          value={fields.reply}
          onChange={event => change({ reply: event.target.value })}
        />
        <ChangedSince
          label="Reply"
          theirs={draft.theirsOf('reply')}
          field={reply}
          onChoose={choose('reply')}
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
        <ChangedSince
          label="Note"
          theirs={draft.theirsOf('note')}
          field={note}
          onChoose={choose('note')}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="primary" busy={state === 'saving'}>
            Save
          </Button>
          <Said className="text-sm">
            {Object.keys(touched).length > 0 ? 'Not saved yet.' : state === 'saved' ? 'Saved.' : ''}
          </Said>
          <p className="hidden text-sm text-quiet wide:block">
            <span className="key-hint">j k next · r reply · n note · 1–9 status</span>
          </p>
        </div>
      </form>
    </section>
  )
}
