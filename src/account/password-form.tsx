import { useState } from 'react'
import { checkPassword } from '../../rules/account.ts'
import type { AuthOutcome } from '../network/session/auth-outcome.ts'
import type { SessionUser } from '../network/session/session.ts'
import { PasswordField } from '../parts/account/password-field.tsx'
import { issuesOf, useForm } from '../parts/account/use-form.ts'
import { AccountForm } from './account-form.tsx'
import type { Confirming } from './use-confirming.tsx'
import type { UserCalls } from './user-calls.ts'

interface PasswordFormProps {
  readonly user: SessionUser
  readonly calls: UserCalls
  /** Without one the first is set. */
  readonly hasPassword: boolean
  readonly confirming: Confirming
  /** All other devices are signed out now. */
  readonly onChanged: () => void
}

const blank = { currentPassword: '', newPassword: '' }

export function PasswordForm({
  user,
  calls,
  hasPassword,
  confirming,
  onChanged,
}: PasswordFormProps) {
  const [said, setSaid] = useState('')
  const form = useForm({
    blank,
    check: ({ newPassword }) => {
      setSaid('')
      return issuesOf<'currentPassword' | 'newPassword'>([
        checkPassword('newPassword', newPassword, user.email),
      ])
    },
    send: ({ currentPassword, newPassword }) =>
      hasPassword
        ? calls.updatePassword(currentPassword, newPassword)
        : confirming(async () => asFirst(await calls.updatePassword('', newPassword))),
    onDone() {
      form.reset()
      setSaid('Your new password is set. All other devices are signed out.')
      onChanged()
    },
  })
  return (
    <AccountForm
      form={form}
      action={hasPassword ? 'Change password' : 'Set password'}
      doing={hasPassword ? 'Changing…' : 'Setting…'}
      look="primary"
      said={{ name: 'Password', text: said }}
    >
      {/* A password manager needs to know whose password this is. */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      {hasPassword ? (
        <PasswordField label="Current password" {...form.field('currentPassword')} />
      ) : (
        <p>You have no password yet. With one you can sign in on any device.</p>
      )}
      <PasswordField
        label="New password"
        fresh={{ known: [user.email, user.firstName, user.lastName] }}
        {...form.field('newPassword')}
      />
    </AccountForm>
  )
}

/** The first password of an account is set by who confirmed to be its person. */
function asFirst(outcome: AuthOutcome): AuthOutcome {
  const asksForCurrent = outcome.kind === 'refused' && outcome.field === 'currentPassword'
  return asksForCurrent ? { ...outcome, reason: 'CONFIRM' } : outcome
}
