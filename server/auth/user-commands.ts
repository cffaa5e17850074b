/** What `npm run user` can do. Each command answers in sentences and throws only if the database fails. */

import type { Kysely } from 'kysely'
import { checkNewEmail, checkPersonName } from '../../rules/people/account.ts'
import { fullName } from '../../rules/people/full-name.ts'
import { readRole, roles } from '../../rules/people/roles.ts'
import { counted } from '../../rules/validation-issue.ts'
import { announce, announceSignOut } from '../changes/announcements.ts'
import { createMoved, type Writer } from '../changes/changes.ts'
import type { Database } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import { type Now, newId, type Random } from '../environment.ts'
import type { Attempts } from '../gates/attempts.ts'
import { accountDeleted, deleteAccount } from '../graphql/people/delete-account.ts'
import { addJob, addJobs } from '../jobs/jobs.ts'
import { mailAsJob } from '../mail/mails.ts'
import { createTokens } from '../tokens/tokens.ts'
import { invitationOf, lastPending, pendingIn } from './account-jobs.ts'
import { createFriendHooks } from './friend-hooks.ts'
import { wayInChanged } from './letters.ts'
import { createSessions } from './session/sessions.ts'
import { forgetTries } from './sign-in/sign-in-limits.ts'
import { createUsers, isUnproven, type User } from './users.ts'

interface CommandParts {
  readonly db: Database
  readonly now: Now
  readonly random: Random
  readonly attempts: Attempts
  /** The address that people type. */
  readonly origin: string
}

interface Said {
  readonly ok: boolean
  readonly text: string
}

export const userHelp = `npm run user -- list                            everybody: id, email, name, role, whether the email is verified
npm run user -- make EMAIL FIRST LAST [ROLE]     makes an account and prints a link that sets its password
npm run user -- role EMAIL ROLE                  one of ${roles.join(', ')}
npm run user -- reset EMAIL                      prints a link that sets a new password, for an hour
npm run user -- verify EMAIL                     takes the address as proven
npm run user -- unlock EMAIL                     forgets wrong passwords
npm run user -- second-step-off EMAIL            lets the password alone sign in again
npm run user -- end-sessions EMAIL               signs out everywhere
npm run user -- delete EMAIL EMAIL               deletes the account and all that is its own (the email twice)`

const commands = new Set(
  Array.from(userHelp.matchAll(/^npm run user -- (\S+)/gm), ([, name]) => name),
)

/** What is said without a database: how it is used, and that there is no such command. Undefined for one that there is. */
export function answerUnopened([command = 'help']: readonly string[]): Said | undefined {
  if (command === 'help') return { ok: true, text: userHelp }
  return commands.has(command) ? undefined : noSuch(command)
}

