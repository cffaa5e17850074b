import { createHmac } from 'node:crypto'

/** What only who knows the secret makes of a text, and of which nobody reads the text: HMAC-SHA-256, in base64url. */
export function signWith(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}
