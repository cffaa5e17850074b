/** The way to another provider, and what came of it: the browser comes back with a token, or with a word of why not. */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Session } from '../network/session.ts'
import { buttonClass } from '../ui/button.tsx'
import { FormError } from '../ui/form-error.tsx'

interface SignInElsewhereProps {
  readonly session: Pick<Session, 'signInElsewhere'>
  /** What it is called; undefined where there is none. */
  readonly name: string | undefined
  /** Where the sign-in leads. */
  readonly next: string | undefined
}

export function SignInElsewhere({
  session,
  name = 'The other provider',
  next,
}: SignInElsewhereProps) {
  const { error, busy } = useReturned(session, name ?? 'The other provider')
  const search = next === undefined ? '' : `?next=${encodeURIComponent(next)}`
  return (
    <>
      <FormError>{error}</FormError>
      {name === undefined ? null : (
        // Not a link of the router: it leaves the app.
        <a href={`/auth/oauth${search}`} className={buttonClass('secondary')} aria-disabled={busy}>
          {busy ? 'Signing in…' : `Sign in with ${name}`}
        </a>
      )}
    </>
  )
}

/** Takes the token out of the address at once, so that nobody finds it in the history. */
function useReturned(session: SignInElsewhereProps['session'], name: string) {
  const { history } = useRouter()
  const [returned] = useState(() => new URLSearchParams(history.location.hash.replace(/^#/, '')))
  const token = returned.get('oauth-token')
  const failure = returned.get('failure')
  const [error, setError] = useState(failure === null ? undefined : sentenceOf(failure, name))
  const [busy, setBusy] = useState(token !== null)
  const used = useRef(false)

  useEffect(() => {
    if ((token === null && failure === null) || used.current) return
    used.current = true
    const { pathname, search } = history.location
    history.replace(`${pathname}${search}`)
    if (token === null) return
    void session.signInElsewhere(token).then(outcome => {
      setBusy(false)
      if (outcome.kind !== 'success') setError(outcome.message)
    })
  }, [token, failure, session, history])

  return { error, busy }
}

/** The words are ours: whoever makes a link cannot choose what this page says. */
function sentenceOf(failure: string, name: string): string {
  switch (failure) {
    case 'unreachable':
      return `${name} cannot be reached. Try again later, or sign in with your password.`
    case 'no-email':
      return `${name} did not tell your email, or does not know it to be yours. Verify it there, then try again.`
    case 'unproven':
      return `There is an account with this email already, and nobody has proven yet that the email is theirs. Sign in with its password and verify the email; then ${name} works, too.`
    case 'closed':
      return 'New accounts are made by invitation here. Open the link of an invitation, or ask whoever runs this server.'
    case 'too-old':
      return 'This took too long, or was begun in another browser. Try again.'
    default:
      return `${name} did not sign you in. Try again.`
  }
}
