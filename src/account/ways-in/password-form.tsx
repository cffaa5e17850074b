import { useRef, useState } from 'react'
import { defaultNotes } from '../../../rules/default-notes.ts'
import { checkPassword } from '../../../rules/people/password.ts'
import { newId } from '../../cache/records/new-id.ts'
import { UpdateUserPasswordDocument } from '../../generated/operations.ts'
import type { AuthOutcome } from '../../network/session/auth-outcome.ts'
import type { SessionUser } from '../../network/session/session-user.ts'
import { PasswordField } from '../../parts/account/password-field.tsx'
import { issuesOf, useForm } from '../../parts/account/use-form.ts'
import { type Asker, askServer, saidOf } from '../../parts/perform/ask-server.ts'
import { AccountForm } from '../account-form.tsx'
import type { Confirming } from './use-confirming.tsx'

interface PasswordFormProps {
  readonly user: SessionUser
  readonly network: Asker
  /** Without one the first is set. */
  readonly hasPassword: boolean
  readonly confirming: Confirming
  /** All other devices are signed out now. */
  readonly onChanged: () => void
}

const updatePassword = {
  document: UpdateUserPasswordDocument,
  note: defaultNotes.updating('User'),
}

const blank = { currentPassword: '', newPassword: '' }

export function PasswordForm({
  user,
  network,
  hasPassword,
  confirming,
  onChanged,
}: PasswordFormProps) {
  const [said, setSaid] = useState('')
  /** What got no answer may have been done: then the current password of the next try is none any more. */
  const unanswered = useRef<{ readonly text: string; readonly requestToken: string }>(undefined)

  async function update(passwords: typeof blank): Promise<AuthOutcome> {
    const text = JSON.stringify(passwords)
    const before = unanswered.current
    const requestToken = before?.text === text ? before.requestToken : newId()
    const variables = { id: user.id, ...passwords }
    const ended = await askServer(network, updatePassword, variables, undefined, requestToken)
    unanswered.current = ended.kind === 'offline' ? { text, requestToken } : undefined
    return saidOf(ended)
  }

  /** The first password of an account is set by who confirmed to be its person. */
  async function setFirst(passwords: typeof blank): Promise<AuthOutcome> {
    const outcome = await update(passwords)
    const asksForCurrent = outcome.kind === 'refused' && outcome.field === 'currentPassword'
    return asksForCurrent ? { ...outcome, reason: 'CONFIRM' } : outcome
  }

  const form = useForm({
    blank,
    check: ({ newPassword }) => {
      setSaid('')
      return issuesOf<'currentPassword' | 'newPassword'>([
        checkPassword('newPassword', newPassword, user.email),
      ])
    },
    send: passwords => (hasPassword ? update(passwords) : confirming(() => setFirst(passwords))),
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
