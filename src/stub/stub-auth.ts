/**
 * The calls under /auth as the household answers them. There is one person; whoever signs in is they. A bearer
 * token, which the tab keeps, stands for a session (spec section 7).
 */

import { dayMs } from '../../rules/days.ts'
import { cleanEmail, emailKey } from '../../rules/people/email.ts'
import { checkSignUp } from '../../rules/people/sign-up.ts'
import { cleanName } from '../../rules/text.ts'
import { textIn } from '../network/parse.ts'
import { demoEmail } from './demo-household.ts'
import type { Fields, HouseholdState } from './home.ts'

export interface AuthRequest {
  /** "POST login" */
  readonly call: string
  readonly fields: Fields
  /** The token that the request carries. */
  readonly bearer: string | undefined
  readonly at: string
  readonly newId: () => string
}

export interface StubAuthAnswer {
  readonly status: number
  readonly body: Fields
  readonly state: HouseholdState
}

type Call = (state: HouseholdState, request: AuthRequest) => Omit<StubAuthAnswer, 'status'>

/** So many tabs stay signed in; whoever signed in longest ago goes first. */
const mostTokens = 50
const sessionMs = 180 * dayMs

const noMail = 'The demo sends no mail.'
const noPasskeys = 'The demo has no passkeys.'
const noProvider = 'The demo knows no other ways to sign in.'
const noInvitation: Call = refuse('The demo knows no invitations.')

const calls: Readonly<Record<string, Call>> = {
  'GET status': (state, { bearer, at }) =>
    bearer !== undefined && state.tokens.includes(bearer)
      ? { state, body: { success: true, user: state.user, sessionEndsAt: endOf(at) } }
      : { state, body: { success: false } },
  'POST login'(state, request) {
    const email = textIn(request.fields, 'username') ?? ''
    const known = [state.user.email, demoEmail].map(emailKey)
    if (known.includes(emailKey(email))) return enter(state, request)
    const message = `This is a demo. Sign in as ${state.user.email} with any password, or create an account.`
    return { state, body: { success: false, field: 'username', message } }
  },
  'POST signup'(state, request) {
    const text = (field: string) => textIn(request.fields, field) ?? ''
    const names = { firstName: text('firstName'), lastName: text('lastName') }
    const issue = checkSignUp({
      ...names,
      email: text('email'),
      phone: text('phone'),
      password: text('password'),
    })
    if (issue) return { state, body: { success: false, ...issue } }
    const user = {
      ...state.user,
      firstName: cleanName(names.firstName),
      lastName: cleanName(names.lastName),
      email: cleanEmail(text('email')),
      phone: text('phone').trim() || null,
    }
    return enter({ ...state, user }, request)
  },
  'GET logout': (state, { bearer, at }) => ({
    state: { ...state, tokens: state.tokens.filter(token => token !== bearer) },
    body: { success: true, time: at, message: 'You are signed out.' },
  }),
  'POST check-account': (state, { fields }) => ({
    state,
    body: {
      success: true,
      message:
        emailKey(textIn(fields, 'email') ?? '') === emailKey(state.user.email) ? 'yes' : 'no',
    },
  }),
  'GET sessions': (state, { at }) => ({
    state,
    body: {
      success: true,
      sessions: [{ id: 'here', browser: 'This browser', seenAt: at, current: true }],
    },
  }),
  'POST sessions/end': refuse('This is the only device of the demo.'),
  'POST sessions/end-others': (state, { bearer }) => ({
    state: { ...state, tokens: state.tokens.filter(token => token === bearer) },
    body: { success: true, message: 'Signed out everywhere else.' },
  }),
  'GET ways-in': state => ({
    state,
    body: { success: true, password: true, provider: null, secondStep: false },
  }),
  'POST confirm': state => ({ state, body: { success: true } }),
  'POST change-email': refuse(noMail),
  'POST change-email/cancel': refuse(noMail),
  'POST second-step': refuse(noPasskeys),
  'GET passkeys': state => ({ state, body: { success: true, passkeys: [] } }),
  'POST passkey/options': refuse(noPasskeys),
  'POST passkey/register-options': refuse(noPasskeys),
  'POST passkey/register': refuse(noPasskeys),
  'POST passkey/remove': refuse(noPasskeys),
  'POST passkey/sign-in': refuse(noPasskeys),
  'GET oauthUser': refuse(noProvider),
  'POST provider/link': refuse(noProvider),
  'POST provider/unlink': refuse(noProvider),
  'POST forgot-password': refuse(noMail),
  'POST resend-verification-email': refuse(noMail),
  'POST reset-password': refuse(noMail),
  'POST verify-user': refuse(noMail),
  'POST verify-new-email': refuse(noMail),
  'POST unlock-account': refuse(noMail),
  'POST contact': refuse('This is a demo: nobody would read the message.'),
}

/** Calls that mean something to whoever is signed in alone. */
const needsSession =
  /^(GET|POST) (sessions|passkeys|passkey\/register|ways-in|confirm|change-email|second-step)/

const signInFirst = {
  success: false,
  message: 'Sign in.',
  errors: [{ message: 'Sign in.', extensions: { code: 'UNAUTHENTICATED' } }],
}

export function answerAuth(state: HouseholdState, request: AuthRequest): StubAuthAnswer {
  const { call, bearer } = request
  const answer = call.startsWith('GET invite/') ? noInvitation : calls[call]
  if (answer === undefined) {
    return { status: 404, state, body: { message: 'There is nothing at this address.' } }
  }
  if (needsSession.test(call) && (bearer === undefined || !state.tokens.includes(bearer))) {
    return { status: 401, state, body: signInFirst }
  }
  return { status: 200, ...answer(state, request) }
}

function enter(state: HouseholdState, { newId, at }: AuthRequest): ReturnType<Call> {
  const token = newId()
  return {
    state: { ...state, tokens: [...state.tokens, token].slice(-mostTokens) },
    body: { success: true, token, user: state.user, sessionEndsAt: endOf(at) },
  }
}

function refuse(message: string): Call {
  return state => ({ state, body: { success: false, message } })
}

function endOf(at: string): string {
  return new Date(Date.parse(at) + sessionMs).toISOString()
}
