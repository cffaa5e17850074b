/** The roles of spec section 6 and what each may do, as sentences; both sides ask the same ones. */
export const roles = [
  'ADMIN',
  'SUPPORTL1',
  'SUPPORTL2',
  'SUPPORTL3',
  'DIAMOND',
  'SILVER',
  'GOLD',
] as const

export type Role = (typeof roles)[number]

/** Nothing known of a person's role is no right. */
export type MaybeRole = Role | null | undefined

/** A new account's. GOLD and DIAMOND are labels without extra rights. */
export const newRole: Role = 'SILVER'

/** What a stored or sent text says; a text that is no role is the least of them. */
export function readRole(text: string): Role {
  return roles.find(role => role === text) ?? newRole
}

/** Whoever works at the desk, and so sees /admin. */
export function isStaff(role: MaybeRole): boolean {
  return role === 'SUPPORTL1' || role === 'SUPPORTL2' || role === 'SUPPORTL3' || isAdmin(role)
}

/** Sees kept mails, the state of the server, and the accounts of others. */
export function isAdmin(role: MaybeRole): boolean {
  return role === 'ADMIN'
}

/** Read everybody's feedback, reply to it, write the internal note and set the status. */
export function mayReplyToFeedback(role: MaybeRole): boolean {
  return isStaff(role)
}

/** Look somebody up who is not a friend. */
export function maySeeAnyUser(role: MaybeRole): boolean {
  return isStaff(role)
}

/** Unlock, send a reset link to, or delete the account of another person. */
export function mayManageUsers(role: MaybeRole): boolean {
  return isAdmin(role)
}

/** Read the mails that were kept because no mail server is configured. */
export function mayReadKeptMails(role: MaybeRole): boolean {
  return isAdmin(role)
}

/** Ask for the state of the server: jobs that wait and jobs that failed. */
export function maySeeHealth(role: MaybeRole): boolean {
  return isAdmin(role)
}
