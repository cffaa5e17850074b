import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { checkEmail, checkPassword, checkPersonName, checkPhone } from '../../rules/account.ts'
import { limits } from '../../rules/limits.ts'
import type { Session, SignUpFields } from '../network/session.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'
import { Notice } from '../ui/notice.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

type Complaints = Readonly<Partial<Record<keyof SignUpFields, string>>>

const blank: SignUpFields = { firstName: '', lastName: '', email: '', phone: '', password: '' }

export function SignUpScreen({ session }: { readonly session: Session }) {
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState(blank)
  const [complaints, setComplaints] = useState<Complaints>({})
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  /** The account exists, but cannot be used yet: why. */
  const [made, setMade] = useState<string>()

  function field(name: keyof SignUpFields) {
    return {
      name,
      value: fields[name],
      complaint: complaints[name],
      onChange(event: { readonly target: { readonly value: string } }) {
        setFields({ ...fields, [name]: event.target.value })
        setComplaints({ ...complaints, [name]: undefined })
      },
    }
  }

  function complain(found: Complaints) {
    setComplaints(found)
    const first = Object.keys(found)[0]
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const found = checkFields(fields)
    complain(found)
    setError(undefined)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const outcome = await session.signUp(fields)
    if (outcome.kind === 'success') {
      // Where accounts work at once, the route leads on.
      if (session.state.get().status === 'LOGGED_IN') return
      const entered = await session.signIn(fields.email, fields.password)
      if (entered.kind === 'success') return
      setMade(outcome.message ?? entered.message)
      session.clearStatus()
    } else if (outcome.kind === 'refused' && isField(outcome.field)) {
      complain({ [outcome.field]: outcome.message })
    } else {
      setError(outcome.message)
    }
    setBusy(false)
  }

  const toSignIn = (
    <Link to="/login" className="inline-flex min-h-12 items-center text-link underline">
      Sign in
    </Link>
  )

  if (made !== undefined) {
    return (
      <SignInFrame title="Almost there" footer={toSignIn}>
        <Notice title="Your account is made">{made}</Notice>
      </SignInFrame>
    )
  }

  return (
    <SignInFrame title="Create your account" footer={<>Have an account? {toSignIn}</>}>
      <form ref={form} className="flex flex-col gap-4" onSubmit={handleSubmit} noValidate>
        <FormError>{error}</FormError>
        <div className="flex flex-wrap gap-3">
          <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
          <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
        </div>
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          {...field('email')}
        />
        <TextField
          label="Phone (optional)"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          {...field('phone')}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${limits.passwordMin} characters.`}
          {...field('password')}
        />
        <Button type="submit" look="primary" disabled={busy}>
          {busy ? 'Creating…' : 'Create account'}
        </Button>
      </form>
    </SignInFrame>
  )
}

/** All that is wrong, each sentence beside its field, in the order of the form. */
function checkFields(fields: SignUpFields): Complaints {
  const found = [
    checkPersonName('firstName', fields.firstName),
    checkPersonName('lastName', fields.lastName),
    checkEmail('email', fields.email),
    checkPhone('phone', fields.phone),
    checkPassword('password', fields.password, fields.email),
  ].filter(complaint => complaint !== undefined)
  return Object.fromEntries(found.map(({ field, message }) => [field, message]))
}

function isField(name: string | undefined): name is keyof SignUpFields {
  return name !== undefined && name in blank
}
