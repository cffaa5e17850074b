import { useState } from 'react'
import { checkEmail } from '../../rules/people/account.ts'
import type { AuthOutcome } from '../network/session/auth-outcome.ts'
import type { Session } from '../network/session/session.ts'
import { CaptchaBox } from '../parts/account/captcha-box.tsx'
import { EmailField } from '../parts/account/email-field.tsx'
import { PasswordField } from '../parts/account/password-field.tsx'
import { SendNewLink } from '../parts/account/send-new-link.tsx'
import { SentForm } from '../parts/account/sent-form.tsx'
import { SignInFrame } from '../parts/account/sign-in-frame.tsx'
import { issuesOf, useForm } from '../parts/account/use-form.ts'
import { TextField } from '../ui/form/field.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { SignInElsewhere } from './sign-in-elsewhere.tsx'
import { ToForgotPassword, ToSignUp } from './to-sign-in.tsx'

interface LoginScreenProps {
  readonly session: Session
  /** What another provider is called, where one may sign in by it. */
  readonly elsewhere: string | undefined
  /** Where the sign-in leads. */
  readonly next: string | undefined
  /** Where the server is; empty if it is here. */
  readonly apiEnv: string
}

export function LoginScreen({ session, elsewhere, next, apiEnv }: LoginScreenProps) {
  const details = session.appDetails.get()
  const email = session.state.get().user?.email ?? details.email ?? ''
  const [needsStep, setNeedsStep] = useState(false)

  async function signIn({ email, password, recoveryCode }: Fields): Promise<AuthOutcome> {
    const outcome = await session.signIn(email, password, recoveryCode)
    if (outcome.kind !== 'refused' || outcome.reason !== 'SECOND_STEP') return outcome
    setNeedsStep(true)
    if (!session.hasPasskeys) return { ...outcome, message: elsewhereOrCode }
    return session.signInWithPasskey()
  }

  const form = useForm({
    blank: {
      email,
      password: details.email === email ? (details.password ?? '') : '',
      recoveryCode: '',
    },
    check: checkFields,
    // On success the route leads on.
    send: signIn,
  })

  return (
    <SignInFrame
      title="Sign in"
      footer={
        <>
          New here? <ToSignUp next={next} />
        </>
      }
    >
      <SentForm form={form} action="Sign in" doing="Signing in…">
        {form.reason === 'UNVERIFIED' ? (
          <SendNewLink session={session} email={form.values.email} />
        ) : null}
        <EmailField {...form.field('email')} />
        <PasswordField label="Password" {...form.field('password')} />
        {needsStep ? (
          <TextField
            label="Recovery code"
            hint="Only if you lost your passkeys: it works once, and your account no longer asks for a passkey then."
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...form.field('recoveryCode')}
          />
        ) : null}
        <CaptchaBox />
      </SentForm>
      <div>
        <ToForgotPassword next={next} />
      </div>
      <PasskeyButton session={session} />
      <SignInElsewhere session={session} name={elsewhere} next={next} apiEnv={apiEnv} />
    </SignInFrame>
  )
}

type Fields = Readonly<Record<'email' | 'password' | 'recoveryCode', string>>

const elsewhereOrCode =
  'Your account asks for a passkey, and this browser has none. Sign in where you have it, or write your recovery code.'

function checkFields({ email, password }: Fields) {
  const empty = { field: 'password', message: 'Password is empty. Write the one you chose.' }
  return issuesOf<keyof Fields>([checkEmail('email', email), password === '' ? empty : undefined])
}
