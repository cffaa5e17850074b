/**
 * GraphQL over HTTP (spec section 7): graphql-http's core handler, and graphql-sse's for whoever accepts
 * text/event-stream, on the same address. Both run what `operations.ts` runs.
 */
import { GraphQLError, getOperationAST, subscribe } from 'graphql'
import { createHandler, type Response as HttpResponse } from 'graphql-http'
import { createHandler as createStreamHandler, type Response as StreamResponse } from 'graphql-sse'
import type { Database } from '../db/open.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { describeError, type Log } from '../log.ts'
import type { Mails } from '../mail/mails.ts'
import type { Now, Random } from '../surroundings.ts'
import { internalSentence, toAnswerError } from './answer-errors.ts'
import { createDocuments } from './documents.ts'
import { createExecutableSchema } from './executable-schema.ts'
import { createLive, type Listener } from './live.ts'
import { type Call, type CallArgs, createOperations } from './operations.ts'
import { checkVariables } from './variables.ts'

export interface GraphqlParts {
  readonly db: Database
  readonly now: Now
  readonly random: Random
  readonly log: Log
  readonly jobs: Jobs
  readonly mails: Mails
}

export interface Graphql {
  /**
   * The answer to a request for /graphql; CSRF, body size and time-outs are seen to before. `caller` as the
   * session says; nobody is answered with 401, and so is who names another in the header `x-account`: a tab
   * that has not heard of a change of account must not speak for the wrong person.
   */
  handle(request: Request, caller: Listener | undefined): Promise<Response>
  /** Ends the event streams and waits for announcements that are under way. */
  close(): Promise<void>
}

export function createGraphql({ db, now, random, log, jobs, mails }: GraphqlParts): Graphql {
  const schema = createExecutableSchema()
  const documents = createDocuments(schema)
  const live = createLive(db, now, log)
  const operations = createOperations({
    database: db,
    schema,
    live,
    now,
    random,
    log,
    jobs,
    mails,
  })

  /** What is to be run, or why not: decided before anything runs. */
  function prepare(
    request: Request,
    caller: Listener,
    { query, operationName, variables }: OperationRequest,
  ): CallArgs | readonly GraphQLError[] {
    const read = documents(query)
    if ('errors' in read) return read.errors
    const operation = getOperationAST(read.document, operationName)
    if (!operation) return [new GraphQLError('Say by operationName which operation is meant.')]
    const errors = checkVariables(schema, operation, variables ?? {})
    if (errors.length > 0) return errors
    const token = request.headers.get('request-token')
    return {
      schema,
      document: read.document,
      operationName,
      variableValues: variables,
      contextValue: { caller, token },
    }
  }

  const answer = createHandler<Request, Listener, Call>({
    onSubscribe(req, params) {
      const args = prepare(req.raw, req.context, params)
      return isErrors(args) ? refuseRequest(req.raw, args) : args
    },
    execute: args => operations.execute(args as CallArgs),
    formatError: error => (error instanceof Error ? toAnswerError(error) : error),
  })

  const stream = createStreamHandler<Request, Listener, Call>({
    // Distinct connections: every stream is a request of its own.
    authenticate: () => null,
    onSubscribe(req, params) {
      const args = prepare(req.raw, req.context, params)
      return isErrors(args) ? refuseStream(args) : args
    },
    // Validated already, within limits.
    validate: () => [],
    execute: args => operations.execute(args as CallArgs),
    async subscribe(args) {
      const contextValue = await operations.streamContext((args as CallArgs).contextValue)
      return subscribe({ ...args, contextValue })
    },
  })

  async function respond(request: Request, caller: Listener): Promise<Response> {
    const message = {
      method: request.method,
      url: request.url,
      body: () => request.text(),
      raw: request,
      context: caller,
    }
    if (!wantsStream(request)) {
      const [body, init] = await answer({ ...message, headers: request.headers })
      return new Response(body, init)
    }
    // graphql-sse compares the header to the letter.
    const headers = new Headers(request.headers)
    headers.set('accept', eventStream)
    const [body, init] = await stream({ ...message, headers })
    if (body === null || typeof body === 'string') return new Response(body, init)
    return new Response(toByteStream(body, request.signal), { headers: streamHeaders })
  }

  return {
    async handle(request, caller) {
      if (!caller) return refuseStranger(request, 'Sign in first.')
      const account = request.headers.get('x-account')
      if (account !== null && account !== String(caller.viewer.id)) {
        return refuseStranger(request, 'Somebody else is signed in here. Sign in again.')
      }
      try {
        return await respond(request, caller)
      } catch (error) {
        log.error(describeError(error), 'a request failed')
        const failure = { message: internalSentence, extensions: { code: 'INTERNAL' } }
        return Response.json({ errors: [failure] }, { status: 500 })
      }
    },
    async close() {
      live.close()
      await operations.close()
    },
  }
}

interface OperationRequest {
  readonly query: string
  readonly operationName?: string | null | undefined
  readonly variables?: Record<string, unknown> | null | undefined
}

function isErrors(
  prepared: CallArgs | readonly GraphQLError[],
): prepared is readonly GraphQLError[] {
  return Array.isArray(prepared)
}

const eventStream = 'text/event-stream'

function wantsStream(request: Request): boolean {
  return (request.headers.get('accept') ?? '').toLowerCase().includes(eventStream)
}

const streamHeaders = {
  'content-type': `${eventStream}; charset=utf-8`,
  // A proxy that collects events first would make them late.
  'x-accel-buffering': 'no',
}

const newerType = 'application/graphql-response+json'

/** The first that the client names of the two, as graphql-http takes it. */
function answerType(request: Request): string {
  const accepted = (request.headers.get('accept') ?? '').toLowerCase().split(',')
  const named = accepted
    .map(type => type.split(';')[0]?.trim() ?? '')
    .find(type => [newerType, 'application/json', 'application/*', '*/*'].includes(type))
  return named === newerType ? newerType : 'application/json'
}

/**
 * What cannot be run: 400 in the newer media type, 200 in the older one, as the specification has it. Not
 * left to graphql-http, which knows errors by their class and so depends on there being one copy of it.
 */
function refuseRequest(request: Request, errors: readonly GraphQLError[]): HttpResponse {
  const type = answerType(request)
  const [status, statusText] = type === newerType ? [400, 'Bad Request'] : [200, 'OK']
  const headers = { 'content-type': `${type}; charset=utf-8` }
  return [JSON.stringify({ errors: errors.map(toAnswerError) }), { status, statusText, headers }]
}

function refuseStranger(request: Request, message: string): Response {
  const error = { message, extensions: { code: 'UNAUTHENTICATED' } }
  return new Response(JSON.stringify({ errors: [error] }), {
    status: 401,
    headers: { 'content-type': `${answerType(request)}; charset=utf-8` },
  })
}

function refuseStream(errors: readonly GraphQLError[]): StreamResponse {
  return [
    JSON.stringify({ errors: errors.map(toAnswerError) }),
    {
      status: 400,
      statusText: 'Bad Request',
      headers: { 'content-type': 'application/json; charset=utf-8' },
    },
  ]
}

function toByteStream(
  messages: AsyncGenerator<string, void, undefined>,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const stop = () => void messages.return()
  signal.addEventListener('abort', stop, { once: true })
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await messages.next()
      if (value) controller.enqueue(encoder.encode(value))
      if (done) controller.close()
    },
    cancel: stop,
  })
}
