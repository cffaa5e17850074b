/** Who asks: what a session tells about a person. */
export interface Viewer {
  readonly id: number
  readonly role: Role
}

/** Spec section 6 says what each may do. */
const roles = ['ADMIN', 'SUPPORTL1', 'SUPPORTL2', 'SUPPORTL3', 'DIAMOND', 'SILVER', 'GOLD'] as const
export type Role = (typeof roles)[number]

export function readRole(text: string): Role {
  return roles.find(role => role === text) ?? 'SILVER'
}
