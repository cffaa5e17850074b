import { X } from 'lucide-react'
import { type FormEvent, use, useCallback, useEffect, useRef, useState } from 'react'
import { defaultNotes } from '../../rules/default-notes.ts'
import { feedbackStatuses } from '../../rules/people/feedback.ts'
import { counted } from '../../rules/validation-issue.ts'
import {
  type FeedbackFieldsFragment,
  type FeedbackStatus,
  UpdateFeedbackDocument,
} from '../generated/desk-operations.ts'
import { type Asker, askServer, failureOf } from '../parts/perform/ask-server.ts'
import { useAsked } from '../parts/perform/use-asked.ts'
import { Button } from '../ui/form/button.tsx'
import { SelectField, TextArea, TextField } from '../ui/form/field.tsx'
import { FormError } from '../ui/form/form-error.tsx'
import { IconButton } from '../ui/form/icon-button.tsx'
import { KeptTexts, readDraft, useKeptDraft } from '../ui/form/kept-texts.ts'
import { Stars } from '../ui/form/stars.tsx'
import { momentTitle } from '../ui/moment.ts'
import { Said } from '../ui/said.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { useKeys } from '../ui/use-keys.ts'
import { ChangedSince } from './changed-since.tsx'
import { AnswerNote } from './desk-page.tsx'
import { recordQuery } from './desk-queries.ts'
import { firstLine, statusOptions } from './feedback-table.tsx'

interface Fields {
  readonly status: FeedbackStatus
  readonly reply: string
  readonly note: string
  readonly fixedIn: string
}

/** Only what was touched: what colleagues do to the rest meanwhile is shown, and stays. */
type Touched = Partial<Fields>

interface Draft extends Touched {
  /** What was saved of it when it was touched first, or chosen over what a colleague has saved since. */
  readonly base?: Touched
}

interface OpenFeedbackProps {
  readonly record: FeedbackFieldsFragment
  readonly network: Asker
  /** It stands in the place of what was pressed. */
  readonly takesFocus: boolean
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
export function OpenFeedback({ record, network, takesFocus, ...parts }: OpenFeedbackProps) {
  const { onRead, onChanged, onClose, onPerson } = parts
  const texts = use(KeptTexts)
  const key = `desk.${record.id}`
  const [draft, keep] = useKeptDraft<Draft>(key)
  const { base = {}, ...touched } = draft
  const saved = fieldsOf(record)
  const fields: Fields = { ...saved, ...touched }
  const [state, setState] = useState<'open' | 'saving' | 'saved'>('open')
  const [failure, setFailure] = useState<string>()
  const toasts = useToasts()
  const { id, user } = record
  const name = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim() || 'Somebody'

  function change(part: Touched) {
    keep({ ...draft, ...part, base: { ...baseOf(part, saved), ...base } })
    setState('open')
  }

  /** What a colleague has saved since, of a text that one has typed oneself. */
  function theirsOf(field: 'reply' | 'note'): string | undefined {
    const [mine, before, theirs] = [touched[field], base[field], saved[field]]
    return mine === undefined || before === undefined || theirs === before || theirs === mine
      ? undefined
      : theirs
  }

  const choose = (field: 'reply' | 'note') => (which: 'theirs' | 'mine') => {
    setFailure(undefined)
    if (which === 'mine') return keep({ ...draft, base: { ...base, [field]: saved[field] } })
    const { [field]: _, ...rest } = touched
    const { [field]: __, ...bases } = base
    keep(draftOf(rest, bases))
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
    if (takesFocus) title.current?.focus()
  }, [])

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
    if (theirsOf('reply') !== undefined || theirsOf('note') !== undefined)
      return setFailure('A colleague has changed this since you wrote. Choose which text stays.')
    setState('saving')
    const answer = await askServer(network, updateFeedback, variablesOf(record.id, touched))
    setState(answer.kind === 'answer' ? 'saved' : 'open')
    setFailure(answer.kind === 'answer' ? undefined : failureOf(answer))
    if (answer.kind !== 'answer') {
      if (isOpen.current) return
      return toasts.show({ text: `${firstLine(record.feedback)}: ${failureOf(answer)}` })
    }
    onChanged(answer.data.updateFeedback)
    // What was typed while it was on its way is not saved yet.
    const { base: bases, ...now } = readDraft<Draft>(texts, key)
    const after = baseOf(touched, fieldsOf(answer.data.updateFeedback))
    keep(draftOf(without(now, touched), { ...bases, ...after }))
  }

  return (
    <section
      aria-label={`Feedback of ${name}`}
      className="relative flex min-h-0 w-full flex-none flex-col gap-4 overflow-y-auto border-line px-5 py-5 wide:w-[420px] wide:border-l"
    >
      {/* On a phone nothing else of the page is in sight. */}
      <h1 className="sr-only wide:hidden">Feedback</h1>
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
        {/* Its author is told of a version whatever the status is by now. */}
        {fields.status === 'FIXED' || record.fixedIn || touched.fixedIn !== undefined ? (
          <TextField
            label="Fixed in version"
            value={fields.fixedIn}
            onChange={event => change({ fixedIn: event.target.value })}
          />
        ) : null}
        <TextArea
          ref={reply}
          label="Reply"
          hint={`Goes to its author, by mail${user?.userId == null ? '' : ' and in the app'}. Without a mail server the mail is kept under Mail, for an administrator to hand on.`}
          value={fields.reply}
          onChange={event => change({ reply: event.target.value })}
        />
        <ChangedSince
          label="Reply"
          theirs={theirsOf('reply')}
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
          theirs={theirsOf('note')}
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

function fieldsOf({ status, reply, note, fixedIn }: FeedbackFieldsFragment): Fields {
  return { status, reply: reply ?? '', note: note ?? '', fixedIn: fixedIn ?? '' }
}

/** Of what is touched, what is saved. */
function baseOf(touched: Touched, saved: Fields): Touched {
  return Object.fromEntries(Object.entries(saved).filter(([field]) => field in touched))
}

/** Nothing where nothing is touched any more. */
function draftOf(touched: Touched, base: Touched): Draft {
  return Object.keys(touched).length === 0 ? {} : { ...touched, base }
}

function variablesOf(id: string, { status, reply, note, fixedIn }: Touched) {
  return {
    id,
    ...(status !== undefined && { status }),
    ...(reply !== undefined && { reply: reply || null }),
    ...(note !== undefined && { note: note || null }),
    ...(fixedIn !== undefined && { fixedIn: fixedIn || null }),
  }
}

/** The fields of `draft` that are not as they were sent. */
function without(draft: Touched, sent: Touched): Touched {
  const { status, reply, note, fixedIn } = draft
  return {
    ...(status !== sent.status && { status }),
    ...(reply !== sent.reply && { reply }),
    ...(note !== sent.note && { note }),
    ...(fixedIn !== sent.fixedIn && { fixedIn }),
  }
}
