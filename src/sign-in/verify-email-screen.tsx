import { Link } from '@tanstack/react-router'
import type { Session } from '../network/session/session.ts'
import { SignInFrame } from '../parts/account/sign-in-frame.tsx'
import { Button, buttonClass } from '../ui/form/button.tsx'
import { Loading } from '../ui/loading/loading.tsx'
import { AskForMail } from './ask-for-mail.tsx'
import { ToSignIn } from './to-sign-in.tsx'
import { useOpenedLink } from './use-opened-link.ts'

export function VerifyEmailScreen({ session }: { readonly session: Session }) {
  const { outcome, again } = useOpenedLink(session.verifyEmail)

  if (outcome === undefined) {
    return (
      <SignInFrame title="Verify your email" footer={<ToSignIn />}>
        <Loading />
      </SignInFrame>
    )
  }
  // One frame for all: of another one the heading would not be read out.
  if (outcome.kind === 'success') {
    const { status, user } = session.state.get()
    const reader = status === 'LOGGED_IN' ? user : undefined
    return (
      <SignInFrame title="Email verified" footer={reader ? null : <ToSignIn isNextStep />}>
        {/* Else the heading says all of it. */}
        {outcome.reason === undefined ? null : <p>{outcome.message}</p>}
        {reader ? <Reader email={reader.email} /> : <p>Sign in to see your lists.</p>}
      </SignInFrame>
    )
  }
  const isDead = outcome.kind !== 'no-answer'
  return (
    <SignInFrame title={isDead ? 'This link does not work' : 'No answer yet'} footer={<ToSignIn />}>
      <p role="alert">{outcome.message}</p>
      {isDead ? (
        <AskForMail session={session} button="Send a new link" send={session.resendVerification} />
      ) : (
        <Button look="primary" onClick={again}>
          Try again
        </Button>
      )}
    </SignInFrame>
  )
}

function Reader({ email }: { readonly email: string }) {
  return (
    <>
      <p>
        You are signed in as {email}. If that is not the address that you verified, sign out first.
      </p>
      <Link to="/product" search={{}} className={buttonClass('primary')}>
        Go to your lists
      </Link>
    </>
  )
}
