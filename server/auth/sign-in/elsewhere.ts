/** Sign-in elsewhere, without HTTP: whose account the person is whom the provider names. */
import type { Kysely, Transaction } from 'kysely'
import { limits } from '../../../rules/limits.ts'
import { checkNewEmail } from '../../../rules/people/account.ts'
import { checkName, cutTo } from '../../../rules/text.ts'
import { lockOpenings, type Writer } from '../../changes/changes.ts'
import type { Database } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import type { Now } from '../../environment.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Mails } from '../../mail/mails.ts'
import { hashToken } from '../../tokens/hash-token.ts'
import type { Tokens } from '../../tokens/tokens.ts'
import { noInvitation } from '../account-hooks.ts'
import type { Accounts } from '../accounts.ts'
import { wayInChanged } from '../letters.ts'
import { type Outcome, tooOld, type Visitor } from '../outcome.ts'
import { isUnproven, type User, type Users } from '../users.ts'
import type { Claims, OidcProvider } from './oidc-provider.ts'
import { secondStepNeeded } from './second-step.ts'
import { lockOwner, lockUser, type Owner, waysInto } from './ways-in.ts'

/** Why there is no sign-in; the screen has a sentence for each. */
export type ElsewhereFailure =
  | 'unreachable'
  | 'refused'
  | 'too-old'
  /** Too many ways were begun from this network address. */
  | 'too-many'
  /** The provider did not tell the email, or does not know it to be the person's. */
  | 'no-email'
  /** There is an account with this email, and nobody proved that the email is theirs. */
  | 'unproven'
  /** Accounts are made by invitation. */
  | 'closed'
  /** The person took this sign-in away from their account. */
  | 'unlinked'
  /** That sign-in opens another account here. */
  | 'taken'

export interface WayThrough {
  /** Where the sign-in leads afterwards. */
  readonly next?: string | undefined
  /** Whose account the provider's sign-in is to open from now on: no sign-in. */
  readonly linkTo?: number
}

interface Found {
  readonly token: string
  readonly next: string | undefined
}

export interface Elsewhere {
  readonly provider: OidcProvider
  /** Begins a way through the provider; answers the browser's own secret, which comes back as `state`. */
  begin(way: WayThrough): Promise<string>
  /** Whether this way was begun to link the provider's sign-in to an account. */
  links(token: string): Promise<boolean>
  /**
   * The browser came back. Returns a token that works once, in this browser (`bind`) and for five minutes, or a
   * word about why there is no sign-in. `present` is who is signed in there: a way that was begun to link the
   * provider's sign-in to their account ends with that. Throws if the provider cannot be reached or did not agree.
   */
  finish(
    token: string,
    returned: URL,
    bind: string,
    present: Owner | undefined,
  ): Promise<Found | 'linked' | ElsewhereFailure>
  /** No longer; refused where nothing else would open the account. */
  unlink(owner: Owner): Promise<Outcome>
  /** Signs in whom the token of `finish` stands for. */
  enter(token: string, bind: string | undefined, visitor: Visitor): Promise<Outcome>
}

interface ElsewhereParts {
  readonly provider: OidcProvider
  readonly db: Database
  readonly now: Now
  readonly users: Users
  readonly tokens: Tokens
  readonly accounts: Accounts
  readonly mails: Mails
  readonly jobs: Pick<Jobs, 'wake'>
}

