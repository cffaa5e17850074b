/** A form of an account call: what was typed, what is wrong with it beside each field, and the sending. */
import { type FormEvent, type RefObject, use, useRef, useState } from 'react'
import type { AuthOutcome } from '../../network/session/auth-outcome.ts'
import { KeptTexts, keepDraft, readDraft } from '../../ui/form/kept-texts.ts'

type Values<Name extends string> = Readonly<Record<Name, string>>
/** The fields that were changed, by name: the others say what is there by now. */
type Typed = Readonly<Record<string, string>>
export type Issues<Name extends string> = Readonly<Partial<Record<Name, string>>>

interface FormParts<Name extends string> {
  readonly blank: Values<Name>
  /** All that is wrong, in the order of the form. */
  readonly check: (values: Values<Name>) => Issues<Name>
  readonly send: (values: Values<Name>) => Promise<AuthOutcome>
  /** What comes after a success; if it is absent the route leads on. `rest` was typed meanwhile, and is kept. */
  readonly onDone?: (message: string | undefined, rest: Typed) => void
  /** What was typed outlives the form until it is sent, under this key; a password does not. */
  readonly keptAs?: string
}

export interface Form<Name extends string> {
  readonly ref: RefObject<HTMLFormElement | null>
  readonly values: Values<Name>
  /** What went wrong with the whole. */
  readonly error: string | undefined
  /** Why, where a next step follows from it. */
  readonly reason: string | undefined
  readonly busy: boolean
  field(name: Name): {
    readonly name: Name
    readonly value: string
    readonly issue: string | undefined
    readonly onChange: (event: { readonly target: { readonly value: string } }) => void
  }
  handleSubmit(event: FormEvent): Promise<void>
  /** As it was, but for what was typed since it was sent. */
  reset(): void
}

export function useForm<Name extends string>(parts: FormParts<Name>): Form<Name> {
  const ref = useRef<HTMLFormElement>(null)
  const { blank, keptAs } = parts
  const texts = use(KeptTexts)
  const [typed, setTyped] = useState<Typed>(() => readDraft(texts, keptAs))
  const [isSent, setSent] = useState(false)
  // What was sent and has arrived is the form's own: what is changed elsewhere from then on shows.
  const left = isSent ? without(typed, blank) : typed
  if (Object.keys(left).length < Object.keys(typed).length) setTyped(left)
  const values: Values<Name> = { ...blank, ...typed }
  const [issues, setIssues] = useState<Issues<Name>>()
  const [failure, setFailure] = useState<{ readonly error: string; readonly reason?: string }>()
  const [busy, setBusy] = useState(false)

  function complain(found: Issues<Name>): void {
    setIssues(found)
    const first = Object.keys(found)[0]
    ref.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    const found = parts.check(values)
    complain(found)
    setFailure(undefined)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const outcome = await parts.send(values)
    setBusy(false)
    if (outcome.kind === 'success') {
      const rest = without(readDraft(texts, keptAs), values)
      keepDraft(texts, keptAs, rest)
      setSent(true)
      return parts.onDone?.(outcome.message, rest)
    }
    if (outcome.kind === 'refused' && outcome.field !== undefined && outcome.field in values) {
      const name = outcome.field as Name
      return complain({ [name]: outcome.message } as Issues<Name>)
    }
    const reason = outcome.kind === 'refused' ? outcome.reason : undefined
    setFailure({ error: outcome.message, ...(reason === undefined ? {} : { reason }) })
  }

  return {
    ref,
    values,
    error: failure?.error,
    reason: failure?.reason,
    busy,
    field: name => ({
      name,
      value: values[name],
      issue: issues?.[name],
      onChange(event) {
        // What it says by itself was not changed, or has arrived.
        const next = without({ ...typed, [name]: event.target.value }, blank)
        keepDraft(texts, keptAs, next)
        setTyped(next)
        if (issues) setIssues({ ...issues, [name]: undefined })
      },
    }),
    handleSubmit,
    reset: () => setTyped(all => without(all, values)),
  }
}

/** The fields that say something else than those. */
function without(typed: Typed, those: Typed): Typed {
  return Object.fromEntries(Object.entries(typed).filter(([name, text]) => text !== those[name]))
}

/** Issues of rules/, each beside its field. */
export function issuesOf<Name extends string>(
  found: readonly ({ readonly field: string; readonly message: string } | undefined)[],
): Issues<Name> {
  return Object.fromEntries(
    found.flatMap(issue => (issue ? [[issue.field, issue.message]] : [])),
  ) as Issues<Name>
}
