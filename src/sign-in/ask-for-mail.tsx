import { useState } from 'react'
import { checkEmail } from '../../rules/people/account.ts'
import type { AuthOutcome } from '../network/session/auth-outcome.ts'
import type { Session } from '../network/session/session.ts'
import { CaptchaBox } from '../parts/account/captcha-box.tsx'
import { EmailField } from '../parts/account/email-field.tsx'
import { SentForm } from '../parts/account/sent-form.tsx'
import { issuesOf, useForm } from '../parts/account/use-form.ts'

interface AskForMailProps {
  readonly session: Session
  readonly button: string
  /** Where a captcha is configured, the server wants to know of this call whether a person makes it. */
  readonly isGuarded?: boolean
  readonly send: (email: string) => Promise<AuthOutcome>
}

/** An address, and a button that brings a mail there. The answer is the same whether there is an account or not. */
export function AskForMail({ session, button, isGuarded, send }: AskForMailProps) {
  const [said, setSaid] = useState<string>()
  const known = session.state.get().user?.email ?? session.appDetails.get().email
  const form = useForm({
    blank: { email: known ?? '' },
    check: ({ email }) => {
      setSaid(undefined)
      return issuesOf<'email'>([checkEmail('email', email)])
    },
    send: ({ email }) => send(email),
    onDone: message => setSaid(message ?? 'A mail is on its way.'),
  })
  return (
    <>
      <SentForm form={form} action={button} doing="Sending…">
        <EmailField {...form.field('email')} />
        {isGuarded ? <CaptchaBox /> : null}
      </SentForm>
      <p role="status">{said}</p>
    </>
  )
}
