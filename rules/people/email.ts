/** An address of mail as it is kept and compared; what one may look like: account.ts. */
import { cleanName } from '../text.ts'

/** Blanks around it go; the spelling stays as the person wrote it. */
export function cleanEmail(value: string): string {
  return cleanName(value)
}

/** Two addresses with the same key are one account. */
export function emailKey(value: string): string {
  return cleanEmail(value).toLowerCase()
}
