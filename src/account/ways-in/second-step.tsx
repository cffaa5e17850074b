/** Whether nothing but a passkey signs in; the code for whoever loses it is shown once. */
import { useState } from 'react'
import type { AuthOutcome } from '../../network/session/auth-outcome.ts'
import type { WaysIn } from '../../network/session/ways-in.ts'
import { Button } from '../../ui/form/button.tsx'
import { ShownOnce } from '../../ui/form/shown-once.tsx'
import { Said } from '../../ui/said.tsx'
import type { Confirming } from './use-confirming.tsx'

interface SecondStepProps {
  readonly isOn: boolean
  readonly waysIn: Pick<WaysIn, 'requireSecondStep' | 'endSecondStep'>
  readonly confirming: Confirming
  readonly onChanged: () => void
}

export function SecondStep({ isOn, waysIn, confirming, onChanged }: SecondStepProps) {
  const [said, setSaid] = useState('')
  const [code, setCode] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function set(call: () => Promise<AuthOutcome>, done: string) {
    setBusy(true)
    setSaid('')
    const outcome = await confirming(call)
    setBusy(false)
    const isMade = call === waysIn.requireSecondStep
    if (outcome.kind === 'success') setCode(isMade ? outcome.message : undefined)
    setSaid(outcome.kind === 'success' ? done : outcome.message)
    // Where no answer came it may have been done all the same.
    if (outcome.kind !== 'refused') onChanged()
  }

  return (
    <div className="flex flex-col gap-4">
      <p>
        {isOn
          ? 'Every sign-in asks for a passkey. Neither your password nor a mailed link is enough.'
          : 'You can ask for a passkey at every sign-in. Then whoever learns your password still does not get in.'}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {isOn ? (
          <Button busy={busy} onClick={() => set(waysIn.endSecondStep, 'Turned off.')}>
            Stop asking for a passkey
          </Button>
        ) : (
          <Button
            busy={busy}
            onClick={() => set(waysIn.requireSecondStep, 'Turned on. Keep the code beneath.')}
          >
            Always ask for a passkey
          </Button>
        )}
        <Said name="The second step">{said}</Said>
      </div>
      {isOn && code === undefined ? (
        <div className="flex flex-col items-start gap-2">
          <p className="text-quiet">
            Your recovery code is shown only when it is made. If you do not have it, make a new one:
            the old one no longer works then.
          </p>
          <Button
            busy={busy}
            onClick={() => set(waysIn.requireSecondStep, 'Keep the new code beneath.')}
          >
            Make a new recovery code
          </Button>
        </div>
      ) : null}
      {/* Whatever is known of the second step: nobody can show it again. */}
      {code !== undefined ? (
        <ShownOnce
          label="Recovery code"
          hint="Write it down, and keep it apart from your devices: it is not shown again. If you lose your passkeys, it signs you in with your password, once."
          value={code}
        />
      ) : null}
    </div>
  )
}
