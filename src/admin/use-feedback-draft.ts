/** What a member of staff typed into a record and has not saved, beside what a colleague has saved of it since. */
import { use } from 'react'
import type { FeedbackFieldsFragment, FeedbackStatus } from '../generated/desk-operations.ts'
import { KeptTexts, readDraft, useKeptDraft } from '../ui/form/kept-texts.ts'

export interface FeedbackFields {
  readonly status: FeedbackStatus
  readonly reply: string
  readonly note: string
  readonly fixedIn: string
}

export type FeedbackField = keyof FeedbackFields

const feedbackFields: readonly FeedbackField[] = ['status', 'reply', 'note', 'fixedIn']

/** Only what was touched: what colleagues do to the rest meanwhile is shown, and stays. */
type Touched = Partial<FeedbackFields>

interface Draft extends Touched {
  /** What was saved of it when it was touched first, or chosen over what a colleague has saved since. */
  readonly base?: Touched
  /** What was to be saved of it last: told by the server it is one's own, though no answer said so. */
  readonly sent?: Touched
}

export function useFeedbackDraft(record: FeedbackFieldsFragment) {
  const texts = use(KeptTexts)
  const key = `desk.${record.id}`
  const [own, keep] = useKeptDraft<Draft>(key)
  // What it was about to save when it was closed may have arrived since it is open again.
  const draft = texts ? readDraft<Draft>(texts, key) : own
  const { base = {}, sent = {}, ...touched } = draft
  const saved = fieldsOf(record)

  /** What a colleague has saved since, as `now` has it, of a field that one has touched oneself. */
  function theirsOf<Field extends FeedbackField>(field: Field, now = record) {
    const theirs = fieldsOf(now)[field]
    const [mine, before] = [touched[field], base[field]]
    const stands = mine === undefined || before === undefined
    return stands || [before, mine, sent[field]].includes(theirs) ? undefined : theirs
  }

  return {
    fields: { ...saved, ...touched },
    touched,
    theirsOf,
    isOvertaken: (now: FeedbackFieldsFragment) =>
      feedbackFields.some(field => theirsOf(field, now) !== undefined),
    change(part: Touched) {
      keep({ ...draft, ...part, base: { ...baseOf(part, saved), ...base } })
    },
    choose(field: FeedbackField, which: 'theirs' | 'mine') {
      if (which === 'mine') return keep({ ...draft, base: { ...base, [field]: saved[field] } })
      const { [field]: _, ...rest } = touched
      const { [field]: __, ...bases } = base
      keep(draftOf(rest, bases))
    },
    /** What is touched leaves now, and `found` is what it takes the place of. */
    sends(found: FeedbackFieldsFragment) {
      const { base: bases, ...now } = readDraft<Draft>(texts, key)
      keep({ ...now, base: { ...bases, ...baseOf(touched, fieldsOf(found)) }, sent: touched })
    },
    /** What was typed while it was on its way is not saved yet. */
    answered(record: FeedbackFieldsFragment) {
      const { base: bases, sent: _, ...now } = readDraft<Draft>(texts, key)
      const left = without(now, touched)
      const after = { ...bases, ...baseOf(touched, fieldsOf(record)) }
      keep(draftOf(left, baseOf(left, after)))
    },
  }
}

/** The variables that save what was touched: an empty text is none. */
export function feedbackChanges({ status, reply, note, fixedIn }: Touched) {
  return {
    ...(status !== undefined && { status }),
    ...(reply !== undefined && { reply: reply || null }),
    ...(note !== undefined && { note: note || null }),
    ...(fixedIn !== undefined && { fixedIn: fixedIn || null }),
  }
}

function fieldsOf({ status, reply, note, fixedIn }: FeedbackFieldsFragment): FeedbackFields {
  return { status, reply: reply ?? '', note: note ?? '', fixedIn: fixedIn ?? '' }
}

/** Of what is touched, what is saved. */
function baseOf(touched: Touched, saved: Touched): Touched {
  return Object.fromEntries(Object.entries(saved).filter(([field]) => field in touched))
}

/** Nothing where nothing is touched any more. */
function draftOf(touched: Touched, base: Touched): Draft {
  return Object.keys(touched).length === 0 ? {} : { ...touched, base }
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