export function createElsewhere(parts: ElsewhereParts): Elsewhere {
  const { provider, db, now, users, tokens, accounts, mails, jobs } = parts
  const { issuer } = provider

  /**
   * The account that the claims belong to, made if there is none; joined only when both sides are verified. `inviteId`
   * is of the invitation that the way leads to, or empty: where sign-up is closed it opens it here as anywhere.
   */
  async function accountOf(
    tx: Transaction<Schema>,
    claims: Claims,
    inviteId: string,
  ): Promise<{ readonly user: User; readonly writer?: Writer } | ElsewhereFailure> {
    const known = await identity(tx, claims.subject)
    if (known && known.ended_at !== null) return 'unlinked'
    const user = known && (await lockUser(db, tx, known.user_id))
    if (user) {
      // Again, now that the account is locked: whoever takes this way in away has locked it, too.
      return (await identity(tx, claims.subject))?.ended_at === null ? { user } : 'unlinked'
    }
    const { email, emailVerified } = claims
    if (email === undefined || !emailVerified || checkNewEmail(email)) {
      return 'no-email'
    }
    // Whoever just proves this address, or signs up with it, has done so by the time that it is looked for.
    await lockOpenings(tx)
    // On another device they may have come back first.
    if (!known && (await identity(tx, claims.subject))) return accountOf(tx, claims, inviteId)
    const holder = await users.byEmail(email, tx)
    if (holder && holder.verified_at !== null) {
      // A provider may make its person anew under another name: what was taken away stays so.
      if (await wasUnlinked(tx, holder.id)) return 'unlinked'
      return (await joinAndTell(tx, holder, claims.subject)) ? { user: holder } : 'taken'
    }
    if (holder && !isUnproven(holder)) return 'unproven'
    if (!(await accounts.admits(tx, { inviteId, addFriend: false }))) return 'closed'
    // An address that was typed and never proven is nobody's: whoever proves it has it, with a password of nobody.
    const person = {
      firstName: nameIn(claims.firstName) || (email.split('@')[0] ?? ''),
      lastName: nameIn(claims.lastName),
      phone: null,
      passwordHash: '',
    }
    const made = holder ?? (await users.insert(tx, { ...person, email }, true))
    if (!made) return 'too-old'
    const proven = await users.prove(tx, made, person)
    await tokens.revoke(tx, 'verify', proven.id)
    await tokens.revoke(tx, 'reset', proven.id)
    await join(tx, proven.id, claims.subject)
    const writer = await accounts.open(tx, proven, noInvitation)
    return { user: proven, writer }
  }

  const identity = (tx: Kysely<Schema>, subject: string) =>
    tx
      .selectFrom('identity')
      .select(['user_id', 'ended_at'])
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst()

  async function wasUnlinked(tx: Kysely<Schema>, userId: number): Promise<boolean> {
    const ended = await tx
      .selectFrom('identity')
      .select('subject')
      .where('user_id', '=', userId)
      .where('issuer', '=', issuer)
      .where('ended_at', 'is not', null)
      .limit(1)
      .executeTakeFirst()
    return ended !== undefined
  }

  async function joinAndTell(tx: Kysely<Schema>, user: User, subject: string): Promise<boolean> {
    const isJoined = await join(tx, user.id, subject)
    const what = `${provider.name} signs you in from now on.`
    if (isJoined) await mails.queue(tx, wayInChanged(user, what))
    return isJoined
  }

  /** False where somebody else has joined it in that moment. */
  async function join(tx: Kysely<Schema>, userId: number, subject: string): Promise<boolean> {
    const joined = { user_id: userId, created_at: now().toISOString(), ended_at: null }
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('identity')
      .values({ issuer, subject, ...joined })
      .onConflict(conflict =>
        conflict
          .columns(['issuer', 'subject'])
          .doUpdateSet(joined)
          .where('identity.ended_at', 'is not', null),
      )
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  }

  async function link(owner: Owner, subject: string): Promise<'linked' | ElsewhereFailure> {
    const outcome = await db.transaction(async (tx): Promise<'linked' | ElsewhereFailure> => {
      const user = await lockOwner(db, tx, owner)
      if (!user) return 'too-old'
      const known = await identity(tx, subject)
      if (known?.ended_at === null) return known.user_id === user.id ? 'linked' : 'taken'
      return (await joinAndTell(tx, user, subject)) ? 'linked' : 'taken'
    })
    jobs.wake()
    return outcome
  }

  return {
    provider,
    async unlink(owner) {
      const outcome = await db.transaction(async (tx): Promise<Outcome> => {
        const user = await lockOwner(db, tx, owner)
        if (!user) return { kind: 'stranger' }
        const ways = await waysInto(tx, user, issuer)
        const message = `${provider.name} no longer signs you in.`
        if (ways.providerSince === undefined) return { kind: 'done', message }
        if (!ways.hasPassword && ways.passkeys === 0) {
          return { kind: 'refused', message: onlyWayIn(provider.name) }
        }
        await tx
          .updateTable('identity')
          // Not forgotten: or the next sign-in by the same address would join it again.
          .set({ ended_at: now().toISOString() })
          .where('user_id', '=', user.id)
          .where('issuer', '=', issuer)
          .execute()
        // Who has come back from the provider and not yet entered.
        await tokens.revoke(tx, 'oauth', user.id)
        await mails.queue(tx, wayInChanged(user, message))
        return { kind: 'done', message }
      })
      jobs.wake()
      return outcome
    },

    begin: way =>
      db.transaction(tx => tokens.issue(tx, { purpose: 'sign-in', payload: { ...way } })),

    async links(token) {
      const found = await tokens.find(db.query, 'sign-in', token)
      return typeof found !== 'string' && found.payload.linkTo !== undefined
    },

    async finish(token, returned, bind, present) {
      const used = await db.transaction(tx => tokens.use(tx, 'sign-in', token))
      if (typeof used === 'string') return 'too-old'
      const claims = await provider.claims(token, returned)
      const { linkTo } = used.payload
      const next = typeof used.payload.next === 'string' ? used.payload.next : undefined
      if (linkTo !== undefined) {
        return present?.viewer.id === linkTo ? link(present, claims.subject) : 'too-old'
      }
      const found = await db.transaction(async tx => {
        const account = await accountOf(tx, claims, inviteIdOf(next))
        if (typeof account === 'string') return account
        const { user, writer } = account
        const payload = { bind: hashToken(bind) }
        return {
          writer,
          token: await tokens.issue(tx, { purpose: 'oauth', userId: user.id, payload }),
        }
      })
      if (typeof found === 'string') return found
      jobs.wake()
      await accounts.announce(found.writer)
      return { token: found.token, next }
    },

    async enter(token, bind, visitor) {
      const found = await tokens.find(db.query, 'oauth', token)
      // Somebody else's token in a link signs nobody in as them.
      const isOwn =
        typeof found !== 'string' && bind !== undefined && found.payload.bind === hashToken(bind)
      if (!isOwn) return { kind: 'refused', reason: 'EXPIRED', message: tooOld }
      return db.transaction(async (tx): Promise<Outcome> => {
        const used = await tokens.use(tx, 'oauth', token)
        const userId = typeof used === 'string' ? undefined : used.userId
        const user = userId === undefined ? undefined : await users.byId(userId, tx)
        if (!user) return { kind: 'refused', reason: 'EXPIRED', message: tooOld }
        if (user.second_step === 1) return secondStepNeeded
        return { kind: 'signed-in', user, session: await accounts.beginSession(tx, user, visitor) }
      })
    },
  }
}

/** Of a path of the app; empty where it is no invitation's. */
function inviteIdOf(path = ''): string {
  const [page, search] = path.split('?')
  return page === '/invite' ? (new URLSearchParams(search).get('inviteId') ?? '') : ''
}

function onlyWayIn(name: string): string {
  return `${name} is the only way into your account. Set a password, or add a passkey, before you take it away.`
}

/** The provider's word, where it may be a name here, and no longer than one; else empty. */
function nameIn(text: string): string {
  const name = cutTo(text, limits.name)
  return checkName('name', name) ? '' : name
}
