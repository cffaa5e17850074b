import { limits } from '../rules/limits.ts'

/** Whether it can be an id that a client or this server made up: 1 to 100 letters, digits and signs of ASCII, no blanks. */
export function isPlainId(text: string): boolean {
  return text.length <= limits.id && /^[\x21-\x7e]+$/.test(text)
}
