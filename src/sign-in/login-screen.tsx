import { checkEmail } from '../../rules/account.ts'
import type { Session } from '../network/session.ts'
import { CaptchaBox } from '../parts/captcha-box.tsx'
import { EmailField } from '../parts/email-field.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import { SignInFrame } from '../parts/sign-in-frame.tsx'
import { issuesOf, useForm } from '../parts/use-form.ts'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/form-error.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { SendNewLink } from './send-new-link.tsx'
import { SignInElsewhere } from './sign-in-elsewhere.tsx'
import { ToForgotPassword, ToSignUp } from './to-sign-in.tsx'

interface LoginScreenProps {
  readonly session: Session
  /** What another provider is called, where one may sign in by it. */
  readonly elsewhere: string | undefined
  /** Where the sign-in leads. */
  readonly next: string | undefined
}

export function LoginScreen({ session, elsewhere, next }: LoginScreenProps) {
  const details = session.appDetails.get()
  const email = session.state.get().user?.email ?? details.email ?? ''
  const form = useForm({
    blank: { email, password: details.email === email ? (details.password ?? '') : '' },
    check: checkFields,
    // On success the route leads on.
    send: values => session.signIn(values.email, values.password),
  })

  return (
    <SignInFrame
      title="Sign in"
      footer={
        <>
          New here? <ToSignUp />
        </>
      }
    >
      <form ref={form.ref} className="flex flex-col gap-4" onSubmit={form.handleSubmit} noValidate>
        <FormError>{form.error}</FormError>
        {form.reason === 'UNVERIFIED' ? (
          <SendNewLink session={session} email={form.values.email} />
        ) : null}
        <EmailField {...form.field('email')} />
        <PasswordField label="Password" {...form.field('password')} />
        <CaptchaBox />
        <Button type="submit" look="primary" disabled={form.busy}>
          {form.busy ? 'Signing in…' : 'Sign in'}
        </Button>
        <div>
          <ToForgotPassword />
        </div>
      </form>
      <PasskeyButton session={session} />
      <SignInElsewhere session={session} name={elsewhere} next={next} />
    </SignInFrame>
  )
}

function checkFields({ email, password }: { readonly email: string; readonly password: string }) {
  const empty = { field: 'password', message: 'Password is empty. Write the one you chose.' }
  return issuesOf<'email' | 'password'>([
    checkEmail('email', email),
    password === '' ? empty : undefined,
  ])
}
