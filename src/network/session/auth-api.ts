/** The calls under /auth (spec section 7): JSON in and out, each with a time-out. */
import type { CallStates } from '../../offline/sync/call-states.ts'
import { AnswerFault } from '../data/outcome.ts'
import {
  csrfSentence,
  isCsrfRefusal,
  lostCookiesSentence,
  messageOf,
  noAnswerSentence,
  noCookiesSentence,
  ownMessage,
  saysSignedOut,
} from '../errors.ts'
import type { DoorRequest, SessionClient } from '../http-client.ts'
import { fieldIn, textIn } from '../parse.ts'
import { keepsCookies } from './keeps-cookies.ts'

export type AuthAnswer =
  | { readonly kind: 'success'; readonly body: unknown; readonly message: string | undefined }
  /** `success: false`, or too many tries. */
  | {
      readonly kind: 'refused'
      readonly message: string
      readonly field?: string
      /** What a next step follows from: UNVERIFIED, EXPIRED and the like. */
      readonly reason?: string
    }
  | { readonly kind: 'no-answer'; readonly message: string }
  /** 401: there is no session. */
  | { readonly kind: 'signed-out'; readonly message: string }

export interface AuthApi {
  /** `note` is the default note of the call, for an answer that carries no message. */
  get(path: string, note: string, headers?: Readonly<Record<string, string>>): Promise<AuthAnswer>
  post(path: string, body: object, note: string): Promise<AuthAnswer>
  /** Ends the session, now or at the next contact. Never throws. */
  logout(): Promise<void>
}

interface AuthApiParts {
  readonly httpClient: Pick<SessionClient, 'fetch' | 'discardToken' | 'hasToken' | 'leaveSession'>
  /** Told of each call under the last part of its path: "login". */
  readonly calls: CallStates
  /** Told of each 401: a person waits for every answer of these calls. A sign-out does not ask for one. */
  readonly onSignedOut?: () => void
  /** What shows that a person asks, for one call; a body with `recaptcha` carries it. */
  readonly takeCaptcha?: () => string
  /** 10,000 as the specification has it. */
  readonly timeoutMs?: number
  /** False where no session can be kept. */
  readonly canSignIn?: () => boolean
}

type AuthRequest = Pick<DoorRequest, 'method' | 'body' | 'headers'>

export function createAuthApi({
  httpClient,
  calls,
  onSignedOut,
  takeCaptcha = () => '',
  timeoutMs = 10_000,
  canSignIn = () => keepsCookies(document),
}: AuthApiParts): AuthApi {
  /** Of the call before. */
  let isTokenRefused = false

  async function ask(path: string, note: string, request: AuthRequest): Promise<AuthAnswer> {
    const call = calls.begin(path.slice(path.lastIndexOf('/') + 1))
    const answer = await askDoor(path, note, request)
    if (answer.kind === 'success') call.completed()
    else call.failed(answer.message)
    if (answer.kind === 'signed-out') onSignedOut?.()
    return answer
  }

  async function askDoor(path: string, note: string, request: AuthRequest): Promise<AuthAnswer> {
    // Its token is fetched for this call: one that others had meanwhile may have run out, as that of before.
    const isSecondTry = isTokenRefused && !httpClient.hasToken()
    try {
      const response = await httpClient.fetch(path, {
        ...request,
        signal: AbortSignal.timeout(timeoutMs),
      })
      const body: unknown = await response.json().catch(() => undefined)
      if (isCsrfRefusal(response.status, body)) {
        httpClient.discardToken()
        isTokenRefused = true
        const again = isSecondTry ? lostCookiesSentence : csrfSentence
        return { kind: 'refused', message: canSignIn() ? again : noCookiesSentence }
      }
      // Of what is read the server asks for no token.
      if (request.method === 'POST') isTokenRefused = false
      return answerOf(response.status, body, note)
    } catch (thrown) {
      // What a session that was left still has to say to the server comes first, with a token of its own.
      if (thrown instanceof AnswerFault && isCsrfRefusal(thrown.response.status, thrown.body)) {
        return { kind: 'refused', message: canSignIn() ? lostCookiesSentence : noCookiesSentence }
      }
      const failure = { message: ownMessage(thrown) }
      return { kind: 'no-answer', message: messageOf(undefined, failure, noAnswerSentence) }
    }
  }

  function answerOf(status: number, body: unknown, note: string): AuthAnswer {
    const message = messageOf(body, undefined, note)
    if (status === 401 && saysSignedOut(body)) return { kind: 'signed-out', message }
    const success = fieldIn(body, 'success')
    if (status === 200 && success === true) {
      return { kind: 'success', body, message: textIn(body, 'message') }
    }
    if (success === false && (status === 200 || status === 429)) {
      const field = textIn(body, 'field')
      const reason = textIn(body, 'reason')
      return {
        kind: 'refused',
        message,
        ...(field === undefined ? {} : { field }),
        ...(reason === undefined ? {} : { reason }),
      }
    }
    // Without JSON it is no answer of this server.
    const silent = body === undefined ? noAnswerSentence : note
    return { kind: 'no-answer', message: messageOf(body, undefined, silent) }
  }

  return {
    get: (path, note, headers) =>
      ask(path, note, { method: 'GET', ...(headers ? { headers } : {}) }),
    post: (path, body, note) =>
      ask(path, note, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify('recaptcha' in body ? { ...body, recaptcha: takeCaptcha() } : body),
      }),
    async logout() {
      const call = calls.begin('logout')
      if (await httpClient.leaveSession(AbortSignal.timeout(timeoutMs))) call.completed()
      else call.failed(noAnswerSentence)
    },
  }
}
