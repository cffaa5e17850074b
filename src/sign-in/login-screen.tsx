import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { checkEmail } from '../../rules/account.ts'
import type { Session } from '../network/session.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

interface LoginScreenProps {
  readonly session: Session
}

export function LoginScreen({ session }: LoginScreenProps) {
  const form = useRef<HTMLFormElement>(null)
  const known = session.state.get().user?.email ?? session.appDetails.get().email
  const [email, setEmail] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const [complaints, setComplaints] = useState<{ email?: string; password?: string }>({})
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const emailComplaint = checkEmail('email', email)?.message
    const found = {
      ...(emailComplaint === undefined ? {} : { email: emailComplaint }),
      ...(password === '' ? { password: 'Password is empty. Write the one you chose.' } : {}),
    }
    setComplaints(found)
    setError(undefined)
    const first = Object.keys(found)[0]
    if (first !== undefined) {
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    setBusy(true)
    const outcome = await session.signIn(email, password)
    // On success the route leads on.
    if (outcome.kind !== 'success') {
      setError(outcome.message)
      setBusy(false)
    }
  }

  return (
    <SignInFrame
      title="Sign in"
      footer={
        <>
          New here?{' '}
          <Link to="/signup" className="inline-flex min-h-12 items-center text-link underline">
            Create an account
          </Link>
        </>
      }
    >
      <form ref={form} className="flex flex-col gap-4" onSubmit={handleSubmit} noValidate>
        <FormError>{error}</FormError>
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          value={email}
          complaint={complaints.email}
          onChange={event => setEmail(event.target.value)}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          complaint={complaints.password}
          onChange={event => setPassword(event.target.value)}
        />
        <Button type="submit" look="primary" disabled={busy}>
          {busy ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
    </SignInFrame>
  )
}
