/** Asks for a name of a list, with what was there to begin with. */
import { type FormEvent, useRef, useState } from 'react'
import { cleanName } from '../../../rules/text.ts'
import type { ValidationIssue } from '../../../rules/validation-issue.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { FormButtons } from '../../ui/form/form-buttons.tsx'

interface NameDialogProps {
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
  /** However it is closed, the changed name counts; only “Cancel” drops it. */
  readonly keeps?: boolean
}

export function NameDialog({
  title,
  label,
  hint,
  action,
  initial,
  check,
  onName,
  onClose,
  keeps = false,
}: NameDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(initial)
  const [issue, setIssue] = useState<string>()

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const problem = check(name)
    if (problem !== undefined) {
      setIssue(problem.message)
      input.current?.focus()
      return
    }
    onName(cleanName(name))
    onClose()
  }

  return (
    <Dialog
      title={title}
      open
      onClose={() => (keeps ? form.current?.requestSubmit() : onClose())}
      initialFocus={input}
    >
      <form ref={form} className="flex flex-col gap-4" onSubmit={handleSubmit} noValidate>
        <TextField
          ref={input}
          label={label}
          value={name}
          issue={issue}
          hint={hint}
          autoComplete="off"
          enterKeyHint="done"
          onChange={event => {
            setName(event.target.value)
            setIssue(undefined)
          }}
        />
        <FormButtons action={action} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
