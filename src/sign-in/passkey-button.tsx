/** Sign-in by a passkey: the authenticator knows the account, so nothing is typed. */
import { useState } from 'react'
import type { Session } from '../network/session/session.ts'
import { Button } from '../ui/form/button.tsx'
import { FormError } from '../ui/form/form-error.tsx'

export function PasskeyButton({ session }: { readonly session: Session }) {
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function signIn() {
    setError(undefined)
    setBusy(true)
    // On success the route leads on.
    const outcome = await session.signInWithPasskey()
    setBusy(false)
    if (outcome.kind !== 'success') setError(outcome.message)
  }

  if (!session.hasPasskeys) return null
  return (
    <>
      <FormError>{error}</FormError>
      <Button busy={busy} onClick={signIn}>
        {busy ? 'Signing in…' : 'Sign in with a passkey'}
      </Button>
    </>
  )
}
