import { hash } from 'node:crypto'

/** What the database keeps in the place of a secret that somebody was handed: its SHA-256, in hex. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}
