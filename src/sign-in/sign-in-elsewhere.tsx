/** The way to another provider, and what came of it: the browser comes back with a token, or with a word of why not. */
import { useEffect, useRef, useState } from 'react'
import type { Session } from '../network/session/session.ts'
import { providerFailure } from '../parts/account/provider-failure.ts'
import { useFragment } from '../parts/use-fragment.ts'
import { buttonClass } from '../ui/form/button.tsx'
import { FormError } from '../ui/form/form-error.tsx'

interface SignInElsewhereProps {
  readonly session: Pick<Session, 'signInElsewhere'>
  /** What it is called; undefined if there is none. */
  readonly name: string | undefined
  /** Where the sign-in leads. */
  readonly next: string | undefined
  /** Where the server is; empty if it is here. */
  readonly apiEnv: string
}

export function SignInElsewhere({ session, name, next, apiEnv }: SignInElsewhereProps) {
  const { error, busy } = useReturned(session, name ?? 'The other provider')
  const search = next === undefined ? '' : `?next=${encodeURIComponent(next)}`
  return (
    <>
      <FormError>{error}</FormError>
      {name === undefined ? null : (
        // Not a link of the router: it leaves the app.
        <a
          href={`${apiEnv}/auth/oauth${search}`}
          className={buttonClass('secondary')}
          aria-disabled={busy}
        >
          {busy ? 'Signing in…' : `Sign in with ${name}`}
        </a>
      )}
    </>
  )
}

function useReturned(session: SignInElsewhereProps['session'], name: string) {
  const returned = useFragment()
  const token = returned.get('oauth-token')
  const failure = returned.get('failure')
  const [error, setError] = useState(failure === null ? undefined : providerFailure(failure, name))
  const [busy, setBusy] = useState(token !== null)
  const used = useRef(false)

  useEffect(() => {
    if (token === null || used.current) return
    used.current = true
    void session.signInElsewhere(token).then(outcome => {
      setBusy(false)
      if (outcome.kind !== 'success') setError(outcome.message)
    })
  }, [token, session])

  return { error, busy }
}
