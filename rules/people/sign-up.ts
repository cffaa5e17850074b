import type { ValidationIssue } from '../validation-issue.ts'
import { checkNewEmail, checkPersonName, checkPhone } from './account.ts'
import { checkPassword } from './password.ts'

export interface SignUp {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** May be empty. */
  readonly phone?: string | null | undefined
  readonly password: string
}

/** The first thing wrong with a sign-up, in the order of its form. */
export function checkSignUp(fields: SignUp): ValidationIssue | undefined {
  return (
    checkPersonName('firstName', fields.firstName) ??
    checkPersonName('lastName', fields.lastName) ??
    checkNewEmail(fields.email) ??
    checkPhone(fields.phone ?? '') ??
    checkPassword('password', fields.password, fields.email)
  )
}
