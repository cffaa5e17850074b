/** Asks who it is before what decides who gets into the account, where the sign-in was a while ago. */
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import type { AuthOutcome } from '../../network/session/auth-outcome.ts'
import type { Ways, WaysIn } from '../../network/session/ways-in.ts'
import { PasswordField } from '../../parts/account/password-field.tsx'
import { SentForm } from '../../parts/account/sent-form.tsx'
import { useForm } from '../../parts/account/use-form.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button, buttonClass } from '../../ui/form/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'

/** Makes the call, and once more after its person confirmed if it was refused with the reason CONFIRM. */
export type Confirming = (call: () => Promise<AuthOutcome>) => Promise<AuthOutcome>

interface ConfirmingParts {
  readonly waysIn: Pick<WaysIn, 'confirm' | 'confirmByPasskey' | 'hasPasskeys'>
  /** Undefined if they are not known: then a password is asked for. */
  readonly ways: Ways | undefined
  /** Whose password it is. */
  readonly email: string
  /** Where another provider's sign-in begins. */
  readonly providerHref: string
  /** Leaves the app for the provider's pages. */
  readonly leaveTo: (url: string) => void
}

export function useConfirming(parts: ConfirmingParts): {
  readonly confirming: Confirming
  readonly dialog: ReactNode
} {
  const [isAsking, setAsking] = useState(false)
  /** Two may be sent before the first is refused: the question is asked once, for both. */
  const waiting = useRef<((isConfirmed: boolean) => void)[]>([])

  function answer(isConfirmed: boolean) {
    setAsking(false)
    for (const tell of waiting.current.splice(0)) tell(isConfirmed)
  }

  async function confirming(call: () => Promise<AuthOutcome>): Promise<AuthOutcome> {
    const outcome = await call()
    if (outcome.kind !== 'refused' || outcome.reason !== 'CONFIRM') return outcome
    const isConfirmed = await new Promise<boolean>(tell => {
      waiting.current.push(tell)
      setAsking(true)
    })
    if (isConfirmed) return call()
    return { kind: 'refused', message: 'Nothing was changed: you did not confirm that it is you.' }
  }

  return {
    confirming,
    dialog: (
      <Dialog
        title="Is it you?"
        description="You signed in a while ago. Confirm before you change who gets into your account."
        open={isAsking}
        onClose={() => answer(false)}
      >
        <ConfirmForm {...parts} onConfirmed={() => answer(true)} />
      </Dialog>
    ),
  }
}

function ConfirmForm({
  waysIn,
  ways,
  email,
  providerHref,
  leaveTo,
  onConfirmed,
}: ConfirmingParts & { readonly onConfirmed: () => void }) {
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    blank: { password: '' },
    check: () => ({}),
    send: ({ password }) => waysIn.confirm(password),
    onDone: onConfirmed,
  })

  async function usePasskey() {
    setFailure(undefined)
    const outcome = await waysIn.confirmByPasskey()
    if (outcome.kind === 'success') return onConfirmed()
    setFailure(outcome.message)
  }

  return (
    <div className="flex flex-col gap-4">
      {ways?.password === false ? (
        // Who has no passkey either can confirm by nothing else.
        <Link to="/forgotpassword" className={buttonClass('secondary')}>
          Set a password by mail
        </Link>
      ) : (
        <SentForm form={form} action="Confirm" doing="Confirming…">
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField label="Your password" {...form.field('password')} />
        </SentForm>
      )}
      <FormError>{failure}</FormError>
      {waysIn.hasPasskeys ? <Button onClick={usePasskey}>Confirm with a passkey</Button> : null}
      {/* Where a passkey is required its word is not enough. */}
      {ways?.provider?.since === undefined || ways.secondStep ? null : (
        <Button onClick={() => leaveTo(providerHref)}>
          Sign in again with {ways.provider.name}
        </Button>
      )}
    </div>
  )
}
