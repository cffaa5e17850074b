/** Passkeys, without HTTP: made, named, removed, and signed in with, by @simplewebauthn/server. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Transaction } from 'kysely'
import { fullName } from '../../../rules/people/full-name.ts'
import { checkName, cleanName } from '../../../rules/text.ts'
import type { Database } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { type Now, newId, type Random } from '../../environment.ts'
import { type Attempts, allowances } from '../../gates/attempts.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Mails } from '../../mail/mails.ts'
import { hashToken } from '../../tokens/hash-token.ts'
import type { Tokens } from '../../tokens/tokens.ts'
import type { Accounts } from '../accounts.ts'
import { wayInChanged } from '../letters.ts'
import { type Outcome, refusedFor, tooOld, type Visitor } from '../outcome.ts'
import type { User, Users } from '../users.ts'
import { lockOwner, lockUser, type Owner, waysInto } from './ways-in.ts'

export interface Passkey {
  readonly id: string
  readonly name: string
  /** ISO 8601. */
  readonly createdAt: string
  /** ISO 8601; null if it never signed in. */
  readonly usedAt: string | null
}

/** Which browser asks, and at which address it sees this app: a passkey works there alone. */
export interface Place {
  readonly bind: string
  readonly origin: string
}

export interface Passkeys {
  /** Counts one try of a network address; answers the seconds to wait where it was one too many. */
  takeTry(address: string | undefined): Promise<number | undefined>
  list(userId: number): Promise<readonly Passkey[]>
  /** Undefined where the session ended, or the account went, since it was looked at. */
  registerOptions(
    owner: Owner,
    place: Place,
  ): Promise<PublicKeyCredentialCreationOptionsJSON | undefined>
  /** `response` and `name` as they came; refuses a name that is none, and the 21st passkey. */
  register(owner: Owner, place: Place, response: unknown, name: unknown): Promise<Outcome>
  /** Refuses the last way into an account. */
  remove(owner: Owner, id: unknown): Promise<Outcome>
  /** For whoever it is: the authenticator knows the account. */
  options(place: Place): Promise<PublicKeyCredentialRequestOptionsJSON>
  signIn(place: Place, response: unknown, visitor: Visitor): Promise<Outcome>
  /** Undefined where the response was signed by a passkey of this person. */
  issueWith(place: Place, response: unknown, userId: number): Promise<Outcome | undefined>
}

interface PasskeyParts {
  readonly db: Database
  readonly now: Now
  readonly random: Random
  readonly users: Users
  readonly tokens: Tokens
  readonly attempts: Attempts
  readonly accounts: Accounts
  readonly mails: Mails
  readonly jobs: Pick<Jobs, 'wake'>
  /** Of the provider by which people may sign in besides. */
  readonly issuer: string | undefined
}

/** Comes with the first passkey: it is large, and most servers start without one. */
const library = () => import('@simplewebauthn/server')

/** COSE: Ed25519, P-256, RSA. What every browser can make, and every Node can check. */
const algorithms = [-8, -7, -257]

/** More devices and password managers nobody has. */
const mostPasskeys = 20

const notAccepted = 'The passkey was not accepted. Try again, or sign in with your password.'
const notMade = 'The passkey could not be made. Try again.'
const nobodys = 'This passkey belongs to no account here. Sign in with your password.'
const notYours = 'This passkey belongs to another account. Choose one of yours.'
const stillNeeded =
  'Your sign-in asks for a passkey. Turn that off, or add another passkey, before you remove this one.'
const lastWayIn =
  'This passkey is the only way into your account. Set a password, or add another passkey, before you remove it.'

