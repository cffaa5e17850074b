/**
 * The data calls in stub mode (spec section 7): each operation as a REST request beneath /v1, its answer back in
 * the shape that the operation asks for. There is no event stream: nobody else changes anything there.
 */
import type { DocumentNode, TypedDocumentNode } from '@apollo/client'
import { addTypenameToDocument } from '@apollo/client/utilities'
import { Kind, type SelectionSetNode } from 'graphql'
import type { Network, Outcome, SendOptions } from '../offline/sync/network.ts'
import { operationName } from '../offline/sync/track-calls.ts'
import { accountHeader } from './data/account-header.ts'
import { outcomeOf, outcomeOfThrown } from './data/outcome.ts'
import type { HttpClient } from './http-client.ts'
import { fieldIn } from './parse.ts'
import { type RestRequest, restRequest } from './rest-paths.ts'

interface RestNetworkParts {
  readonly httpClient: Pick<HttpClient, 'fetch'>
  /** Called when a request that a person waits for is answered 401. */
  readonly reportSignedOut: () => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** As the specification has it. */
const timeoutMs = 10_000

export function createRestNetwork(parts: RestNetworkParts): Network {
  const { httpClient, now } = parts

  async function ask<Answer>(
    document: DocumentNode,
    request: RestRequest,
    { note, requestToken, account, signal: outer }: SendOptions,
  ): Promise<Outcome<Answer>> {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await httpClient.fetch(`/v1${request.path}`, {
        method: request.method,
        headers: {
          'content-type': 'application/json',
          'request-token': requestToken,
          ...accountHeader(account),
        },
        ...(request.body !== undefined && { body: request.body }),
        signal: outer ? AbortSignal.any([outer, timeout]) : timeout,
      })
      const body: unknown = await response.json().catch(() => undefined)
      return outcomeOf(response, asGraphql(document, response, body), { note, now })
    } catch (thrown) {
      return outcomeOfThrown(thrown, { note, now })
    }
  }

  return {
    async send<Answer, Variables extends object>(
      document: TypedDocumentNode<Answer, Variables>,
      variables: Variables,
      options: SendOptions,
    ): Promise<Outcome<Answer>> {
      const request = restRequest(operationName(document), Object(variables))
      if (request === undefined) return { kind: 'outage', cause: 'not-ours' }
      const outcome = await ask<Answer>(document, request, options)
      if (outcome.kind === 'signed-out' && options.waitedFor) parts.reportSignedOut()
      return outcome
    },
    listen(listener) {
      let closed = false
      queueMicrotask(() => {
        if (!closed) listener.onOpen()
      })
      return {
        close() {
          closed = true
        },
      }
    },
  }
}

/** The answer as /graphql would have given it; undefined if there was none. */
function asGraphql(
  document: DocumentNode,
  { status }: Pick<Response, 'status'>,
  body: unknown,
): unknown {
  if (body === undefined) return undefined
  if (status !== 200) {
    const { message, ...extensions } = Object(body)
    return { errors: [{ message, extensions }] }
  }
  return { data: toData(document, body) }
}

/**
 * `value` as the answer to the one field of an operation, in its words: where it says `theirStatus: firendStatus`,
 * the record's `firendStatus` is called so. What the record does not have is null.
 */
export function toData(document: DocumentNode, value: unknown): Readonly<Record<string, unknown>> {
  const { definitions } = addTypenameToDocument(document)
  const fragments = new Map(
    definitions.flatMap(one =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet]] : [],
    ),
  )
  const operation = definitions.find(one => one.kind === Kind.OPERATION_DEFINITION)

  function shape(part: unknown, selected: SelectionSetNode | undefined): unknown {
    if (selected === undefined || part === null || part === undefined) return part ?? null
    if (Array.isArray(part)) return part.map(each => shape(each, selected))
    const result: Record<string, unknown> = {}
    for (const one of selected.selections) {
      if (one.kind === Kind.FIELD) {
        const name = (one.alias ?? one.name).value
        result[name] = shape(fieldIn(part, one.name.value), one.selectionSet)
      } else if (one.kind === Kind.FRAGMENT_SPREAD) {
        Object.assign(result, shape(part, fragments.get(one.name.value)))
      }
    }
    return result
  }

  const [field] = operation?.selectionSet.selections ?? []
  if (field?.kind !== Kind.FIELD) return {}
  return { [(field.alias ?? field.name).value]: shape(value, field.selectionSet) }
}
