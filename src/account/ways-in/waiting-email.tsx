import { useState } from 'react'
import type { AuthOutcome } from '../../network/session/auth-outcome.ts'
import type { WaysIn } from '../../network/session/ways-in.ts'
import { Button } from '../../ui/form/button.tsx'

interface WaitingEmailProps {
  readonly email: string
  readonly waysIn: Pick<WaysIn, 'cancelChange'>
  readonly onDone: (outcome: AuthOutcome) => void
}

/** A change of address that its link has not made yet, and the way to call it off. */
export function WaitingEmail({ email, waysIn, onDone }: WaitingEmailProps) {
  const [busy, setBusy] = useState(false)

  async function handleCancel() {
    setBusy(true)
    const outcome = await waysIn.cancelChange()
    setBusy(false)
    onDone(outcome)
  }

  return (
    <div className="mb-4 flex max-w-md flex-col items-start gap-3 rounded-box border border-line bg-tint p-3">
      <p className="wrap-anywhere">
        <bdi>{email}</bdi> becomes your email when the link in the mail to it is opened.
      </p>
      <Button busy={busy} onClick={handleCancel}>
        {busy ? 'Cancelling…' : 'Cancel the change'}
      </Button>
    </div>
  )
}
