/** Several data calls in one request: an array in order, each with its request-token in its extensions. */
import { jsonIn } from '../../../rules/json-in.ts'
import type { BatchedRequest, Batches, Outcome } from '../../offline/sync/network.ts'
import { operationName } from '../../offline/sync/track-calls.ts'
import type { HttpClient } from '../http-client.ts'
import type { QueryText } from '../query-text.ts'
import { fetchInTime, type Timeouts, withUpload } from '../timeouts.ts'
import { accountHeader } from './account-header.ts'
import { type CallNeeds, csrfRefusal, outcomeOf, outcomeOfThrown } from './outcome.ts'

interface BatchesParts {
  readonly httpClient: HttpClient
  readonly now: () => number
  readonly timeouts: Timeouts
  readonly queryOf: QueryText
}

/** Browsers carry at most 64 KiB over the closing of a page, whatever else is on its way included. */
const mostBytes = 56_000
const most = 100

type Answered = Awaited<ReturnType<Batches['send']>>

export function createBatches({ httpClient, now, timeouts, queryOf }: BatchesParts): Batches {
  function partOf({ document, variables, requestToken, dependsOn }: BatchedRequest): string {
    return JSON.stringify({
      operationName: operationName(document),
      query: queryOf(document, variables),
      variables,
      extensions: { requestToken, ...(dependsOn.length > 0 && { dependsOn }) },
    })
  }

  async function sendOnce(
    requests: readonly BatchedRequest[],
    { account, signal: outer }: Parameters<Batches['send']>[1],
  ): Promise<Answered> {
    const body = `[${requests.map(partOf).join(',')}]`
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      ...accountHeader(account),
    }
    const needs = { note: '', now }
    try {
      const response = await fetchInTime(
        signal => httpClient.fetch('/graphql', { method: 'POST', headers, body, signal }),
        withUpload(timeouts, bytesOf(body)),
        outer,
      )
      return outcomesOf(response, jsonIn(await response.text()), requests, needs)
    } catch (thrown) {
      return outcomeOfThrown(thrown, needs)
    }
  }

  return {
    fitting(requests) {
      let bytes = 2
      const tooMany = requests.slice(0, most).findIndex(request => {
        bytes += bytesOf(partOf(request)) + 1
        return bytes > mostBytes
      })
      return tooMany < 0 ? Math.min(requests.length, most) : Math.max(1, tooMany)
    },
    async send(requests, options) {
      const first = await sendOnce(requests, options)
      if (first !== csrfRefusal) return first
      httpClient.discardToken()
      const second = await sendOnce(requests, options)
      return second === csrfRefusal ? { kind: 'outage', cause: 'unreachable' } : second
    },
  }
}

function outcomesOf(
  response: Pick<Response, 'status' | 'headers'>,
  body: unknown,
  requests: readonly BatchedRequest[],
  { now }: CallNeeds,
): Answered {
  if (Array.isArray(body) && body.length === requests.length) {
    return requests.map(({ note }, at): Outcome<unknown> => {
      // Each is as good as an answer of its own; only the pause that is asked for is said once for all.
      const own = { status: 200, headers: response.headers }
      return outcomeOf(own, body[at], { note, now })
    })
  }
  const whole = outcomeOf<never>(response, body, { note: '', now })
  return whole.kind === 'answer' ? { kind: 'outage', cause: 'not-ours' } : whole
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}
