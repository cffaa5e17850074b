/**
 * The second step, which an account's person can require: then a password alone, another provider's word and a mailed
 * link open nothing, and a passkey signs in, which is two factors in one (docs/decisions/028).
 */
import type { Kysely } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import type { Now, Random } from '../../environment.ts'
import type { Mails } from '../../mail/mails.ts'
import type { Tokens } from '../../tokens/tokens.ts'
import { wayInChanged } from '../letters.ts'
import type { Outcome } from '../outcome.ts'
import type { User } from '../users.ts'
import { lockOwner, type Owner, waysInto } from './ways-in.ts'

export interface SecondStep {
  /** Returns the recovery code, which is nowhere else; a refusal if there is no passkey. */
  turnOn(owner: Owner): Promise<{ readonly recoveryCode: string } | Outcome>
  turnOff(owner: Owner): Promise<Outcome>
  /**
   * The code works once and turns the second step off; false if it does not work. In a transaction of who calls.
   */
  recover(tx: Kysely<Schema>, user: User, code: string): Promise<boolean>
}

interface SecondStepParts {
  readonly db: Database
  readonly now: Now
  readonly random: Random
  readonly tokens: Tokens
  readonly mails: Mails
}

/** What is answered instead of a sign-in. */
export const secondStepNeeded: Outcome = {
  kind: 'refused',
  reason: 'SECOND_STEP',
  message: 'One more step: your account asks for a passkey.',
}

const noPasskey: Outcome = {
  kind: 'refused',
  message: 'Add a passkey first: without one you could not sign in again.',
}

export function createSecondStep({ db, now, random, tokens, mails }: SecondStepParts): SecondStep {
  async function set(tx: Kysely<Schema>, user: User, isOn: boolean): Promise<void> {
    await tokens.revoke(tx, 'recovery', user.id)
    await tx
      .updateTable('user')
      .set({ second_step: isOn ? 1 : 0, updated_at: now().toISOString() })
      .where('id', '=', user.id)
      .execute()
    const isAnew = isOn && user.second_step === 1
    const what = isAnew
      ? 'A new recovery code was made, and the one before no longer works.'
      : isOn
        ? 'It asks for a passkey at sign-in now.'
        : 'It no longer asks for a passkey.'
    await mails.queue(tx, wayInChanged(user, what))
  }

  return {
    turnOn: owner =>
      db.transaction(async tx => {
        const user = await lockOwner(db, tx, owner)
        if (!user) return { kind: 'stranger' }
        if ((await waysInto(tx, user, undefined)).passkeys === 0) return noPasskey
        await set(tx, user, true)
        const recoveryCode = makeCode(random)
        const secret = bare(recoveryCode)
        await tokens.issue(tx, { purpose: 'recovery', userId: user.id, secret })
        return { recoveryCode }
      }),
    turnOff: owner =>
      db.transaction(async (tx): Promise<Outcome> => {
        const user = await lockOwner(db, tx, owner)
        if (!user) return { kind: 'stranger' }
        if (user.second_step === 1) await set(tx, user, false)
        return { kind: 'done', message: 'Your password alone signs you in again.' }
      }),
    async recover(tx, user, code) {
      const found = await tokens.find(tx, 'recovery', bare(code))
      if (typeof found === 'string' || found.userId !== user.id) return false
      if (typeof (await tokens.use(tx, 'recovery', bare(code))) === 'string') return false
      await set(tx, user, false)
      return true
    },
  }
}

/** 32 letters and digits, none of which looks like another. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'

/** "K7QDM-…": five times five, 125 random bits. From 112 on a plain hash keeps them safe (ASVS 6.5.2). */
function makeCode(random: Random): string {
  const letters = [...random(25)].map(byte => alphabet[byte % alphabet.length])
  return [0, 5, 10, 15, 20].map(at => letters.slice(at, at + 5).join('')).join('-')
}

/** As it is kept: however it was typed. */
function bare(code: string): string {
  return code
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0')
}