export async function runUserCommand(args: readonly string[], parts: CommandParts): Promise<Said> {
  const { db, now, random, attempts, origin } = parts
  const users = createUsers(db, now, random)
  const sessions = createSessions(db, now, random)
  const tokens = createTokens(now, random)
  const hooks = createFriendHooks({
    now,
    newId: () => newId(now, random),
    jobs: { addAll: (tx, jobs) => addJobs(tx, jobs, parts) },
  })
  const [command = '', email = '', ...more] = args

  /** The work on somebody's account; says so if there is none. */
  async function on(work: (user: User) => Promise<string | Said>): Promise<Said> {
    if (email === '') return wrong('Name an account by its email.')
    const user = await users.byEmail(email)
    if (!user) return wrong(`There is no account with the email ${email}.`)
    const said = await work(user)
    return typeof said === 'string' ? { ok: true, text: said } : said
  }

  function writerOf(tx: Kysely<Schema>, user: User): Writer {
    const viewer = { id: user.id, role: readRole(user.role) }
    return { viewer, db: tx, now: now().toISOString(), moved: createMoved() }
  }

  async function resetLink(user: User): Promise<string> {
    const token = await db.transaction(tx =>
      tokens.issue(tx, { purpose: 'reset', userId: user.id }),
    )
    return `${origin}/reset-password?token=${token}`
  }

  async function list(): Promise<Said> {
    const rows = await db.query.selectFrom('user').selectAll().orderBy('id').execute()
    const lines = rows.map(user => {
      const state = isUnproven(user)
        ? 'waits for the mailed link'
        : user.verified_at === null
          ? 'email not verified'
          : 'email verified'
      return [
        user.id,
        user.email,
        fullName(user.first_name, user.last_name),
        user.role,
        state,
      ].join('\t')
    })
    return { ok: true, text: lines.join('\n') || 'There are no accounts yet.' }
  }

  async function make(): Promise<Said> {
    const [firstName = '', lastName = '', role] = more
    const issue =
      checkNewEmail(email) ??
      checkPersonName('firstName', firstName) ??
      checkPersonName('lastName', lastName)
    if (issue) return wrong(issue.message)
    if (role !== undefined && !isRole(role)) return wrongRole(role)
    const user = await db.transaction(async tx => {
      const made = await users.insert(tx, { email, firstName, lastName, passwordHash: '' }, false)
      if (made && role !== undefined) {
        await tx.updateTable('user').set({ role }).where('id', '=', made.id).execute()
      }
      return made
    })
    if (!user) return wrong(`There is an account with the email ${email} already.`)
    const text = `Made ${user.email} (${role ?? user.role}). This link sets the password, for an hour:\n${await resetLink(user)}`
    return { ok: true, text }
  }

  switch (command) {
    case 'list':
      return list()
    case 'make':
      return make()
    case 'role':
      return on(async user => {
        const [role = ''] = more
        if (!isRole(role)) return wrongRole(role)
        const at = now().toISOString()
        await db.query
          .updateTable('user')
          .set({ role, updated_at: at })
          .where('id', '=', user.id)
          .execute()
        return `${user.email} is ${role} now.`
      })
    case 'reset':
      return on(
        async user => `This link sets a new password, once, for an hour:\n${await resetLink(user)}`,
      )
    case 'verify':
      return on(async user => {
        const writer = await db.transaction(async tx => {
          const proven = await users.prove(tx, user)
          if (user.verified_at !== null) return undefined
          const writer = writerOf(tx, proven)
          const pending = isUnproven(user) ? pendingIn(await lastPending(tx, user)) : undefined
          await hooks.onAccountOpened(writer, invitationOf(pending))
          return writer
        })
        if (writer) await announce(db, writer.moved)
        return `The email ${user.email} counts as proven.`
      })
    case 'unlock':
      return on(async user => {
        await forgetTries(attempts, user.email)
        return `Wrong passwords for ${user.email} are forgotten.`
      })
    case 'second-step-off':
      return on(async user => {
        const what = 'It no longer asks for a passkey: whoever runs the server turned that off.'
        await db.transaction(async tx => {
          await tokens.revoke(tx, 'recovery', user.id)
          const { numUpdatedRows } = await tx
            .updateTable('user')
            .set({ second_step: 0 })
            .where('id', '=', user.id)
            .where('second_step', '=', 1)
            .executeTakeFirst()
          if (numUpdatedRows > 0) await addJob(tx, mailAsJob(wayInChanged(user, what)), parts)
        })
        return `${user.email} signs in without a second step.`
      })
    case 'end-sessions':
      return on(async user => {
        const ended = await db.transaction(async tx => {
          const ended = await sessions.endAll(tx, user.id)
          // Only now: whoever of them was just asking has been waited for.
          await tokens.revoke(tx, 'change-address', user.id)
          return ended
        })
        await announceSignOut(db, [user.id])
        return `${user.email} is signed out on ${counted(ended, 'device')}.`
      })
    case 'delete':
      return on(async user => {
        if (more[0] !== email) return wrong('Write the email twice to delete the account.')
        const moved = await db.transaction(async tx => {
          const writer = writerOf(tx, user)
          const gone = await deleteAccount(writer, user.id)
          if (gone.verified_at !== null) {
            await addJob(tx, mailAsJob(accountDeleted(gone, writer.now)), parts)
          }
          return writer.moved
        })
        await announce(db, moved)
        return `The account ${user.email} is deleted.`
      })
    default:
      return noSuch(command)
  }
}

function isRole(text: string): boolean {
  return roles.some(role => role === text)
}

function wrongRole(role: string): Said {
  return wrong(`A role is one of ${roles.join(', ')}, not "${role}".`)
}

function noSuch(command: string): Said {
  return wrong(`There is no command ${command}.\n${userHelp}`)
}

function wrong(text: string): Said {
  return { ok: false, text }
}
