import { Link } from '@tanstack/react-router'
import type { Session } from '../network/session/session.ts'
import { SignInFrame } from '../parts/account/sign-in-frame.tsx'
import { Button, buttonClass } from '../ui/form/button.tsx'
import { Loading } from '../ui/loading/loading.tsx'
import { ToSignIn } from './to-sign-in.tsx'
import { useOpenedLink } from './use-opened-link.ts'

/** The link that makes another address the account's, on whatever device it is opened. */
export function ChangeEmailScreen({ session }: { readonly session: Session }) {
  const { outcome, again } = useOpenedLink(async token => {
    const opened = await session.verifyNewEmail(token)
    // Whoever is signed in here may be its person: then the new address is shown.
    if (opened.kind === 'success') await session.checkStatus()
    return opened
  })
  const { status } = session.state.get()
  const toSettings = (
    <Link to="/product/account" className={buttonClass('primary')}>
      Account settings
    </Link>
  )

  if (outcome === undefined) {
    return (
      <SignInFrame title="Change your email" footer={null}>
        <Loading />
      </SignInFrame>
    )
  }
  if (outcome.kind === 'success') {
    return (
      <SignInFrame
        title="Email changed"
        footer={status === 'LOGGED_IN' ? null : <ToSignIn isNextStep />}
      >
        <p>{outcome.message}</p>
        {status === 'LOGGED_IN' ? toSettings : null}
      </SignInFrame>
    )
  }
  return (
    <SignInFrame
      title={outcome.kind === 'no-answer' ? 'No answer yet' : 'This link does not work'}
      footer={null}
    >
      <p role="alert">{outcome.message}</p>
      {outcome.kind === 'no-answer' ? (
        <Button look="primary" onClick={again}>
          Try again
        </Button>
      ) : (
        toSettings
      )}
    </SignInFrame>
  )
}
