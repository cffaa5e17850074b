/** The data calls of the offline core over HTTP: Apollo's HttpLink between small links of ours. */
import type { DocumentNode, TypedDocumentNode } from '@apollo/client'
import { ServerError, ServerParseError } from '@apollo/client/errors'
import { ApolloLink } from '@apollo/client/link'
import { BaseHttpLink } from '@apollo/client/link/http'
import { addTypenameToDocument, DocumentTransform, print } from '@apollo/client/utilities'
import { firstValueFrom } from 'rxjs'
import type { Network, Outcome, SendOptions } from '../offline/sync/network.ts'
import { createBatches } from './batches.ts'
import { type ChangedDocument, listenForChanges } from './event-stream.ts'
import type { HttpClient } from './http-client.ts'
import { inNameOf } from './in-name-of.ts'
import { csrfRefusal, outcomeOf, outcomeOfThrown } from './outcome.ts'
import { jsonIn } from './parse.ts'
import { fetchInTime, type Timeouts, withUpload } from './timeouts.ts'

interface DataNetworkParts {
  readonly httpClient: HttpClient
  /** The subscription of the contract that says which unit moved. */
  readonly changed: ChangedDocument
  /** Called when a request that a person waits for is answered 401. */
  readonly reportSignedOut: () => void
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly timeouts?: Timeouts
  readonly streamTimeouts?: Timeouts
}

/** A data call: 15 s of silence, 2 minutes in all, 64 MiB; more time where it carries much. */
const callTimeouts: Timeouts = { silenceMs: 15_000, totalMs: 120_000, maxBytes: 64 * 1024 * 1024 }
/** The server says something every 12 s, so that a connection that died unnoticed is found out. */
const streamTimeouts: Timeouts = { silenceMs: 30_000 }

export function createDataNetwork(parts: DataNetworkParts): Network {
  const { httpClient, now } = parts
  const withTypenames = new DocumentTransform(addTypenameToDocument)
  const timeouts = parts.timeouts ?? callTimeouts
  const link = ApolloLink.from([createTokenLink(), createHttpClientLink(httpClient, timeouts)])

  async function sendOnce<Answer>(
    query: DocumentNode,
    variables: object,
    { requestToken, note, signal, account }: SendOptions,
  ): Promise<Outcome<Answer>> {
    let response: Response | undefined
    const context = {
      requestToken,
      account,
      signal,
      onResponse(answered: Response) {
        response = answered
      },
    }
    const request = { query, variables: { ...variables }, context }
    try {
      const body = await firstValueFrom(ApolloLink.execute(link, request, noClient))
      if (response === undefined)
        throw new Error('The answer of the server could not be read. Try again.')
      return outcomeOf(response, body, { note, now })
    } catch (thrown) {
      if (ServerError.is(thrown) || ServerParseError.is(thrown)) {
        return outcomeOf(thrown.response, jsonIn(thrown.bodyText), { note, now })
      }
      return outcomeOfThrown(thrown, { note, now })
    }
  }

  return {
    async send<Answer, Variables extends object>(
      document: TypedDocumentNode<Answer, Variables>,
      variables: Variables,
      options: SendOptions,
    ): Promise<Outcome<Answer>> {
      const query = withTypenames.transformDocument(document)
      let outcome = await sendOnce<Answer>(query, variables, options)
      if (outcome === csrfRefusal) {
        httpClient.discardToken()
        if (!options.waitedFor) outcome = await sendOnce<Answer>(query, variables, options)
        // Twice in a row is no fault of the edit: it stays, and is tried again later.
        if (outcome === csrfRefusal && !options.waitedFor) {
          outcome = { kind: 'outage', cause: 'unreachable' }
        }
      }
      if (outcome.kind === 'signed-out' && options.waitedFor) parts.reportSignedOut()
      return outcome
    },
    batches: createBatches({ httpClient, now, timeouts, withTypenames }),
    listen(listener, account) {
      const subscription = {
        query: print(withTypenames.transformDocument(parts.changed)),
        timeouts: parts.streamTimeouts ?? streamTimeouts,
        now,
      }
      const named: HttpClient = {
        ...httpClient,
        fetch: (path, request) =>
          httpClient.fetch(path, {
            ...request,
            headers: { ...request.headers, ...inNameOf(account) },
          }),
      }
      return listenForChanges(named, subscription, listener)
    },
  }
}

/** None of our links looks at the client, and the whole of ApolloClient would only add to the first load. */
const noClient = {} as ApolloLink.ExecuteContext

/** The request-token of the thing the person did, the same on every try. */
function createTokenLink(): ApolloLink {
  return new ApolloLink((operation, forward) => {
    operation.setContext(({ headers, requestToken, account }) => ({
      headers: { ...headers, 'request-token': requestToken, ...inNameOf(account) },
    }))
    return forward(operation)
  })
}

/** HTTP through the client, so that the common headers and the timeouts hold for each data call. */
function createHttpClientLink(httpClient: HttpClient, timeouts: Timeouts): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const { signal: outer, onResponse } = operation.getContext()
    const http = new BaseHttpLink({
      uri: '/graphql',
      async fetch(path, init) {
        const headers = Object.fromEntries(new Headers(init?.headers))
        const body = String(init?.body)
        const response = await fetchInTime(
          signal => httpClient.fetch(String(path), { method: 'POST', headers, body, signal }),
          withUpload(timeouts, new TextEncoder().encode(body).length),
          outer,
        )
        onResponse(response)
        return response
      },
    })
    return http.request(operation, forward)
  })
}
