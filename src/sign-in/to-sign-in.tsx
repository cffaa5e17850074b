import { Link } from '@tanstack/react-router'
import { SignInFrame } from '../parts/account/sign-in-frame.tsx'

const linkClass = 'inline-flex min-h-12 items-center text-link underline'

/** The way to the other forms of this room. */
export function ToSignIn() {
  return (
    <Link to="/login" className={linkClass}>
      Sign in
    </Link>
  )
}

export function ToForgotPassword() {
  return (
    <Link to="/forgotpassword" className={linkClass}>
      Forgot password?
    </Link>
  )
}

export function ToSignUp() {
  return (
    <Link to="/signup" className={linkClass}>
      Create an account
    </Link>
  )
}

/** Where a form needs the token of a mailed link, and the address has none. */
export function LinkIsNotWhole() {
  return (
    <SignInFrame title="This link does not work" footer={<ToSignIn />}>
      <p role="alert">
        The address is not complete. Open the link from the mail again, or ask for a new one.
      </p>
      <ToForgotPassword />
    </SignInFrame>
  )
}
