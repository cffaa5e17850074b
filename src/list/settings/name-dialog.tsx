/** Asks for a name of a list, with what was there to begin with. */
import { type FormEvent, useRef } from 'react'
import { cleanName } from '../../../rules/text.ts'
import type { ValidationIssue } from '../../../rules/validation-issue.ts'
import { useTellTakenAway } from '../../parts/perform/use-tell-lost.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { FormButtons } from '../../ui/form/form-buttons.tsx'
import { useCheckedText } from '../../ui/form/use-checked-text.ts'

interface NameDialogProps {
  /** What it is asked of; without it the dialog goes, and says what was typed. */
  readonly list: { readonly id: string; readonly name: string }
  readonly title: string
  readonly label: string
  readonly hint?: string
  /** What the button says. */
  readonly action: string
  readonly initial: string
  readonly check: (name: string) => ValidationIssue | undefined
  /** A name that passed the check, trimmed. */
  readonly onName: (name: string) => void
  readonly onClose: () => void
  /** It is the list's own name: however it is closed, what is typed now counts; only “Cancel” drops it. */
  readonly keeps?: boolean
  /** What was typed stands there again, under this key, whatever else closes it. */
  readonly keptAs?: string
}

export function NameDialog({
  list,
  title,
  label,
  hint,
  action,
  initial,
  check,
  onName,
  onClose,
  keeps = false,
  keptAs,
}: NameDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const name = useCheckedText(initial, check, keptAs)
  useTellTakenAway(list, name.isChanged ? name.text : undefined, keeps)

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    // What others have called it meanwhile stays where nothing was typed.
    if (keeps && !name.isChanged) return onClose()
    if (!name.passes()) return
    name.forget()
    onName(cleanName(name.text))
    onClose()
  }

  function handleCancel() {
    name.forget()
    onClose()
  }

  return (
    <Dialog
      title={title}
      open
      onClose={() => (keeps && name.isTouched ? form.current?.requestSubmit() : onClose())}
      initialFocus={name.box}
    >
      <form ref={form} className="flex flex-col gap-4" onSubmit={handleSubmit} noValidate>
        <TextField label={label} hint={hint} enterKeyHint="done" {...name.field} />
        <FormButtons action={action} onCancel={handleCancel} />
      </form>
    </Dialog>
  )
}
