/**
 * How often a password may be tried. A browser that was signed in to the account before has tries of its own; all
 * others count per network address, and together: so nobody can lock somebody else out.
 */
import type { Kysely } from 'kysely'
import { emailKey } from '../../../rules/people/email.ts'
import type { Schema } from '../../db/schema.ts'
import { type Attempts, allowances } from '../../gates/attempts.ts'
import type { Visitor } from '../outcome.ts'
import type { User } from '../users.ts'

export interface PasswordTry {
  /** Seconds to wait if there is no try left: then no password is looked at. */
  readonly wait: number | undefined
  /** Whether the browser's own tries were counted: its last one brings no mail that unlocks. */
  readonly isKnownBrowser: boolean
  /** It was right: what was tried before is forgotten. */
  succeeded(): Promise<void>
  /** It was wrong; answers what to unlock where it was the last try of this address, for `forgetKeys`. */
  failed(): Promise<readonly string[] | undefined>
}

/** Counts one try, whether there is such an account or not. */
export async function tryPassword(
  attempts: Attempts,
  visitor: Visitor,
  email: string,
  user: User | undefined,
): Promise<PasswordTry> {
  const account = emailKey(email)
  const browser = user && visitor.keyFor(user.id)
  if (browser !== undefined) {
    const subject = `${account}|${browser}`
    return {
      wait: await attempts.take(allowances.signInPerBrowser, subject),
      isKnownBrowser: true,
      succeeded: () => attempts.forget(allowances.signInPerBrowser, subject),
      failed: async () => undefined,
    }
  }
  const subject = `${account}|${visitor.address ?? ''}`
  const wait =
    (await attempts.take(allowances.signInPerAccount, subject)) ??
    (await attempts.take(allowances.signInOverall, account))
  return {
    wait,
    isKnownBrowser: false,
    async succeeded() {
      await attempts.forget(allowances.signInPerAccount, subject)
      await attempts.giveBack(allowances.signInOverall, account)
    },
    async failed() {
      const isLast =
        (await attempts.wait(allowances.signInPerAccount, subject)) ??
        (await attempts.wait(allowances.signInOverall, account))
      return isLast === undefined
        ? undefined
        : [
            attempts.keyOf(allowances.signInPerAccount, subject),
            attempts.keyOf(allowances.signInOverall, account),
          ]
    },
  }
}

/** As if nobody had ever typed a wrong password for this account; within a transaction (`tx`) once that is committed. */
export async function forgetTries(
  attempts: Attempts,
  email: string,
  tx?: Kysely<Schema>,
): Promise<void> {
  const account = emailKey(email)
  await attempts.forgetGroup(allowances.signInPerAccount, account, tx)
  await attempts.forgetGroup(allowances.signInPerBrowser, account, tx)
  await attempts.forget(allowances.signInOverall, account, tx)
}
