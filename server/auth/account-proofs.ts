import { type AccountProofs, isProven } from '../gates/account-proof.ts'
import { type Attempts, allowances, waitInWords } from '../gates/attempts.ts'
import type { Sessions } from './session/sessions.ts'
import { checkNewPassword } from './sign-in/new-password.ts'
import type { Passwords } from './sign-in/passwords.ts'
import type { Users } from './users.ts'

interface ProofParts {
  readonly users: Users
  readonly passwords: Passwords
  readonly attempts: Attempts
  readonly sessions: Sessions
}

/**
 * Looks at the passwords of who is signed in; a wrong one counts per session, apart from those of signing in. A right
 * one counts for nothing, so those of one account are looked at one after the other: each keeps a processor busy for a
 * twentieth of a second, and all accounts share a few.
 */
export function createAccountProofs(parts: ProofParts): AccountProofs {
  const { users, passwords, attempts, sessions } = parts
  /** By the account, what the next one waits for: a hundred at most, since each is counted before. */
  const underWay = new Map<number, Promise<unknown>>()

  async function inTurn<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const before = underWay.get(userId) ?? Promise.resolve()
    const own = before.then(work, work)
    underWay.set(userId, own)
    try {
      return await own
    } finally {
      if (underWay.get(userId) === own) underWay.delete(userId)
    }
  }

  return {
    async prove({ viewer, sessionHash }, { current, new: wanted }) {
      const account = String(viewer.id)
      const subject = `${account}|${sessionHash}`
      const wait =
        current === ''
          ? undefined
          : ((await attempts.take(allowances.proofPerSession, subject)) ??
            (await attempts.take(allowances.proofOverall, account)))
      if (wait !== undefined) {
        const message = `Too many wrong passwords. Wait ${waitInWords(wait)}.`
        return { retryAfterSeconds: wait, message }
      }
      const { user, isRight } = await inTurn(viewer.id, async () => {
        // As it is by then: one that was changed meanwhile proves nothing.
        const user = await users.byId(viewer.id)
        return {
          user,
          isRight: current !== '' && (await passwords.matches(user?.password_hash, current)),
        }
      })
      if (isRight) {
        await attempts.forget(allowances.proofPerSession, subject)
        await attempts.giveBack(allowances.proofOverall, account)
        await sessions.confirm(sessionHash)
      }
      const proof = {
        isRight,
        isFresh: await sessions.isFresh(sessionHash),
        hasPassword: Boolean(user?.password_hash),
        passwordHash: user?.password_hash ?? '',
      }
      if (wanted === undefined || !isProven(proof)) return proof
      const issue = await checkNewPassword('newPassword', wanted, user?.email)
      if (issue) return { ...proof, issue }
      return { ...proof, newHash: await inTurn(viewer.id, () => passwords.hash(wanted)) }
    },
  }
}
