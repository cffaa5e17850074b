import { Link } from '@tanstack/react-router'

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
