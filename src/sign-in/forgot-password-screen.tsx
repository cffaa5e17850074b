import type { Session } from '../network/session/session.ts'
import { SignInFrame } from '../parts/account/sign-in-frame.tsx'
import { AskForMail } from './ask-for-mail.tsx'
import { ToSignIn } from './to-sign-in.tsx'

export function ForgotPasswordScreen({ session }: { readonly session: Session }) {
  return (
    <SignInFrame title="Forgot your password?" footer={<ToSignIn />}>
      <p>We send you a link with which you set a new one.</p>
      <AskForMail session={session} button="Send link" send={session.forgotPassword} />
    </SignInFrame>
  )
}
