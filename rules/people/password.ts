import { limits } from '../limits.ts'
import { foldCase } from '../names.ts'
import { checkCharacters, lengthOf } from '../text.ts'
import type { ValidationIssue } from '../validation-issue.ts'
import { commonPasswords } from './common-passwords.ts'
import { emailKey } from './email.ts'

/**
 * A new password: 8 to 128 code points, none of the most common ones, not the address itself. Blanks count
 * and stay. Passwords that exist are never checked: rules grow, people keep theirs.
 */
export function checkPassword(
  field: string,
  value: string,
  email = '',
): ValidationIssue | undefined {
  const length = lengthOf(value)
  if (length < limits.passwordMin) {
    const message = `Password is too short: at least ${limits.passwordMin} characters are needed.`
    return { field, limit: limits.passwordMin, message }
  }
  if (length > limits.passwordMax) {
    const message = `Password is too long: at most ${limits.passwordMax} characters are possible.`
    return { field, limit: limits.passwordMax, message }
  }
  const unreadable = checkCharacters(field, value, /\p{Cc}/u)
  if (unreadable) return unreadable
  if (isEasyToGuess(foldCase(value), emailKey(email))) {
    return { field, message: easyPassword }
  }
  return undefined
}

/** What is said of a password that is too common, as either side knows it. */
export const easyPassword = 'Password is one of the first that others would try. Choose another.'

function isEasyToGuess(password: string, email: string): boolean {
  return (
    commonPasswords.has(password) ||
    new Set(password).size === 1 ||
    (email !== '' && (password === email || password === email.slice(0, email.indexOf('@'))))
  )
}
