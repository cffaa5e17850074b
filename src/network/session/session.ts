/** Who is signed in, as far as this browser knows (spec sections 4 and 7). */
import { defaultNotes } from '../../../rules/default-notes.ts'
import { jsonIn } from '../../../rules/json-in.ts'
import { createReadable, type Readable } from '../../offline/readable.ts'
import type { SessionClient } from '../http-client.ts'
import type { KeyValue } from '../key-value.ts'
import { lateCalls } from '../late-calls.ts'
import { fieldIn, textIn } from '../parse.ts'
import type { AuthAnswer, AuthApi } from './auth-api.ts'
import { type AuthOutcome, failed, outcomeOf } from './auth-outcome.ts'
import type { Authenticator } from './authenticator.ts'
import type { Identity } from './identity.ts'
import type { MailedCalls } from './mailed-calls.ts'
import { type AppDetails, readAppDetails, readUser, type SessionUser } from './session-user.ts'

export type LoginStatus = 'NOT_KNOWN' | 'LOADING' | 'LOGGED_IN' | 'FAILED' | 'LOGGED_OUT'

export interface SessionState {
  readonly status: LoginStatus
  /** Known also without a network: the person who last signed in on this device and did not sign out. */
  readonly user: SessionUser | undefined
  /** The sentence of a failure. */
  readonly note: string | undefined
  /**
   * When the server will forget this session unless it is used before, in ms since 1970, as the server last
   * said; known also without a network.
   */
  readonly endsAt: number | undefined
  /** Whether the server wishes that the person proves their address. */
  readonly asksToVerify?: true | undefined
}

export interface SignUpFields {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly password: string
  /** What the link of an invitation carried. */
  readonly inviteId?: string | undefined
  /** Whether to be friends with who sent it. */
  readonly addFriend?: boolean | undefined
}

export interface Session extends MailedCalls {
  readonly state: Readable<SessionState>
  readonly appDetails: Readable<AppDetails>
  /** Asks the server; no answer is not a failure: only an answer gives LOGGED_OUT. */
  checkStatus(): Promise<void>
  /**
   * Asks only whether the account was deleted elsewhere, again each minute where no answer came: any other changes
   * nothing here.
   */
  checkDeletion(): Promise<void>
  /** `recoveryCode` stands for the passkey that the account requires. */
  signIn(username: string, password: string, recoveryCode?: string): Promise<AuthOutcome>
  /** With the token that the way through another provider ended with. */
  signInElsewhere(token: string): Promise<AuthOutcome>
  /** Whether this browser can sign in by a passkey here. */
  readonly hasPasskeys: boolean
  signInWithPasskey(): Promise<AuthOutcome>
  /** LOGGED_IN afterwards, with `isIn`, where accounts work at once; else a mail must be answered first. */
  signUp(fields: SignUpFields): Promise<SignUpOutcome>
  /** One more mail that proves the address. */
  resendVerification(email: string): Promise<AuthOutcome>
  /** Always ends LOGGED_OUT; if the server cannot be reached a marker ends the session at the next contact. */
  signOut(): Promise<void>
  /** FAILED back to NOT_KNOWN. */
  clearStatus(): void
  /** A request that a person waited for was answered 401. */
  onSignedOut(listener: () => void): () => void
  /** The server says that the account was deleted: nothing of it may stay here. */
  onDeleted(listener: () => void): () => void
  /** Tells the listeners: a data call that a person waited for was answered 401. Keeps everything stored. */
  reportSignedOut(): void
}

export interface SignUpOutcome {
  readonly outcome: AuthOutcome
  /** Whether the answer named somebody: who was known here before says nothing of it. */
  readonly isIn: boolean
}

interface SessionParts {
  readonly api: AuthApi
  readonly httpClient: SessionClient
  readonly identity: Identity
  /** Undefined: there are no passkeys. */
  readonly authenticator?: Authenticator
  /** localStorage. */
  readonly persistent: KeyValue
}

const { signingIn: signInNote, signingUp: signUpNote } = defaultNotes
const noSignIn: AuthOutcome = { kind: 'refused', message: signInNote }
const userKey = 'aisle.user'
const endsAtKey = 'aisle.session-ends-at'
const askAgainMs = 60_000
const appDetailsKey = 'aisle.app-details'

