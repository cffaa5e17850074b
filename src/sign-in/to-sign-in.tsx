import { Link } from '@tanstack/react-router'
import { inviteIdOf } from '../parts/account/invite-path.ts'
import { SignInFrame } from '../parts/account/sign-in-frame.tsx'

const linkClass = 'inline-flex min-h-12 items-center text-link underline'

export interface ToFormProps {
  /** Where the sign-in leads. */
  readonly next?: string | undefined
}

/** The way to the other forms of this room. */
export function ToSignIn({ next }: ToFormProps) {
  return (
    <Link to="/login" search={{ next }} className={linkClass}>
      Sign in
    </Link>
  )
}

export function ToForgotPassword({ next }: ToFormProps) {
  return (
    <Link to="/forgotpassword" search={{ next }} className={linkClass}>
      Forgot password?
    </Link>
  )
}

/** An invitation goes along: the new account accepts it by itself. */
export function ToSignUp({ next }: ToFormProps) {
  const inviteId = inviteIdOf(next)
  return (
    <Link
      to="/signup"
      search={inviteId === undefined ? {} : { inviteId, addFriend: true }}
      className={linkClass}
    >
      Create an account
    </Link>
  )
}

/** Where a form needs the token of a mailed link, and the address has none. */
export function LinkIsNotWhole({ orElse = 'ask for a new one' }: { readonly orElse?: string }) {
  return (
    <SignInFrame title="This link does not work" footer={<ToSignIn />}>
      <p role="alert">
        The address is not complete. Open the link from the mail again, or {orElse}.
      </p>
      <ToForgotPassword />
    </SignInFrame>
  )
}
