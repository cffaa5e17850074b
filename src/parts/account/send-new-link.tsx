import { useState } from 'react'
import type { Session } from '../../network/session/session.ts'
import { Button } from '../../ui/form/button.tsx'
import { Said, useSaid } from '../../ui/said.tsx'

interface SendNewLinkProps {
  readonly session: Pick<Session, 'resendVerification'>
  readonly email: string
  readonly label?: string
}

/** One more verification mail, to an address that is known; says what came of it. */
export function SendNewLink({ session, email, label = 'Send a new link' }: SendNewLinkProps) {
  const [said, setSaid] = useSaid()
  const [busy, setBusy] = useState(false)

  async function handleSend() {
    setBusy(true)
    const outcome = await session.resendVerification(email)
    setSaid(outcome.message ?? 'A new link is on its way. Look into your mail.')
    setBusy(false)
  }

  return (
    <div className="flex flex-col gap-2">
      <Button busy={busy} onClick={handleSend}>
        {busy ? 'Sending…' : label}
      </Button>
      <Said>{said}</Said>
    </div>
  )
}
