/** The signed-in person, and what the sign-in form remembers of them. */
import { type Role, readRole } from '../../../rules/people/roles.ts'
import { fieldIn, textIn } from '../parse.ts'

export interface SessionUser {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string | null
  readonly role: Role
  readonly createdAt: string
  readonly inviteId: string
}

/**
 * "App details" of the specification: the address last used here, and in memory alone the password, until the
 * sign-in that it is for; gone on sign-out.
 */
export interface AppDetails {
  readonly email?: string
  readonly password?: string
}

/** A user as the server sends it and this browser keeps it; undefined if it is none. */
export function readUser(value: unknown): SessionUser | undefined {
  const id = fieldIn(value, 'id')
  const email = textIn(value, 'email')
  if (typeof id !== 'number' || email === undefined) return undefined
  return {
    id,
    email,
    firstName: textIn(value, 'firstName') ?? '',
    lastName: textIn(value, 'lastName') ?? '',
    phone: textIn(value, 'phone') ?? null,
    role: readRole(textIn(value, 'role') ?? ''),
    createdAt: textIn(value, 'createdAt') ?? '',
    inviteId: textIn(value, 'inviteId') ?? '',
  }
}

/** App details as this browser keeps them: without a password. */
export function readAppDetails(value: unknown): AppDetails {
  const email = textIn(value, 'email')
  return email === undefined ? {} : { email }
}
