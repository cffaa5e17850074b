/**
 * GraphQL over HTTP (spec section 7): graphql-http's core handler, and an event stream for whoever accepts
 * text/event-stream, on the same address. Both run what `operations.ts` runs.
 */
import { createHash } from 'node:crypto'
import { createSourceEventStream, execute, OperationTypeNode } from 'graphql'
import { createHandler, type Response as HttpResponse, parseRequestParams } from 'graphql-http'
import type { Database } from '../../db/open.ts'
import type { Now, Random } from '../../environment.ts'
import { createAccountGate } from '../../gates/account-gate.ts'
import type { AccountProofs } from '../../gates/account-proof.ts'
import type { Attempts } from '../../gates/attempts.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { describeError, type Log } from '../../log.ts'
import type { Mails } from '../../mail/mails.ts'
import type { PushAddress } from '../../notices/push-address.ts'
import { badInput, internalSentence, Refusal, signInFirst } from '../../refusal.ts'
import type { Settings } from '../../settings.ts'
import type { Variables } from '../documents/variables.ts'
import { AccountGone } from '../engine/account-gone.ts'
import { toAnswerError } from '../engine/answer-errors.ts'
import type { Call } from '../engine/contexts.ts'
import { createExecutableSchema } from '../engine/executable-schema.ts'
import { type CallArgs, createOperations } from '../engine/operations.ts'
import { createPrepareOperation, type OperationRequest } from '../engine/prepare-operation.ts'
import { TooMuchAgain } from '../engine/weigh-again.ts'
import { createLive } from '../live.ts'
import type { Announced, Announcements, Listener } from '../live-stream.ts'
import { createAccountSums } from '../people/account-sums.ts'
import { answerBatch, bytesPerRow, toGraphqlError } from './batch-answer.ts'
import { isBatch, requestTokenIn } from './batch-request.ts'
import { streamOfOne, streamResponse, toEvent, wantsStream } from './event-stream.ts'
import {
  answerType,
  refuseMethod,
  refuseRequest,
  refuseStranger,
  refuseStream,
  refuseWithoutBody,
  tooFast,
  toTooFast,
} from './graphql-refusals.ts'

export interface GraphqlParts {
  readonly db: Database
  readonly now: Now
  readonly random: Random
  readonly log: Log
  readonly jobs: Jobs
  readonly mails: Mails
  readonly attempts: Attempts
  readonly push: PushAddress
  readonly settings: Pick<Settings, 'account' | 'smtpUrl'>
  readonly proofs: AccountProofs
  readonly itemsPerAnswer?: number
}

export interface Graphql {
  /**
   * The answer to a request for /graphql; CSRF, body size and time-outs are seen to before. `body` is what a POST
   * brought, and was there before the caller is looked for. `findCaller` tells whose the session is by now; nobody is
   * answered with 401, and so is who names another in the header `x-account`: a tab that has not heard of a change of
   * account must not speak for the wrong person. `whenSent` calls back once the answer has left, or never will.
   */
  handle(
    request: Request,
    body: string,
    findCaller: () => Promise<Listener | undefined>,
    whenSent?: (call: () => void) => void,
  ): Promise<Response>
  /** How many event streams are open. */
  streams(): number
  /** Ends the event streams and waits for announcements that are under way. */
  close(): Promise<void>
}

