import { useState } from 'react'
import { checkPassword } from '../../rules/people/password.ts'
import type { Session } from '../network/session/session.ts'
import { invitePath } from '../parts/account/invite-path.ts'
import { PasswordField } from '../parts/account/password-field.tsx'
import { SentForm } from '../parts/account/sent-form.tsx'
import { SignInFrame } from '../parts/account/sign-in-frame.tsx'
import { issuesOf, useForm } from '../parts/account/use-form.ts'
import { LinkIsNotWhole, ToForgotPassword, ToSignIn } from './to-sign-in.tsx'
import { useMailToken } from './use-mail-token.ts'

interface ResetPasswordScreenProps {
  readonly session: Session
  /** What led to the sign-in for which the password was forgotten. */
  readonly inviteId: string | undefined
}

export function ResetPasswordScreen({ session, inviteId }: ResetPasswordScreenProps) {
  const next = inviteId === undefined ? undefined : invitePath(inviteId)
  const token = useMailToken()
  const [done, setDone] = useState<string>()
  const form = useForm({
    blank: { newPassword: '' },
    check: ({ newPassword }) =>
      issuesOf<'newPassword'>([checkPassword('newPassword', newPassword)]),
    send: ({ newPassword }) => session.resetPassword(token, newPassword),
    onDone(message) {
      setDone(message ?? 'Your new password is set.')
      // Every session of the account has ended, perhaps the one of this browser.
      void session.checkStatus()
    },
  })

  if (token === '') return <LinkIsNotWhole />
  if (done !== undefined) {
    return (
      <SignInFrame title="Password set" footer={<ToSignIn next={next} isNextStep />}>
        <p role="status">{done}</p>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Set a new password" footer={<ToSignIn next={next} />}>
      <SentForm form={form} action="Set password" doing="Setting…">
        {form.reason === undefined ? null : <ToForgotPassword next={next} isNextStep />}
        <PasswordField label="New password" fresh={{ known: [] }} {...form.field('newPassword')} />
      </SentForm>
    </SignInFrame>
  )
}
