import { defaultNotes } from '../../rules/default-notes.ts'
import { DeleteUserDocument } from '../generated/operations.ts'
import type { DeskUser } from '../network/desk.ts'
import { useAskedPassword } from '../parts/account/use-asked-password.ts'
import { useForm } from '../parts/account/use-form.ts'
import { type Asker, askServer, saidOf } from '../parts/perform/ask-server.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { TextField } from '../ui/form/field.tsx'
import { FormButtons } from '../ui/form/form-buttons.tsx'
import { FormError } from '../ui/form/form-error.tsx'

interface DeleteUserDialogProps {
  readonly user: DeskUser
  readonly network: Asker
  readonly onDeleted: () => void
  readonly onClose: () => void
}

const deleteUser = { document: DeleteUserDocument, note: defaultNotes.deleting('User') }

/** Nothing of the person is left afterwards, so the administrator's own password is asked. */
export function DeleteUserDialog({ user, network, onDeleted, onClose }: DeleteUserDialogProps) {
  const form = useForm({
    blank: { password: '' },
    check: useAskedPassword(),
    send: async ({ password }) =>
      saidOf(await askServer(network, deleteUser, { id: user.id, password })),
    onDone: onDeleted,
  })
  return (
    <Dialog title="Delete the account" open onClose={onClose}>
      <form ref={form.ref} className="flex flex-col gap-4" onSubmit={form.handleSubmit}>
        <p>
          The account of {user.firstName} {user.lastName} ({user.email}) disappears with its lists,
          for everybody who shares them. It does not come back.
        </p>
        <FormError>{form.error}</FormError>
        <TextField
          label="Your own password"
          type="password"
          autoComplete="current-password"
          {...form.field('password')}
        />
        <FormButtons action="Delete" onCancel={onClose} />
      </form>
    </Dialog>
  )
}
