/** A message to whoever runs this server, for people without an account too. */
import { useState } from 'react'
import { checkEmail } from '../../rules/people/account.ts'
import { checkFeedback } from '../../rules/people/feedback.ts'
import { checkName } from '../../rules/text.ts'
import type { SendContact } from '../network/contact.ts'
import { CaptchaBox } from '../parts/account/captcha-box.tsx'
import { EmailField } from '../parts/account/email-field.tsx'
import { SentForm } from '../parts/account/sent-form.tsx'
import { issuesOf, useForm } from '../parts/account/use-form.ts'
import { TextArea, TextField } from '../ui/form/field.tsx'
import { Article } from './article.tsx'
import { SiteFrame } from './site-frame.tsx'

export function ContactScreen({ send }: { readonly send: SendContact }) {
  const [said, setSaid] = useState<string>()
  const form = useForm({
    blank: { name: '', email: '', message: '' },
    check: ({ name, email, message }) =>
      issuesOf<'name' | 'email' | 'message'>([
        checkName('name', name),
        checkEmail('email', email),
        checkFeedback('message', message),
      ]),
    send: ({ message, ...from }) => send({ ...from, feedback: message }),
    keptAs: 'contact',
    onDone: message => setSaid(message ?? 'Thank you. Your message has arrived.'),
  })
  return (
    <SiteFrame title="Contact">
      <Article title="Contact">
        <p>
          Your message reaches the people who run this server. They answer by mail, to the address
          that you leave here.
        </p>
        <noscript>
          <p>Sending the message needs JavaScript.</p>
        </noscript>
        {said === undefined ? (
          <SentForm form={form} action="Send message" doing="Sending…" className="max-w-md pt-6">
            <TextField label="Name" autoComplete="name" {...form.field('name')} />
            <EmailField autoComplete="email" {...form.field('email')} />
            <TextArea label="Message" rows={6} {...form.field('message')} />
            <CaptchaBox />
          </SentForm>
        ) : (
          // The button that had the focus is gone.
          <p ref={giveFocus} role="status" tabIndex={-1} className="outline-none">
            {said}
          </p>
        )}
      </Article>
    </SiteFrame>
  )
}

function giveFocus(said: HTMLElement | null) {
  said?.focus()
}
