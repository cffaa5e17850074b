import type { Session } from '../network/session/session.ts'
import { SignInFrame } from '../parts/account/sign-in-frame.tsx'
import { AskForMail } from './ask-for-mail.tsx'
import { ToSignIn } from './to-sign-in.tsx'

export function ResendVerificationScreen({ session }: { readonly session: Session }) {
  return (
    <SignInFrame title="Verify your email" footer={<ToSignIn />}>
      <p>We send you a new link. Open it, and your email is verified.</p>
      <AskForMail session={session} button="Send a new link" send={session.resendVerification} />
    </SignInFrame>
  )
}
