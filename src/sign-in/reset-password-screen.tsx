import { useState } from 'react'
import { checkPassword } from '../../rules/account.ts'
import type { Session } from '../network/session/session.ts'
import { PasswordField } from '../parts/account/password-field.tsx'
import { SignInFrame } from '../parts/account/sign-in-frame.tsx'
import { issuesOf, useForm } from '../parts/account/use-form.ts'
import { Button } from '../ui/form/button.tsx'
import { FormError } from '../ui/form/form-error.tsx'
import { ToForgotPassword, ToSignIn } from './to-sign-in.tsx'
import { useMailToken } from './use-mail-token.ts'

export function ResetPasswordScreen({ session }: { readonly session: Session }) {
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

  if (done !== undefined) {
    return (
      <SignInFrame title="Password set" footer={<ToSignIn />}>
        <p role="status">{done}</p>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Set a new password" footer={<ToSignIn />}>
      <form ref={form.ref} className="flex flex-col gap-4" onSubmit={form.handleSubmit} noValidate>
        <FormError>{form.error}</FormError>
        {form.reason === undefined ? null : <ToForgotPassword />}
        <PasswordField label="New password" fresh={{ known: [] }} {...form.field('newPassword')} />
        <Button type="submit" look="primary" disabled={form.busy}>
          {form.busy ? 'Setting…' : 'Set password'}
        </Button>
      </form>
    </SignInFrame>
  )
}
