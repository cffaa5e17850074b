/**
 * The server of stub mode as one function from request to answer: /v1, /auth and /csrftoken out of one household.
 * msw hands it what the page asks; tests ask it themselves.
 */
import { isRecord } from '../../rules/is-record.ts'
import { jsonIn } from '../../rules/json-in.ts'
import { findRestCall } from '../network/rest-paths.ts'
import { makeDemoHousehold } from './demo-household.ts'
import { type Fields, type HouseholdState, StubRefusal } from './home.ts'
import { askHousehold } from './household.ts'
import type { HouseholdStore } from './household-store.ts'
import { answerAuth } from './stub-auth.ts'

export interface StubServer {
  /** Undefined for what is none of its addresses. */
  answer(request: Request): Promise<Response | undefined>
}

interface StubServerParts {
  readonly store: HouseholdStore
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly newId: () => string
}

/** One answer, and the household after it; undefined if it is no more. */
interface Answered {
  readonly response: Response
  readonly state: HouseholdState | undefined
}

const statuses = {
  BAD_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
} as const

const nothingHere = 'There is nothing at this address.'

export function createStubServer({ store, now, newId }: StubServerParts): StubServer {
  const moment = () => new Date(now()).toISOString()

  async function answerData(
    request: Request,
    path: string,
    state: HouseholdState,
  ): Promise<Answered> {
    const fail = (refusal: StubRefusal) => ({ state, response: refused(refusal) })
    const call = findRestCall(request.method, path)
    if (call === undefined) return fail(new StubRefusal('NOT_FOUND', nothingHere))
    const bearer = bearerOf(request)
    if (bearer === undefined || !state.tokens.includes(bearer)) {
      return fail(new StubRefusal('UNAUTHENTICATED', 'Sign in.'))
    }
    try {
      const fields = await readBody(request)
      const { value, state: after } = askHousehold(state, {
        operation: call.operation,
        fields: { ...fields, ...call.ids },
        at: moment(),
        newId,
        requestToken: request.headers.get('request-token') ?? newId(),
      })
      return { state: after, response: Response.json(value) }
    } catch (thrown) {
      if (thrown instanceof StubRefusal) return fail(thrown)
      const why = thrown instanceof Error ? thrown.message : String(thrown)
      const body = { code: 'INTERNAL', message: `Something went wrong in this browser: ${why}` }
      return { state, response: Response.json(body, { status: 500 }) }
    }
  }

  async function answerPath(
    request: Request,
    path: string,
    state: HouseholdState,
  ): Promise<Answered> {
    if (path.startsWith('/v1/')) return answerData(request, path.slice('/v1'.length), state)
    const {
      status,
      body,
      state: after,
    } = answerAuth(state, {
      call: `${request.method} ${path.slice('/auth/'.length)}`,
      fields: await readBody(request).catch(() => ({})),
      bearer: bearerOf(request),
      at: moment(),
      newId,
    })
    return { state: after, response: Response.json(body, { status }) }
  }

  return {
    async answer(request) {
      const path = new URL(request.url).pathname
      // There is nobody to guard against: no other page sends the tab's token.
      if (path === '/csrftoken') return new Response('no-csrf-in-stub-mode')
      if (!path.startsWith('/v1/') && !path.startsWith('/auth/')) return undefined
      return store.change(async stored => {
        const state = stored ?? makeDemoHousehold({ at: moment(), newId })
        const { response, state: after } = await answerPath(request, path, state)
        return { state: after, result: response }
      })
    },
  }
}

function refused({ code, message, details }: StubRefusal): Response {
  return Response.json({ code, message, ...details }, { status: statuses[code] })
}

function bearerOf(request: Request): string | undefined {
  return /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
}

/** Nothing is an empty object. */
async function readBody(request: Request): Promise<Fields> {
  const text = await request.text()
  if (text === '') return {}
  const body = jsonIn(text)
  // A deletion may bring its ids bare.
  if (Array.isArray(body)) return { ids: body }
  if (isRecord(body)) return body
  throw new StubRefusal('BAD_INPUT', 'The body of the request is not a JSON object.')
}
