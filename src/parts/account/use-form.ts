/** A form of an account call: what was typed, what is wrong with it beside each field, and the sending. */
import { type FormEvent, type RefObject, use, useRef, useState } from 'react'
import type { AuthOutcome } from '../../network/session/auth-outcome.ts'
import { KeptTexts, keepText } from '../../ui/form/kept-texts.ts'

type Values<Name extends string> = Readonly<Record<Name, string>>
export type Issues<Name extends string> = Readonly<Partial<Record<Name, string>>>

interface FormParts<Name extends string> {
  readonly blank: Values<Name>
  /** All that is wrong, in the order of the form. */
  readonly check: (values: Values<Name>) => Issues<Name>
  readonly send: (values: Values<Name>) => Promise<AuthOutcome>
  /** What comes after a success; if it is absent the route leads on. */
  readonly onDone?: (message: string | undefined, values: Values<Name>) => void
  /** What was typed outlives the form until it is sent, under this key: never where it is a password. */
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
  /** Empty again, as it was. */
  reset(): void
}

export function useForm<Name extends string>(parts: FormParts<Name>): Form<Name> {
  const ref = useRef<HTMLFormElement>(null)
  const kept = use(KeptTexts)
  const [values, setValues] = useState(readKept)
  const [issues, setIssues] = useState<Issues<Name>>()
  const [failure, setFailure] = useState<{ readonly error: string; readonly reason?: string }>()
  const [busy, setBusy] = useState(false)

  function readKept(): Values<Name> {
    if (parts.keptAs === undefined) return parts.blank
    const found = Object.keys(parts.blank).flatMap(name => {
      const text = kept?.get(`${parts.keptAs}.${name}`)
      return text === undefined ? [] : [[name, text]]
    })
    return { ...parts.blank, ...Object.fromEntries(found) }
  }

  function keep(next: Values<Name>): void {
    if (parts.keptAs === undefined) return
    for (const [name, text] of Object.entries<string>(next)) {
      keepText(kept, `${parts.keptAs}.${name}`, { text, blank: parts.blank[name as Name] })
    }
  }

  function complain(found: Issues<Name>): void {
    setIssues(found)
    const first = Object.keys(found)[0]
    ref.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const found = parts.check(values)
    complain(found)
    setFailure(undefined)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const outcome = await parts.send(values)
    setBusy(false)
    if (outcome.kind === 'success') {
      keep(parts.blank)
      return parts.onDone?.(outcome.message, values)
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
        const next = { ...values, [name]: event.target.value }
        keep(next)
        setValues(next)
        if (issues) setIssues({ ...issues, [name]: undefined })
      },
    }),
    handleSubmit,
    reset: () => setValues(parts.blank),
  }
}

/** Issues of rules/, each beside its field. */
export function issuesOf<Name extends string>(
  found: readonly ({ readonly field: string; readonly message: string } | undefined)[],
): Issues<Name> {
  return Object.fromEntries(
    found.flatMap(issue => (issue ? [[issue.field, issue.message]] : [])),
  ) as Issues<Name>
}
