import { useState } from 'react'
import type { Issues } from './use-form.ts'

/** For a form that ends an account: one press alone must not do it, and who has no password presses again. */
export function useAskedPassword() {
  const [isAsked, setAsked] = useState(false)
  return ({ password }: { readonly password: string }): Issues<'password'> => {
    if (password !== '' || isAsked) return {}
    setAsked(true)
    const none = 'If you have none, since you sign in elsewhere, press again.'
    return { password: `Write your password. ${none}` }
  }
}
