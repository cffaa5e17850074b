import { type FormEvent, useId, useState } from 'react'
import { limits } from '../../rules/limits.ts'
import { checkFeedback, checkRating } from '../../rules/people/feedback.ts'
import { createFeedback } from '../cache/edits/feedback-edits.ts'
import { useOffline } from '../cache/hooks/sync/use-offline.tsx'
import { useSync } from '../cache/hooks/sync/use-sync.ts'
import { newId } from '../cache/records/new-id.ts'
import type { DeviceLog } from '../parts/device-log.ts'
import { usePerform } from '../parts/perform/use-perform.ts'
import { Button } from '../ui/form/button.tsx'
import { Check } from '../ui/form/check.tsx'
import { TextArea } from '../ui/form/field.tsx'
import { Issue } from '../ui/form/issue.tsx'
import { Stars } from '../ui/form/stars.tsx'
import { Said } from '../ui/said.tsx'

interface FeedbackFormProps {
  readonly log: Pick<DeviceLog, 'read'>
  readonly typed: Map<string, string>
}

/** Where the focus goes, and what is wrong is read out. */
const issueStops = [
  ['feedback', 'textarea'],
  ['rating', '[type=radio]'],
] as const

/** Kept on the device first, sent when there is a server: like every other change. */
export function FeedbackForm({ log, typed }: FeedbackFormProps) {
  const { userId } = useOffline()
  const perform = usePerform()
  const [text, setText] = useState(typed.get('feedback') ?? '')
  const [rating, setRating] = useState(() =>
    ratings.find(one => String(one) === typed.get('rating')),
  )
  const [withLog, setWithLog] = useState(false)
  const [issues, setIssues] = useState<Readonly<Record<string, string | undefined>>>({})
  const [isSaid, setSaid] = useState(false)
  const isSignedOut = useSync(sync => sync.signedOut)
  const lines = log.read()

  function handleText(next: string) {
    typed.set('feedback', next)
    setText(next)
    setIssues(all => ({ ...all, feedback: undefined }))
  }

  function handleRating(next: Rating | undefined) {
    if (next === undefined) typed.delete('rating')
    else typed.set('rating', String(next))
    setRating(next)
    setIssues(all => ({ ...all, rating: undefined }))
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = [checkFeedback('feedback', text), checkRating('rating', rating ?? 0)].filter(
      issue => issue !== undefined,
    )
    setIssues(Object.fromEntries(found.map(({ field, message }) => [field, message])))
    const wrong = issueStops.find(([field]) => found.some(issue => issue.field === field))
    if (wrong !== undefined) event.currentTarget.querySelector<HTMLElement>(wrong[1])?.focus()
    if (found.length > 0 || rating === undefined) return
    perform(createFeedback, {
      id: newId(),
      userId,
      feedback: text,
      rating,
      ...(withLog && lines.length > 0 && { deviceLog: newestThatFit(lines) }),
    })
    handleText('')
    handleRating(undefined)
    setWithLog(false)
    setSaid(true)
  }

  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={handleSubmit}>
      <TextArea
        label="Feedback"
        rows={5}
        value={text}
        issue={issues.feedback}
        hint="What works, what does not, what you miss."
        onChange={event => {
          handleText(event.target.value)
          setSaid(false)
        }}
      />
      <RatingChoice value={rating} issue={issues.rating} onChange={handleRating} />
      {lines.length === 0 ? null : (
        <div className="flex flex-col gap-1">
          <Check
            label="Send the log of this device along"
            checked={withLog}
            onChange={setWithLog}
          />
          <details className="text-sm text-quiet">
            <summary className="min-h-12 cursor-pointer content-center">
              What stands in it: {lines.length === 1 ? 'one line' : `${lines.length} lines`} about
              faults, without names or texts
            </summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the keys. */}
            <pre tabIndex={0} className="max-h-60 overflow-auto rounded-box bg-surface p-3">
              {lines.join('\n')}
            </pre>
          </details>
        </div>
      )}
      <Button type="submit" look="primary" className="self-start">
        Send feedback
      </Button>
      <Said className="text-sm">
        {isSaid
          ? `Thank you. It is listed below, and sent ${isSignedOut ? 'once you have signed in again' : 'as soon as there is a connection'}.`
          : ''}
      </Said>
    </form>
  )
}

/** A log that is too long loses its oldest lines. */
function newestThatFit(lines: readonly string[]): string {
  let kept = lines
  while (kept.length > 1 && kept.join('\n').length > limits.deviceLog) {
    kept = kept.slice(Math.ceil(kept.length / 10))
  }
  return kept.join('\n').slice(-limits.deviceLog)
}

interface RatingChoiceProps {
  readonly value: Rating | undefined
  readonly issue: string | undefined
  readonly onChange: (rating: Rating) => void
}

const ratings = [1, 2, 3, 4, 5] as const
type Rating = (typeof ratings)[number]

function RatingChoice({ value, issue, onChange }: RatingChoiceProps) {
  const id = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-title`}
      aria-invalid={issue !== undefined}
      aria-describedby={issue === undefined ? undefined : `${id}-said`}
    >
      <p id={`${id}-title`} className="text-sm text-quiet">
        Rating
      </p>
      <div className="flex">
        {ratings.map(rating => (
          <label
            key={rating}
            className="grid size-12 cursor-pointer place-items-center rounded-box has-focus-visible:outline-2 has-focus-visible:outline-link"
          >
            <input
              type="radio"
              name={id}
              className="sr-only"
              aria-label={String(rating)}
              checked={value === rating}
              onChange={() => onChange(rating)}
            />
            <Stars count={1} filled={value !== undefined && rating <= value ? 1 : 0} size={28} />
          </label>
        ))}
      </div>
      {issue === undefined ? null : <Issue id={`${id}-said`}>Choose one of the five stars.</Issue>}
    </div>
  )
}
