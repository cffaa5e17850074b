import { type FormEvent, useState } from 'react'
import { defaultNotes } from '../../rules/default-notes.ts'
import { newId } from '../cache/records/new-id.ts'
import { DeleteUserDocument } from '../generated/operations.ts'
import type { DeskUser } from '../network/desk.ts'
import { noAnswerSentence } from '../network/errors.ts'
import { type Asker, answerOf } from '../parts/perform/use-server-answer.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { TextField } from '../ui/form/field.tsx'
import { FormButtons } from '../ui/form/form-buttons.tsx'
import { FormError } from '../ui/form/form-error.tsx'

interface DeleteUserDialogProps {
  /** Whose account; the dialog is open while there is one. */
  readonly user: DeskUser | undefined
  readonly network: Asker
  readonly onDeleted: (user: DeskUser) => void
  readonly onClose: () => void
}

/** Nothing of the person is left afterwards, so the administrator's own password is asked. */
export function DeleteUserDialog({ user, network, onDeleted, onClose }: DeleteUserDialogProps) {
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<string>()

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (user === undefined) return
    const options = { note: defaultNotes.deleting('User'), requestToken: newId(), waitedFor: true }
    const variables = { id: user.id, password }
    const answer = answerOf(await network.send(DeleteUserDocument, variables, options))
    if (answer.kind !== 'answer') {
      setFailure(answer.kind === 'failed' ? answer.message : noAnswerSentence)
      return
    }
    setPassword('')
    setFailure(undefined)
    onDeleted(user)
  }

  return (
    <Dialog title="Delete the account" open={user !== undefined} onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={handleSubmit}>
        <p>
          The account of {user?.firstName} {user?.lastName} ({user?.email}) goes with its lists, for
          everybody who shares them. It does not come back.
        </p>
        <FormError>{failure}</FormError>
        <TextField
          label="Your own password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={event => setPassword(event.target.value)}
        />
        <FormButtons action="Delete" onCancel={onClose} />
      </form>
    </Dialog>
  )
}
