import { useState } from 'react'
import { checkPassword } from '../../rules/account.ts'
import type { SessionUser } from '../network/session.ts'
import { PasswordField } from '../parts/password-field.tsx'
import { issuesOf, useForm } from '../parts/use-form.ts'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/form-error.tsx'
import { Said } from './section.tsx'
import type { UserCalls } from './user-calls.ts'

interface PasswordFormProps {
  readonly user: SessionUser
  readonly calls: UserCalls
  /** All other devices are signed out now. */
  readonly onChanged: () => void
}

const blank = { currentPassword: '', newPassword: '' }

export function PasswordForm({ user, calls, onChanged }: PasswordFormProps) {
  const [said, setSaid] = useState('')
  const form = useForm({
    blank,
    check: ({ newPassword }) => {
      setSaid('')
      return issuesOf<'currentPassword' | 'newPassword'>([
        checkPassword('newPassword', newPassword, user.email),
      ])
    },
    send: values => calls.updatePassword(values.currentPassword, values.newPassword),
    onDone() {
      form.reset()
      setSaid('Your new password is set. All other devices are signed out.')
      onChanged()
    },
  })
  return (
    <form
      ref={form.ref}
      className="flex max-w-md flex-col gap-4"
      onSubmit={form.handleSubmit}
      noValidate
    >
      <FormError>{form.error}</FormError>
      {/* A password manager needs to know whose password this is. */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField label="Current password" {...form.field('currentPassword')} />
      <PasswordField
        label="New password"
        fresh={{ known: [user.email, user.firstName, user.lastName] }}
        {...form.field('newPassword')}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" look="primary" disabled={form.busy}>
          {form.busy ? 'Changing…' : 'Change password'}
        </Button>
        <Said name="Password">{said}</Said>
      </div>
    </form>
  )
}
