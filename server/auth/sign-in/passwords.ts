/** Passwords are kept as argon2id (OWASP's 2026 minimum: 19 MiB, 2 passes, 1 lane). */
import { hash, verify } from '@node-rs/argon2'
import { spelled } from '../../../rules/text.ts'

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes as long if there is no account (`undefined`) or no password (''): the time of the answer tells nothing. */
  matches(stored: string | undefined, password: string): Promise<boolean>
}

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function createPasswords(): Passwords {
  let decoy: Promise<string> | undefined
  return {
    // Keyboards spell one and the same é differently.
    hash: password => hash(spelled(password), cost),
    async matches(stored, password) {
      decoy ??= hash('the password of nobody', cost)
      const matched = await verify(stored || (await decoy), spelled(password))
      return Boolean(stored) && matched
    },
  }
}
