import { useState } from 'react'
import { checkNewEmail } from '../../../rules/people/account.ts'
import type { SessionUser } from '../../network/session/session-user.ts'
import type { WaysIn } from '../../network/session/ways-in.ts'
import { EmailField } from '../../parts/account/email-field.tsx'
import { issuesOf, useForm } from '../../parts/account/use-form.ts'
import { AccountForm } from '../account-form.tsx'
import type { Confirming } from './use-confirming.tsx'
import { WaitingEmail } from './waiting-email.tsx'

interface EmailFormProps {
  readonly user: SessionUser
  readonly waysIn: Pick<WaysIn, 'changeEmail' | 'cancelChange'>
  readonly confirming: Confirming
  /** The address whose mailed link is waited for. */
  readonly changingTo: string | undefined
  /** It may be another address now, or wait for another. */
  readonly onChanged: () => void
}

/** Another address: with mail its link makes the change, without one it is made at once. */
export function EmailForm({ user, waysIn, confirming, changingTo, onChanged }: EmailFormProps) {
  const [said, setSaid] = useState('')
  const [address, setAddress] = useState(user.email)
  // Wherever its link was opened: what was said of the way there is over.
  if (user.email !== address) {
    setAddress(user.email)
    setSaid(`Your email is ${user.email} now.`)
  }
  const form = useForm({
    blank: { email: user.email },
    check: ({ email }) => {
      setSaid('')
      const same = { field: 'email', message: 'This is your email already. Write the new one.' }
      return issuesOf<'email'>([
        checkNewEmail(email),
        email.trim() === user.email ? same : undefined,
      ])
    },
    keptAs: 'own-email',
    async send({ email }) {
      const outcome = await confirming(() => waysIn.changeEmail(email))
      // Whatever came of it: it may have been done, now or the time before, and the answer lost.
      onChanged()
      return outcome
    },
    onDone: (message = 'Done.') => setSaid(message),
  })
  return (
    <>
      {changingTo === undefined || changingTo === user.email ? null : (
        <WaitingEmail
          email={changingTo}
          waysIn={waysIn}
          onDone={outcome => {
            setSaid(outcome.message ?? '')
            // Where no answer came it may have been done all the same.
            if (outcome.kind !== 'refused') onChanged()
          }}
        />
      )}
      <AccountForm
        form={form}
        action="Change email"
        doing="Changing…"
        said={{ name: 'Your email', text: said }}
      >
        <EmailField {...form.field('email')} />
      </AccountForm>
    </>
  )
}
