import { useState } from 'react'
import { checkNewEmail, checkPersonName, checkPhone } from '../../rules/people/account.ts'
import { checkPassword } from '../../rules/people/password.ts'
import type { Session, SignUpFields } from '../network/session/session.ts'
import { CaptchaBox } from '../parts/account/captcha-box.tsx'
import { EmailField } from '../parts/account/email-field.tsx'
import { invitePath } from '../parts/account/invite-path.ts'
import { PasswordField } from '../parts/account/password-field.tsx'
import { SendNewLink } from '../parts/account/send-new-link.tsx'
import { SentForm } from '../parts/account/sent-form.tsx'
import { SignInFrame } from '../parts/account/sign-in-frame.tsx'
import { issuesOf, useForm } from '../parts/account/use-form.ts'
import { TextField } from '../ui/form/field.tsx'
import { ToSignIn } from './to-sign-in.tsx'

interface SignUpScreenProps {
  readonly session: Session
  /** What the link of an invitation carried. */
  readonly invitation?: Pick<SignUpFields, 'inviteId' | 'addFriend'>
  /** Nobody makes an account here without an invitation, and there is none. */
  readonly closed?: boolean
}

const blank = { firstName: '', lastName: '', email: '', phone: '', password: '' }

export function SignUpScreen({ session, invitation = {}, closed = false }: SignUpScreenProps) {
  /** The mail is on its way to this address: what to do. */
  const [told, setTold] = useState<{ readonly email: string; readonly message: string }>()
  const { inviteId } = invitation
  const toSignIn = <ToSignIn next={inviteId === undefined ? undefined : invitePath(inviteId)} />
  const form = useForm({
    blank,
    check: checkFields,
    keptAs: 'sign-up',
    async send(values) {
      const { outcome, isIn } = await session.signUp({ ...values, ...invitation })
      // Where accounts work at once, the route leads on. Somebody may be known here whose session has ended.
      if (outcome.kind === 'success' && !isIn) {
        const { message = 'Look into your mail, and open the link there.' } = outcome
        setTold({ email: values.email, message })
      }
      return outcome
    },
  })

  if (told !== undefined) {
    return (
      <SignInFrame title="Look into your mail" footer={toSignIn}>
        <p>{told.message}</p>
        <p className="text-quiet">
          It went to {told.email}. If it does not come, look where unwanted mail goes.
        </p>
        <SendNewLink session={session} email={told.email} />
      </SignInFrame>
    )
  }

  if (closed) {
    return (
      <SignInFrame title="By invitation" footer={<>Have an account? {toSignIn}</>}>
        <p>New accounts are made by invitation here: open the link of one.</p>
      </SignInFrame>
    )
  }

  return (
    <SignInFrame title="Create your account" footer={<>Have an account? {toSignIn}</>}>
      <SentForm form={form} action="Create account" doing="Creating…">
        <div className="flex flex-wrap gap-3">
          <TextField label="First name" autoComplete="given-name" {...form.field('firstName')} />
          <TextField label="Last name" autoComplete="family-name" {...form.field('lastName')} />
        </div>
        <EmailField {...form.field('email')} />
        <TextField
          label="Phone (optional)"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          {...form.field('phone')}
        />
        <PasswordField
          label="Password"
          fresh={{ known: [form.values.email, form.values.firstName, form.values.lastName] }}
          {...form.field('password')}
        />
        <CaptchaBox />
      </SentForm>
    </SignInFrame>
  )
}

/** All that is wrong, each sentence beside its field, in the order of the form. */
function checkFields(fields: typeof blank) {
  return issuesOf<keyof typeof blank>([
    checkPersonName('firstName', fields.firstName),
    checkPersonName('lastName', fields.lastName),
    checkNewEmail(fields.email),
    checkPhone(fields.phone),
    checkPassword('password', fields.password, fields.email),
  ])
}
