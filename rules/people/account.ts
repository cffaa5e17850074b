/**
 * What belongs to an account and may be written by its person. The password is apart (password.ts): who only signs in
 * loads none of the words that one may not be.
 */
import { limits } from '../limits.ts'
import { checkLength, checkName, spelled } from '../text.ts'
import type { ValidationIssue } from '../validation-issue.ts'
import { cleanEmail } from './email.ts'

/** A first or last name: as any name (1 to 200 code points). */
export function checkPersonName(field: string, value: string): ValidationIssue | undefined {
  return checkName(field, value)
}

/**
 * An address that a mail can go to: something, an @, a host with a dot or `localhost`; at most 254
 * characters. Whether it exists only a mail can tell, so nothing finer is refused.
 */
export function checkEmail(field: string, value: string): ValidationIssue | undefined {
  const email = cleanEmail(value)
  if (email === '')
    return { field, message: 'Email is empty. Write your address, like ana@example.org.' }
  const tooLong = checkLength(field, email, limits.email)
  if (tooLong) return tooLong
  const looksRight =
    /^[^\s@<>(),;:\\"[\]\p{Cc}]+@[^\s@<>(),;:\\"[\]\p{Cc}.]+(\.[^\s@<>(),;:\\"[\]\p{Cc}.]+)*$/u
  const host = email.slice(email.lastIndexOf('@') + 1)
  if (
    looksRight.test(email) &&
    email.isWellFormed() &&
    (host.includes('.') || host === 'localhost')
  ) {
    return undefined
  }
  return { field, message: 'Email is not an address. Write it like ana@example.org.' }
}

/**
 * The address of a new account, or a new one of an account: as any, and without characters that cannot be seen or
 * that only look like others ("ａna", "ﬁ"), so that no two people have addresses that look alike.
 */
export function checkNewEmail(value: string): ValidationIssue | undefined {
  const email = cleanEmail(value)
  const unseen = /\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{M}{31}/u
  if (unseen.test(email) || spelled(email, 'NFKC') !== email) {
    const message =
      'Email contains a character that cannot be seen or looks like another. Type it again by hand.'
    return { field: 'email', message }
  }
  return checkEmail('email', value)
}

/** A phone number as people write it, at most 40 characters; empty is fine. */
export function checkPhone(value: string): ValidationIssue | undefined {
  const phone = value.trim()
  const tooLong = checkLength('phone', phone, limits.phone)
  if (tooLong) return tooLong
  if (
    phone === '' ||
    (/^[+\d\s().\-/x#*]+$/i.test(phone) && /\d{3}/.test(phone.replace(/\D/g, '')))
  ) {
    return undefined
  }
  return {
    field: 'phone',
    message: 'Phone is not a phone number. Use digits, spaces, + and -, or leave it empty.',
  }
}