export function createGraphql(parts: GraphqlParts): Graphql {
  const { db, now, log, settings } = parts
  const schema = createExecutableSchema()
  const live = createLive(db, now, log)
  const gate = createAccountGate(now, settings.account)
  const sums = createAccountSums(now, settings.account)
  const operations = createOperations({
    ...parts,
    database: db,
    live,
    gate,
    sums,
    provesAddresses: parts.settings.smtpUrl !== undefined,
  })

  const prepare = createPrepareOperation({ db, schema, gate, proofs: parts.proofs })

  /** One that comes alone has its request-token in the header or, as in a batch, in its extensions. */
  async function prepareOne(request: Request, caller: Listener, params: SingleRequest) {
    const token = request.headers.get('request-token') ?? requestTokenIn(params.extensions)
    if (token instanceof Refusal) return { errors: [toGraphqlError(token)] }
    return prepare(request, caller, params, token)
  }

  const answer = createHandler<Request, Listener, Call>({
    async onSubscribe(req, params) {
      const prepared = await prepareOne(req.raw, req.context, params)
      if ('refused' in prepared) return tooFast(req.raw, prepared.refused)
      if ('errors' in prepared) return refuseRequest(req.raw, prepared.errors)
      const isStream = prepared.operation.operation === OperationTypeNode.SUBSCRIPTION
      return isStream ? refuseRequest(req.raw, [notAsJson]) : prepared.args
    },
    execute: async args => ({ extensions: { json: await operations.execute(args as CallArgs) } }),
    // JSON already, which graphql-http would take apart and put together again.
    onOperation: (req, _, { extensions }) => [
      String(extensions?.json),
      { ...done, headers: { 'content-type': `${answerType(req.raw)}; charset=utf-8` } },
    ],
    formatError: error => (error instanceof Error ? toAnswerError(error) : error),
  })

  async function respondToBatch(request: Request, caller: Listener, batch: string) {
    // It would be nobody's, and a change without a token is made each time that it comes.
    if (request.headers.has('request-token')) {
      return new Response(...refuseRequest(request, [tokenOfBatch]))
    }
    try {
      return await answerBatch(caller.viewer.id, batch, {
        operations,
        gate,
        prepare: (one, before) => prepare(request, caller, one, one.token, before),
        tooFast: toTooFast,
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return new Response(...refuseRequest(request, [toGraphqlError(error)]))
    }
  }

  async function respond(request: Request, text: string, caller: Listener): Promise<Response> {
    if (isJsonPost(request) && isBatch(text)) return respondToBatch(request, caller, text)
    const [body, init] = await answer(toMessage(request, text, caller))
    // A change by GET is refused there in words without a code.
    if (body === null || init.status === 405) return refuseWithoutBody(request, init)
    return chargedResponse(caller, body, init)
  }

  /** By its length: of what was not counted before, as `changes`, it is known only now. */
  function chargedResponse(caller: Listener, body: string, init: HttpResponse[1]): Response {
    const length = Buffer.byteLength(body)
    gate.charge(caller.viewer.id, { rows: length / bytesPerRow, written: 0 })
    const headers = { ...init.headers, 'content-length': String(length) }
    return new Response(body, { ...init, headers })
  }

  async function respondByStream(
    request: Request,
    text: string,
    caller: Listener,
  ): Promise<Response> {
    if (isJsonPost(request) && isBatch(text)) return refuseStream([notAsStream])
    const params = await readParams(toMessage(request, text, caller))
    if ('response' in params) return refuseWithoutBody(request, params.response[1])
    const prepared = await prepareOne(request, caller, params)
    if ('refused' in prepared) return new Response(...tooFast(request, prepared.refused))
    if ('errors' in prepared) return refuseStream(prepared.errors)
    const { operation, args } = prepared
    if (operation.operation !== OperationTypeNode.SUBSCRIPTION) {
      if (operation.operation === OperationTypeNode.MUTATION && request.method === 'GET') {
        return refuseMethod(request, 'POST')
      }
      // Known as a whole, so that it is made within its turn, and keeps it until it is read.
      const { body, headers } = streamOfOne(await operations.execute(args))
      return chargedResponse(caller, body, { ...done, headers })
    }
    const asked = fingerprintOf(params, prepared.variables)
    const contextValue = await operations.streamContext(args.contextValue)
    const source = await createSourceEventStream({ ...args, contextValue })
    if (!(Symbol.asyncIterator in source)) return refuseStream(source.errors ?? [])
    const tell = (announced: Announced) =>
      announced.share(`event ${announced.brings} ${announced.alike} ${asked}`, async () => {
        const told = await execute({ ...args, contextValue, rootValue: announced })
        const { data = null, errors } = told
        // Errors in the stream read as they do anywhere else.
        return toEvent(
          JSON.stringify(errors ? { errors: errors.map(toAnswerError), data } : { data }),
        )
      })
    // It is what the resolver of `changed` listens with.
    return streamResponse(source as Announcements, tell, request.signal)
  }

  return {
    async handle(request, body, findCaller, whenSent) {
      let caller = await findCaller()
      if (!caller) return refuseStranger(request, signInFirst)
      const account = request.headers.get('x-account')
      if (account !== null && account !== String(caller.viewer.id)) {
        return refuseStranger(request, 'Somebody else is signed in here. Sign in again.')
      }
      const turn = await gate.enter(caller.viewer.id, request)
      if ('retryAfterSeconds' in turn) return new Response(...tooFast(request, turn))
      let holds = false
      try {
        // The session may have ended while others had their turns.
        if (turn.hasWaited) caller = await findCaller()
        if (!caller) return refuseStranger(request, signInFirst)
        // Taking it apart has its price, whatever becomes of it.
        gate.charge(caller.viewer.id, { rows: body.length / bytesPerRow, written: 0 })
        const byStream = wantsStream(request)
        const response = await (byStream
          ? respondByStream(request, body, caller)
          : respond(request, body, caller))
        const length = Number(response.headers.get('content-length') ?? 0)
        // An answer that lies in memory until it is read keeps its turn.
        holds = whenSent !== undefined && length > smallBytes
        if (holds) whenSent?.(turn.leave)
        return response
      } catch (error) {
        if (error instanceof AccountGone) return refuseStranger(request, signInFirst)
        if (error instanceof TooMuchAgain) {
          return new Response(...tooFast(request, error.refused))
        }
        log.error(describeError(error), 'a request failed')
        const failure = { message: internalSentence, extensions: { code: 'INTERNAL' } }
        return Response.json({ errors: [failure] }, { status: 500 })
      } finally {
        if (!holds) turn.leave()
      }
    },
    streams: live.count,
    async close() {
      live.close()
      await operations.close()
    },
  }
}

/** What a connection takes without being read from. */
const smallBytes = 65_536

function toMessage(request: Request, body: string, context: Listener) {
  const { method, url, headers } = request
  return { method, url, headers, body: () => body, raw: request, context }
}

interface SingleRequest extends OperationRequest {
  readonly extensions?: Record<string, unknown> | null | undefined
}

type Params = SingleRequest | { readonly response: HttpResponse }

async function readParams(message: ReturnType<typeof toMessage>): Promise<Params> {
  try {
    const params = await parseRequestParams(message)
    return Array.isArray(params) ? { response: params as HttpResponse } : (params as SingleRequest)
  } catch {
    return { response: [null, { status: 400, statusText: 'Bad Request' }] }
  }
}

/**
 * The same for whoever asks the same: what all are told of one change is made once. Of the variables only those that
 * the document takes: others may nest without end.
 */
function fingerprintOf({ query, operationName }: OperationRequest, variables: Variables): string {
  const text = JSON.stringify([query, operationName, variables])
  return createHash('sha256').update(text).digest('base64')
}

function misplaced(field: string, message: string) {
  return toGraphqlError(badInput({ field, message }))
}

const notAsJson = misplaced(
  'accept',
  'A subscription comes as an event stream: send Accept: text/event-stream.',
)
const notAsStream = misplaced('accept', 'A batch is answered as JSON, not as an event stream.')
const tokenOfBatch = misplaced(
  'request-token',
  'In a batch each request has its own request-token, in its extensions: send no header.',
)

const done = { status: 200, statusText: 'OK' } as const

function isJsonPost({ method, headers }: Request): boolean {
  return method === 'POST' && /^application\/json\b/i.test(headers.get('content-type') ?? '')
}
