/** Sign-up, sign-in and sign-out, without HTTP (spec section 7; docs/decisions/005). */
import type { Selectable, Transaction } from 'kysely'
import { checkEmail, checkSignUp, cleanEmail, emailKey, type SignUp } from '../../rules/account.ts'
import type { Complaint } from '../../rules/complaint.ts'
import { newRole, type Role } from '../../rules/roles.ts'
import { cleanName } from '../../rules/text.ts'
import { type Attempts, allowances } from '../attempts.ts'
import { announceSignOut } from '../changes.ts'
import type { Database } from '../db/open.ts'
import type { Schema, UserTable } from '../db/schema.ts'
import { type Now, newId, type Random } from '../surroundings.ts'
import type { Passwords } from './passwords.ts'
import type { BegunSession, Sessions } from './sessions.ts'

export type User = Selectable<UserTable>

export type SignInOutcome =
  | { readonly kind: 'signed-in'; readonly user: User; readonly session: BegunSession }
  | { readonly kind: 'refused'; readonly message: string; readonly field?: string }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }

/** What is known of the browser that asks. */
export interface Visitor {
  /** Its network address; undefined where the request came from inside, which nothing limits. */
  readonly address: string | undefined
  /** The session that it has now: signing in ends it, so that nobody can plant one. */
  readonly token: string | undefined
  /** The browser in words, for the list of devices. */
  readonly browser: string | null
}

export interface Accounts {
  /**
   * Makes an account and signs it in. An address that has one already is refused without a word about its
   * owner; with the right password it is a sign-in, so that a lost answer can be asked for again.
   */
  signUp(fields: SignUp, visitor: Visitor): Promise<SignInOutcome>
  signIn(username: string, password: string, visitor: Visitor): Promise<SignInOutcome>
  signOut(token: string): Promise<void>
  userById(id: number): Promise<User | undefined>
}

interface AccountParts {
  readonly db: Database
  readonly now: Now
  readonly random: Random
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly attempts: Attempts
}

const wrongPassword = 'Email or password is wrong. Check both and try again.'
const addressTaken =
  'There is an account with this email already. Sign in with it, or use another email.'

export function createAccounts(parts: AccountParts): Accounts {
  const { db, now, random, passwords, sessions, attempts } = parts

  async function signUp(fields: SignUp, visitor: Visitor): Promise<SignInOutcome> {
    const complaint = checkSignUp(fields)
    if (complaint) return refuse(complaint)
    const wait = await takeByAddress(allowances.signUpPerAddress, visitor)
    if (wait !== undefined) return { kind: 'limited', retryAfterSeconds: wait }

    const known = await findByEmail(fields.email)
    if (known) return signInInstead(known, fields.password, visitor)
    const passwordHash = await passwords.hash(fields.password)
    const made = await db.transaction(async tx => {
      const user = await insertUser(tx, fields, passwordHash)
      return user && { user, session: await replaceSession(tx, user.id, visitor) }
    })
    if (made) return { kind: 'signed-in', ...made }
    // Somebody signed up with the same address in the meantime.
    const twin = await findByEmail(fields.email)
    return twin
      ? signInInstead(twin, fields.password, visitor)
      : { kind: 'refused', field: 'email', message: addressTaken }
  }

  async function signIn(
    username: string,
    password: string,
    visitor: Visitor,
  ): Promise<SignInOutcome> {
    const complaint = checkEmail('username', username) ?? checkGiven('password', password)
    if (complaint) return refuse(complaint)
    const wait = await takeByAddress(allowances.signInPerAddress, visitor)
    if (wait !== undefined) return { kind: 'limited', retryAfterSeconds: wait }
    const user = await findByEmail(username)
    return verify(user, username, password, visitor, { kind: 'refused', message: wrongPassword })
  }

  function signInInstead(user: User, password: string, visitor: Visitor): Promise<SignInOutcome> {
    return verify(user, user.email, password, visitor, {
      kind: 'refused',
      field: 'email',
      message: addressTaken,
    })
  }

  async function verify(
    user: User | undefined,
    email: string,
    password: string,
    visitor: Visitor,
    refusal: SignInOutcome,
  ): Promise<SignInOutcome> {
    const wait = await attempts.take(allowances.signInPerAccount, emailKey(email))
    if (wait !== undefined) return { kind: 'limited', retryAfterSeconds: wait }
    const matched = await passwords.matches(user?.password_hash, password)
    if (!user || !matched) return refusal
    await attempts.forget(allowances.signInPerAccount, emailKey(email))
    const session = await db.transaction(tx => replaceSession(tx, user.id, visitor))
    return { kind: 'signed-in', user, session }
  }

  async function replaceSession(
    tx: Transaction<Schema>,
    userId: number,
    visitor: Visitor,
  ): Promise<BegunSession> {
    if (visitor.token !== undefined) await sessions.end(tx, visitor.token)
    return sessions.begin(tx, userId, visitor.browser)
  }

  function findByEmail(email: string): Promise<User | undefined> {
    return db.query
      .selectFrom('user')
      .selectAll()
      .where('email_key', '=', emailKey(email))
      .executeTakeFirst()
  }

  /** Answers undefined where the address is taken. */
  async function insertUser(
    tx: Transaction<Schema>,
    fields: SignUp,
    passwordHash: string,
  ): Promise<User | undefined> {
    const at = now().toISOString()
    const user = await tx
      .insertInto('user')
      .values({
        email: cleanEmail(fields.email),
        email_key: emailKey(fields.email),
        first_name: cleanName(fields.firstName),
        last_name: cleanName(fields.lastName),
        phone: fields.phone?.trim() || null,
        password_hash: passwordHash,
        role: await firstIsAdmin(tx),
        invite_id: Buffer.from(random(16)).toString('base64url'),
        created_at: at,
        updated_at: at,
      })
      .onConflict(conflict => conflict.column('email_key').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!user) return undefined
    await tx
      .insertInto('user_config')
      .values({
        id: newId(now, random),
        user_id: user.id,
        shopping_list_confirm_delete: 0,
        item_confirm_delete: 0,
        created_at: at,
        updated_at: at,
      })
      .execute()
    return user
  }

  /** The first account of an empty database is the administrator's; two first ones at once wait for each other. */
  async function firstIsAdmin(tx: Transaction<Schema>): Promise<Role> {
    await tx
      .insertInto('setting')
      .values({ key: 'sign-up-lock', value: '' })
      .onConflict(conflict => conflict.column('key').doNothing())
      .execute()
    await tx
      .selectFrom('setting')
      .select('key')
      .where('key', '=', 'sign-up-lock')
      .$call(db.forUpdate)
      .execute()
    const anybody = await tx.selectFrom('user').select('id').limit(1).executeTakeFirst()
    return anybody ? newRole : 'ADMIN'
  }

  async function takeByAddress(
    allowance: (typeof allowances)[keyof typeof allowances],
    visitor: Visitor,
  ): Promise<number | undefined> {
    return visitor.address === undefined ? undefined : attempts.take(allowance, visitor.address)
  }

  return {
    signUp,
    signIn,
    async signOut(token) {
      const userId = await db.transaction(tx => sessions.end(tx, token))
      if (userId !== undefined) await announceSignOut(db, [userId])
    },
    userById: id => db.query.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst(),
  }
}

function refuse({ field, message }: Complaint): SignInOutcome {
  return { kind: 'refused', field, message }
}

function checkGiven(field: string, value: string): Complaint | undefined {
  return value === '' ? { field, message: 'Password is empty. Write your password.' } : undefined
}
