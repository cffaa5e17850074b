/** What an ADMIN does to an account from the desk: each deed and its line in the audit, together or not at all. */
import type { Transaction } from 'kysely'
import { isAdmin, mayManageUsers, readRole, roles } from '../../rules/people/roles.ts'
import { type Deed, noteDeed } from '../access/audit.ts'
import { announceSignOut } from '../changes/announcements.ts'
import type { Database } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import { type Now, newId, type Random } from '../environment.ts'
import type { Attempts } from '../gates/attempts.ts'
import type { Tokens } from '../tokens/tokens.ts'
import type { Sessions } from './session/sessions.ts'
import { forgetTries } from './sign-in/sign-in-limits.ts'
import { lockOwner, lockUser, type Owner } from './sign-in/ways-in.ts'
import type { User } from './users.ts'

export interface DeskDeedParts {
  readonly db: Database
  readonly now: Now
  readonly random: Random
  readonly attempts: Attempts
  readonly tokens: Tokens
  readonly sessions: Sessions
}

/** What the desk is answered, as JSON. */
type Answer = Readonly<Record<string, unknown>>

interface Done {
  readonly answer: Answer
  /** Absent where it was refused. */
  readonly deed?: Omit<Deed, 'subject'>
}

interface Wanted {
  readonly caller: Owner
  readonly user: User
  readonly body: unknown
  readonly origin: string
}

type Perform = (tx: Transaction<Schema>, wanted: Wanted) => Promise<Done>

export interface DeskDeeds {
  /**
   * Does what is named (role, unlock, end-sessions, reset-link) to one account. Undefined, with nothing done, where
   * there is no such deed or account, or where the caller's session or role ended while it waited.
   */
  perform(
    name: string,
    target: {
      readonly caller: Owner
      readonly userId: number
      readonly body: unknown
      /** The address that people type: a link begins with it. */
      readonly origin: string
    },
  ): Promise<Answer | undefined>
}

export function createDeskDeeds(parts: DeskDeedParts): DeskDeeds {
  const { db, now, random, attempts, tokens, sessions } = parts
  const deeds: ReadonlyMap<string, Perform> = new Map([
    ['role', changeRole],
    ['unlock', unlock],
    ['end-sessions', endSessions],
    ['reset-link', makeResetLink],
  ])

  async function changeRole(tx: Transaction<Schema>, wanted: Wanted): Promise<Done> {
    const { caller, user, body } = wanted
    const role = roles.find(one => one === Object(body).role)
    if (!role) return { answer: refused('role', `A role is one of ${roles.join(', ')}.`) }
    if (user.id === caller.viewer.id && !isAdmin(role)) {
      const message = 'You cannot take the role ADMIN from yourself: another administrator can.'
      return { answer: refused('role', message) }
    }
    await tx
      .updateTable('user')
      .set({ role, updated_at: now().toISOString() })
      .where('id', '=', user.id)
      .execute()
    return { answer: success, deed: { action: 'updateRole', detail: `role ${role}` } }
  }

  async function unlock(tx: Transaction<Schema>, { user }: Wanted): Promise<Done> {
    await forgetTries(attempts, user.email, tx)
    return { answer: success, deed: { action: 'unlockUser' } }
  }

  async function endSessions(tx: Transaction<Schema>, { user }: Wanted): Promise<Done> {
    await tokens.revoke(tx, 'change-address', user.id)
    await sessions.endAll(tx, user.id)
    return { answer: success, deed: { action: 'endSessions' } }
  }

  async function makeResetLink(tx: Transaction<Schema>, { user, origin }: Wanted): Promise<Done> {
    const token = await tokens.issue(tx, { purpose: 'reset', userId: user.id })
    const link = `${origin}/reset-password?token=${token}`
    return { answer: { ...success, link }, deed: { action: 'resetLink' } }
  }

  /** Both accounts, by ascending id: of two who take the role from each other the second has none by then. */
  async function lockBoth(
    tx: Transaction<Schema>,
    caller: Owner,
    userId: number,
  ): Promise<User | undefined> {
    const ids = [...new Set([caller.viewer.id, userId])].sort((a, b) => a - b)
    const users = []
    for (const id of ids) users.push(await lockUser(db, tx, id))
    const admin = await lockOwner(db, tx, caller)
    if (!admin || !mayManageUsers(readRole(admin.role))) return undefined
    return users.find(user => user?.id === userId)
  }

  return {
    async perform(name, { caller, userId, body, origin }) {
      const deed = deeds.get(name)
      if (!deed) return undefined
      const done = await db.transaction(async tx => {
        const user = await lockBoth(tx, caller, userId)
        if (!user) return undefined
        const done = await deed(tx, { caller, user, body, origin })
        if (done.deed) {
          const { viewer } = caller
          const at = now().toISOString()
          const doer = { db: tx, viewer, now: at, newId: () => newId(now, random) }
          await noteDeed(doer, { ...done.deed, subject: `user ${user.id}` })
        }
        return done
      })
      if (done?.deed?.action === 'endSessions') await announceSignOut(db, [userId])
      return done?.answer
    },
  }
}

const success = { success: true }

/** What the desk is answered where a field does not do. */
export function refused(field: string, message: string) {
  return { success: false, field, message }
}