export function createSession(parts: SessionParts): Session {
  const { api, httpClient, identity, persistent, authenticator } = parts
  const state = createReadable<SessionState>({
    status: 'NOT_KNOWN',
    user: readUser(jsonIn(persistent.get(userKey))),
    note: undefined,
    endsAt: readMoment(persistent.get(endsAtKey)),
  })
  const appDetails = createReadable(readAppDetails(jsonIn(persistent.get(appDetailsKey))))
  const listeners = new Set<() => void>()
  const deletedListeners = new Set<() => void>()

  function setStatus(status: LoginStatus, note?: string): void {
    state.set({ ...state.get(), status, note })
  }

  /** As the answer that names the person says. */
  function enter(user: SessionUser, body: unknown): void {
    const sessionEndsAt = textIn(body, 'sessionEndsAt')
    identity.rememberUserId(user.id)
    if (sessionEndsAt === undefined) persistent.remove(endsAtKey)
    else persistent.set(endsAtKey, sessionEndsAt)
    persistent.set(userKey, JSON.stringify(user))
    state.set({
      status: 'LOGGED_IN',
      user,
      note: undefined,
      endsAt: readMoment(sessionEndsAt),
      asksToVerify: fieldIn(body, 'askToVerifyEmail') === true || undefined,
    })
    forgetPassword()
  }

  function endSession(): void {
    persistent.remove(endsAtKey)
    state.set({ ...state.get(), status: 'LOGGED_OUT', note: undefined, endsAt: undefined })
  }

  function forgetUser(): void {
    persistent.remove(endsAtKey)
    persistent.remove(userKey)
    persistent.remove(appDetailsKey)
    appDetails.set({})
    state.set({ status: 'LOGGED_OUT', user: undefined, note: undefined, endsAt: undefined })
  }

  function rememberDetails(email: string, password: string): void {
    persistent.set(appDetailsKey, JSON.stringify({ email }))
    appDetails.set({ email, password })
  }

  function forgetPassword(): void {
    const { email } = appDetails.get()
    appDetails.set(email === undefined ? {} : { email })
  }

  function enterWith(body: unknown): boolean {
    const user = readUser(fieldIn(body, 'user'))
    if (user !== undefined) enter(user, body)
    return user !== undefined
  }

  /** Signs in whom the answer names; a refusal leads to `refused`. */
  async function enterBy(
    call: () => Promise<AuthAnswer>,
    refused: LoginStatus = 'FAILED',
  ): Promise<AuthOutcome> {
    setStatus('LOADING')
    const answer = await httpClient.changeSession(call)
    const namesNobody = answer.kind === 'success' && !enterWith(answer.body)
    const outcome = namesNobody ? noSignIn : outcomeOf(answer)
    // A status that was asked for meanwhile may have named somebody: they stay signed in.
    if (outcome.kind !== 'success' && state.get().status !== 'LOGGED_IN') {
      setStatus(outcome.kind === 'refused' ? refused : 'FAILED', outcome.message)
    }
    return outcome
  }

  function reportSignedOut(): void {
    endSession()
    for (const listener of [...listeners]) listener()
  }

  let askingAgain: ReturnType<typeof setTimeout> | undefined
  function tellIfDeleted(answer: AuthAnswer): void {
    if (answer.kind !== 'refused' || answer.reason !== 'DELETED') return
    for (const listener of [...deletedListeners]) listener()
  }

  // Who leaves or arrives in one tab does so in all of them.
  persistent.onOtherTab(userKey, () => {
    const user = readUser(jsonIn(persistent.get(userKey)))
    // What they are called there, or may do, they are and may here.
    if (user?.id === state.get().user?.id) return state.set({ ...state.get(), user })
    httpClient.discardToken()
    appDetails.set(readAppDetails(jsonIn(persistent.get(appDetailsKey))))
    state.set({
      status: user ? 'LOGGED_IN' : 'LOGGED_OUT',
      user,
      note: undefined,
      endsAt: readMoment(persistent.get(endsAtKey)),
    })
  })

  // Where the same person signs in again, this alone changes.
  persistent.onOtherTab(endsAtKey, () => {
    const endsAt = readMoment(persistent.get(endsAtKey))
    const { status, user } = state.get()
    const named = readUser(jsonIn(persistent.get(userKey)))
    if (status !== 'LOGGED_OUT' || named === undefined || endsAt === undefined) return
    if (named.id !== user?.id) return
    httpClient.discardToken()
    state.set({ status: 'LOGGED_IN', user: named, note: undefined, endsAt })
  })

  const session: Session = {
    state,
    appDetails,
    async checkStatus() {
      const before = state.get()
      setStatus('LOADING')
      const answer = await api.get('/auth/status', defaultNotes.fetching('User'))
      // Somebody signed in or out while the answer was under way.
      if (state.get().status !== 'LOADING') return
      if (answer.kind === 'success') {
        const user = readUser(fieldIn(answer.body, 'user'))
        if (user === undefined) return setStatus(before.status, before.note)
        return enter(user, answer.body)
      }
      if (answer.kind === 'no-answer') return setStatus(before.status, before.note)
      endSession()
      tellIfDeleted(answer)
    },
    async checkDeletion() {
      const userId = state.get().user?.id
      if (userId === undefined) return
      const answer = await api.get('/auth/status', defaultNotes.fetching('User'))
      // Somebody signed in or out while the answer was under way.
      if (state.get().user?.id !== userId) return
      clearTimeout(askingAgain)
      if (answer.kind === 'no-answer') askingAgain = setTimeout(session.checkDeletion, askAgainMs)
      else tellIfDeleted(answer)
    },
    async signIn(username, password, recoveryCode) {
      rememberDetails(username.trim(), password)
      const fields = { username: username.trim(), password, recoveryCode, recaptcha: '' }
      const outcome = await enterBy(() => api.post('/auth/login', fields, signInNote))
      // Right, but of no use before the mailed link was followed.
      const isOfUse = outcome.kind === 'refused' && outcome.reason === 'UNVERIFIED'
      if (outcome.kind !== 'success' && !isOfUse) forgetPassword()
      return outcome
    },
    signInElsewhere: token =>
      enterBy(() => api.get('/auth/oauthUser', signInNote, { 'oauth-token': token }), 'LOGGED_OUT'),
    hasPasskeys: authenticator?.works ?? false,
    async signInWithPasskey() {
      const asked = await api.post('/auth/passkey/options', {}, signInNote)
      if (asked.kind !== 'success') return failed(asked)
      if (authenticator === undefined) return noSignIn
      const signed = await authenticator.sign(fieldIn(asked.body, 'options'))
      if (signed.kind === 'failed') return { kind: 'refused', message: signed.message }
      const { response } = signed
      return enterBy(() => api.post('/auth/passkey/sign-in', { response }, signInNote))
    },
    async signUp(fields) {
      rememberDetails(fields.email.trim(), fields.password)
      const answer = await httpClient.changeSession(() =>
        api.post('/auth/signup', { ...fields, recaptcha: '' }, signUpNote),
      )
      // Without a mail server an account works at once, and its person is signed in.
      const isIn = answer.kind === 'success' && enterWith(answer.body)
      if (answer.kind !== 'success') forgetPassword()
      return { outcome: outcomeOf(answer), isIn }
    },
    // Not with the other mailed calls: screens of the app ask for it, too, and no device keeps the code of those.
    async resendVerification(email) {
      const fields = { email: email.trim() }
      return outcomeOf(
        await api.post('/auth/resend-verification-email', fields, defaultNotes.verifying),
      )
    },
    async signOut() {
      forgetUser()
      await api.logout()
    },
    clearStatus() {
      if (state.get().status === 'FAILED') setStatus('NOT_KNOWN')
    },
    onSignedOut(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    onDeleted(listener) {
      deletedListeners.add(listener)
      return () => {
        deletedListeners.delete(listener)
      }
    },
    reportSignedOut,
    ...lateCalls<MailedCalls>(
      {
        forgotPassword: true,
        resetPassword: true,
        verifyEmail: true,
        unlock: true,
        verifyNewEmail: true,
      },
      async () =>
        (await import('./mailed-calls.ts')).createMailedCalls({ api, httpClient, enterWith }),
    ),
  }
  return session
}

/** ISO 8601 → ms since 1970; undefined if it is none. */
function readMoment(text: string | undefined): number | undefined {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? undefined : at
}
