import type { Session } from '../network/session/session.ts'
import { inviteIdOf } from '../parts/account/invite-path.ts'
import { SignInFrame } from '../parts/account/sign-in-frame.tsx'
import { AskForMail } from './ask-for-mail.tsx'
import { type ToFormProps, ToSignIn } from './to-sign-in.tsx'

interface ForgotPasswordScreenProps extends ToFormProps {
  readonly session: Session
}

export function ForgotPasswordScreen({ session, next }: ForgotPasswordScreenProps) {
  return (
    <SignInFrame title="Forgot your password?" footer={<ToSignIn next={next} />}>
      <p>We send you a link with which you set a new one.</p>
      <AskForMail
        session={session}
        button="Send link"
        isGuarded
        send={email => session.forgotPassword(email, inviteIdOf(next))}
      />
    </SignInFrame>
  )
}
