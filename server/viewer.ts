import type { Role } from '../rules/people/roles.ts'

/** Who asks: what a session tells about a person. */
export interface Viewer {
  readonly id: number
  readonly role: Role
}
