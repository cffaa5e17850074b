import { useState } from 'react'
import { checkEmail } from '../../rules/account.ts'
import type { AuthOutcome, Session } from '../network/session/session.ts'
import { CaptchaBox } from '../parts/account/captcha-box.tsx'
import { EmailField } from '../parts/account/email-field.tsx'
import { issuesOf, useForm } from '../parts/account/use-form.ts'
import { Button } from '../ui/form/button.tsx'
import { FormError } from '../ui/form/form-error.tsx'

interface AskForMailProps {
  readonly session: Session
  readonly button: string
  readonly send: (email: string) => Promise<AuthOutcome>
}

/** An address, and a button that brings a mail there. The answer is the same whether there is an account or not. */
export function AskForMail({ session, button, send }: AskForMailProps) {
  const [said, setSaid] = useState<string>()
  const known = session.state.get().user?.email ?? session.appDetails.get().email
  const form = useForm({
    blank: { email: known ?? '' },
    check: ({ email }) => issuesOf<'email'>([checkEmail('email', email)]),
    send: ({ email }) => send(email),
    onDone: message => setSaid(message ?? 'A mail is on its way.'),
  })
  return (
    <form ref={form.ref} className="flex flex-col gap-4" onSubmit={form.handleSubmit} noValidate>
      <FormError>{form.error}</FormError>
      <EmailField {...form.field('email')} />
      <CaptchaBox />
      <Button type="submit" look="primary" disabled={form.busy}>
        {form.busy ? 'Sending…' : button}
      </Button>
      <p role="status">{said}</p>
    </form>
  )
}
