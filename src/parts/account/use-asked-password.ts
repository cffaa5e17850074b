import { useRef } from 'react'
import type { Issues } from './use-form.ts'

/** Longer than between the clicks of a double click, or the repeats of a key that is held down. */
const pauseMs = 600

/** For a form that ends an account: one press alone must not do it, and who has no password presses again. */
export function useAskedPassword() {
  const pressedAt = useRef<number>(undefined)
  return ({ password }: { readonly password: string }): Issues<'password'> => {
    const now = performance.now()
    const isAgain = pressedAt.current !== undefined && now - pressedAt.current > pauseMs
    if (password !== '' || isAgain) return {}
    pressedAt.current = now
    const none = 'If you have none, since you sign in elsewhere, press again.'
    return { password: `Write your password. ${none}` }
  }
}
