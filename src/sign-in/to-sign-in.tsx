import { Link } from '@tanstack/react-router'
import { inviteIdOf } from '../parts/account/invite-path.ts'
import { SignInFrame } from '../parts/account/sign-in-frame.tsx'
import { buttonClass } from '../ui/form/button.tsx'

const linkClass = 'inline-flex min-h-12 items-center text-link underline'
const stepClass = buttonClass('secondary')

export interface ToFormProps {
  /** Where the sign-in leads. */
  readonly next?: string | undefined
  /** It is what one does next. */
  readonly isNextStep?: boolean
}

/** The way to the other forms of this room. */
export function ToSignIn({ next, isNextStep }: ToFormProps) {
  return (
    <Link to="/login" search={{ next }} className={isNextStep ? stepClass : linkClass}>
      Sign in
    </Link>
  )
}

export function ToForgotPassword({ next, isNextStep }: ToFormProps) {
  return (
    <Link to="/forgotpassword" search={{ next }} className={isNextStep ? stepClass : linkClass}>
      Forgot password?
    </Link>
  )
}

/** An invitation goes along: the new account accepts it by itself. */
export function ToSignUp({ next }: Pick<ToFormProps, 'next'>) {
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
      <ToForgotPassword isNextStep />
    </SignInFrame>
  )
}