export function createPasskeys(parts: PasskeyParts): Passkeys {
  const { db, now, random, users, tokens, attempts, accounts, mails, jobs, issuer } = parts

  /** What is to be signed is a token: it works once, for five minutes, in this browser. */
  async function challenge(
    tx: Transaction<Schema>,
    { bind }: Place,
    userId?: number,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const payload = { bind: hashToken(bind) }
    const token = await tokens.issue(tx, {
      purpose: 'passkey',
      payload,
      ...(userId !== undefined && { userId }),
    })
    return new Uint8Array(Buffer.from(token, 'base64url'))
  }

  /** The challenge that was signed, used up whatever comes of it; undefined if it does not work here. */
  async function spendChallenge(
    { bind }: Place,
    response: unknown,
    userId?: number,
  ): Promise<string | undefined> {
    const token = challengeIn(response)
    if (token === undefined) return undefined
    const used = await db.transaction(tx => tokens.use(tx, 'passkey', token))
    const isOwn =
      typeof used !== 'string' && used.payload.bind === hashToken(bind) && used.userId === userId
    return isOwn ? token : undefined
  }

  const keysOf = (userId: number, tx = db.query) =>
    tx
      .selectFrom('passkey')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()

  const keyCalled = (credentialId: string) =>
    db.query
      .selectFrom('passkey')
      .selectAll()
      .where('credential_id', '=', credentialId)
      .executeTakeFirst()

  /** Whose passkey signed it, which is noted; else why that does not count. */
  async function signerOf(place: Place, response: unknown): Promise<Signer | Outcome> {
    const expectedChallenge = await spendChallenge(place, response)
    if (expectedChallenge === undefined) {
      return { kind: 'refused', reason: 'EXPIRED', message: tooOld }
    }
    const given = response as AuthenticationResponseJSON
    const key = isCredentialId(given.id) ? await keyCalled(given.id) : undefined
    if (!key) return { kind: 'refused', reason: 'UNKNOWN', message: nobodys }
    const proof = await (await library())
      .verifyAuthenticationResponse({
        response: given,
        expectedChallenge,
        expectedOrigin: place.origin,
        expectedRPID: new URL(place.origin).hostname,
        credential: {
          id: key.credential_id,
          publicKey: new Uint8Array(Buffer.from(key.public_key, 'base64url')),
          counter: Number(key.counter),
        },
      })
      .catch(() => undefined)
    if (!proof?.verified) return { kind: 'refused', message: notAccepted }
    // Of a key and its copy at once, one alone counts on.
    const counted = await db.query
      .updateTable('passkey')
      .set({
        counter: String(proof.authenticationInfo.newCounter),
        used_at: now().toISOString(),
      })
      .where('id', '=', key.id)
      .where('counter', '=', key.counter)
      .executeTakeFirst()
    const user = counted.numUpdatedRows === 1n ? await users.byId(key.user_id) : undefined
    return user
      ? { kind: 'signer', user, keyId: key.id }
      : { kind: 'refused', message: notAccepted }
  }

  return {
    async takeTry(address) {
      return address === undefined
        ? undefined
        : attempts.take(allowances.passkeyPerAddress, address)
    },

    async list(userId) {
      return (await keysOf(userId)).map(({ id, name, created_at, used_at }) => ({
        id,
        name,
        createdAt: created_at,
        usedAt: used_at,
      }))
    },

    async registerOptions(owner, place) {
      const begun = await db.transaction(async tx => {
        const user = await lockOwner(db, tx, owner)
        if (!user) return undefined
        const known = await keysOf(user.id, tx)
        return { user, known, challenge: await challenge(tx, place, user.id) }
      })
      if (!begun) return undefined
      const { user, known } = begun
      return (await library()).generateRegistrationOptions({
        rpName: 'Aisle',
        rpID: new URL(place.origin).hostname,
        userID: new TextEncoder().encode(String(user.id)),
        userName: user.email,
        userDisplayName: fullName(user.first_name, user.last_name),
        challenge: begun.challenge,
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: known.map(key => ({ id: key.credential_id })),
        // One that names its account by itself, and asks for a finger, a face or a code: it is all of a sign-in.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
    },

    async register(owner, place, response, name) {
      const userId = owner.viewer.id
      const given = typeof name === 'string' ? name : ''
      const issue = checkName('name', given)
      if (issue) return refusedFor(issue)
      const expectedChallenge = await spendChallenge(place, response, userId)
      if (expectedChallenge === undefined) return { kind: 'refused', message: tooOld }
      const made = await (await library())
        .verifyRegistrationResponse({
          response: response as RegistrationResponseJSON,
          expectedChallenge,
          expectedOrigin: place.origin,
          expectedRPID: new URL(place.origin).hostname,
          supportedAlgorithmIDs: algorithms,
        })
        .catch(() => undefined)
      if (!made?.verified) return { kind: 'refused', message: notMade }
      const { id, publicKey, counter } = made.registrationInfo.credential
      const outcome = await db.transaction(async (tx): Promise<Outcome> => {
        const user = await lockOwner(db, tx, owner)
        if (!user) return { kind: 'stranger' }
        if ((await keysOf(userId, tx)).length >= mostPasskeys) {
          const message = `You have ${mostPasskeys} passkeys, which is the most. Remove one first.`
          return { kind: 'refused', message }
        }
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('passkey')
          .values({
            id: newId(now, random),
            user_id: userId,
            credential_id: id,
            public_key: Buffer.from(publicKey).toString('base64url'),
            counter: String(counter),
            name: cleanName(given),
            created_at: now().toISOString(),
            used_at: null,
          })
          .onConflict(conflict => conflict.column('credential_id').doNothing())
          .executeTakeFirstOrThrow()
        if (numInsertedOrUpdatedRows !== 1n) {
          return { kind: 'refused', message: 'This passkey is known here already.' }
        }
        await mails.queue(tx, wayInChanged(user, `The passkey “${cleanName(given)}” was added.`))
        return { kind: 'done', message: 'The passkey is added.' }
      })
      jobs.wake()
      return outcome
    },

    async remove(owner, id) {
      const userId = owner.viewer.id
      if (typeof id !== 'string') {
        return { kind: 'refused', field: 'id', message: 'Name the passkey by its id.' }
      }
      const outcome = await db.transaction(async (tx): Promise<Outcome> => {
        const user = await lockOwner(db, tx, owner)
        if (!user) return { kind: 'stranger' }
        const key = (await keysOf(userId, tx)).find(one => one.id === id)
        // Gone already is as good as gone now.
        if (!key) return { kind: 'done', message: 'The passkey is removed.' }
        const { passkeys, hasPassword, providerSince } = await waysInto(tx, user, issuer)
        if (passkeys === 1 && user.second_step === 1) {
          return { kind: 'refused', message: stillNeeded }
        }
        if (passkeys === 1 && !hasPassword && providerSince === undefined) {
          return { kind: 'refused', message: lastWayIn }
        }
        await tx.deleteFrom('passkey').where('id', '=', key.id).execute()
        await mails.queue(tx, wayInChanged(user, `The passkey “${key.name}” was removed.`))
        return { kind: 'done', message: 'The passkey is removed.' }
      })
      jobs.wake()
      return outcome
    },

    async options(place) {
      return (await library()).generateAuthenticationOptions({
        rpID: new URL(place.origin).hostname,
        challenge: await db.transaction(tx => challenge(tx, place)),
        userVerification: 'required',
      })
    },

    async signIn(place, response, visitor) {
      const signer = await signerOf(place, response)
      if (signer.kind !== 'signer') return signer
      const { user, keyId } = signer
      const session = await db.transaction(async tx => {
        // Deleted since the signature was looked at, or the passkey taken away.
        if (!(await lockUser(db, tx, user.id))) return undefined
        if (!(await keysOf(user.id, tx)).some(({ id }) => id === keyId)) return undefined
        return accounts.beginSession(tx, user, visitor)
      })
      return session ? { kind: 'signed-in', user, session } : { kind: 'refused', message: nobodys }
    },

    async issueWith(place, response, userId) {
      const signer = await signerOf(place, response)
      if (signer.kind !== 'signer') return signer
      return signer.user.id === userId ? undefined : { kind: 'refused', message: notYours }
    },
  }
}

interface Signer {
  readonly kind: 'signer'
  readonly user: User
  readonly keyId: string
}

/** As authenticators call their keys, in base64url: anything else may come that is JSON. */
function isCredentialId(id: unknown): id is string {
  return typeof id === 'string' && /^[\w-]+$/.test(id)
}

/** The challenge that the browser says it signed, base64url; whether it did is seen by the signature. */
function challengeIn(response: unknown): string | undefined {
  try {
    const { clientDataJSON } = Object(Object(response).response)
    const data: unknown = JSON.parse(Buffer.from(String(clientDataJSON), 'base64url').toString())
    const challenge: unknown = Object(data).challenge
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}
