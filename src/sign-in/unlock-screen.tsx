import { useState } from 'react'
import type { Session } from '../network/session/session.ts'
import { SentForm } from '../parts/account/sent-form.tsx'
import { SignInFrame } from '../parts/account/sign-in-frame.tsx'
import { issuesOf, useForm } from '../parts/account/use-form.ts'
import { TextField } from '../ui/form/field.tsx'
import { LinkIsNotWhole, ToForgotPassword, ToSignIn } from './to-sign-in.tsx'
import { useMailToken } from './use-mail-token.ts'

export function UnlockScreen({ session }: { readonly session: Session }) {
  const token = useMailToken()
  const [done, setDone] = useState<string>()
  const form = useForm({
    blank: { otp: '' },
    check: ({ otp }) => issuesOf<'otp'>([checkCode(otp)]),
    send: ({ otp }) => session.unlock(token, otp),
    onDone: message => setDone(message ?? 'Unlocked.'),
  })

  // Nobody can ask for a new one: it comes by itself, once.
  if (token === '')
    return <LinkIsNotWhole orElse="set a new password, which unlocks your account, too" />
  if (done !== undefined) {
    return (
      <SignInFrame title="Unlocked" footer={<ToSignIn isNextStep />}>
        <p role="status">{done}</p>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Unlock your account" footer={<ToSignIn />}>
      <SentForm form={form} action="Unlock" doing="Unlocking…">
        {form.reason === undefined ? null : <ToForgotPassword isNextStep />}
        <TextField
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="The 6 digits from the mail."
          {...form.field('otp')}
        />
      </SentForm>
    </SignInFrame>
  )
}

function checkCode(otp: string) {
  const message = 'Code is not complete. Type the 6 digits from the mail.'
  return /^\d{6}$/.test(otp.replace(/[\s-]/g, '')) ? undefined : { field: 'otp', message }
}
