/** The data calls of the offline core over HTTP. */
import type { DocumentNode, TypedDocumentNode } from '@apollo/client'
import { jsonIn } from '../../../rules/json-in.ts'
import type { Network, Outcome, SendOptions } from '../../offline/sync/network.ts'
import { operationName } from '../../offline/sync/track-calls.ts'
import type { HttpClient } from '../http-client.ts'
import { createQueryText } from '../query-text.ts'
import { fetchInTime, type Timeouts, withUpload } from '../timeouts.ts'
import { accountHeader } from './account-header.ts'
import { createBatches } from './batches.ts'
import { type ChangedDocument, listenForChanges } from './event-stream.ts'
import { csrfRefusal, outcomeOf, outcomeOfThrown } from './outcome.ts'

export interface DataNetworkParts {
  readonly httpClient: HttpClient
  /** The subscription of the contract that says which unit moved. */
  readonly changed: ChangedDocument
  /** Called when a request that a person waits for is answered 401. */
  readonly reportSignedOut: () => void
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly timeouts?: Timeouts
}

/** A data call: 15 s of silence, 2 minutes in all, 64 MiB; more time where it carries much. */
const callTimeouts: Timeouts = { silenceMs: 15_000, totalMs: 120_000, maxBytes: 64 * 1024 * 1024 }
/** The server says something every 12 s, so that a connection that died unnoticed is found out. */
const streamTimeouts: Timeouts = { silenceMs: 30_000 }

export function createDataNetwork(parts: DataNetworkParts): Network {
  const { httpClient, now } = parts
  const queryOf = createQueryText()
  const timeouts = parts.timeouts ?? callTimeouts

  async function sendOnce<Answer>(
    document: DocumentNode,
    variables: object,
    { requestToken, note, signal: outer, account }: SendOptions,
  ): Promise<Outcome<Answer>> {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      // Of the thing the person did, the same on every try.
      'request-token': requestToken,
      ...accountHeader(account),
    }
    const body = JSON.stringify({
      operationName: operationName(document),
      query: queryOf(document, variables),
      variables,
    })
    try {
      const response = await fetchInTime(
        signal => httpClient.fetch('/graphql', { method: 'POST', headers, body, signal }),
        withUpload(timeouts, new TextEncoder().encode(body).length),
        outer,
      )
      const answer = jsonIn(await response.text())
      // Nothing, said in JSON: as good as no answer.
      if (answer === null) return { kind: 'outage', cause: 'unreachable' }
      return outcomeOf(response, answer, { note, now })
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
      let outcome = await sendOnce<Answer>(document, variables, options)
      if (outcome === csrfRefusal) {
        httpClient.discardToken()
        if (!options.waitedFor) outcome = await sendOnce<Answer>(document, variables, options)
        // Twice in a row is no fault of the edit: it stays, and is tried again later.
        if (outcome === csrfRefusal && !options.waitedFor) {
          outcome = { kind: 'outage', cause: 'unreachable' }
        }
      }
      if (outcome.kind === 'signed-out' && options.waitedFor) parts.reportSignedOut()
      return outcome
    },
    batches: createBatches({ httpClient, now, timeouts, queryOf }),
    listen(listener, account) {
      const subscription = {
        query: queryOf(parts.changed, {}),
        timeouts: streamTimeouts,
        now,
      }
      const named: HttpClient = {
        ...httpClient,
        fetch: (path, request) =>
          httpClient.fetch(path, {
            ...request,
            headers: { ...request.headers, ...accountHeader(account) },
          }),
      }
      return listenForChanges(named, subscription, listener)
    },
  }
}
