/** A device's way to the real server in process, through the product's own data network, with faults. */
import { addTypenameToDocument, print } from '@apollo/client/utilities'
import { ChangedDocument, ChangesDocument } from '../../../src/generated/operations.ts'
import { createDataNetwork } from '../../../src/network/data/data-network.ts'
import type { Batches, Hint, HintListener, Network } from '../../../src/offline/sync/network.ts'
import type { TestClient } from '../server/client.ts'

/** What happens to the next request that changes or asks something. */
export type Fault =
  /** It never arrives. */
  | 'lost'
  /** It is done, and the answer is lost. */
  | 'answer-lost'
  /** It arrives twice, one after the other; the second answer comes back. */
  | 'doubled'
  /** It is done and answered with 500. */
  | 'server-error'
  /** It is done, and the answer comes only after everything else has happened. */
  | 'late'
  /** Not taken: the session is said to be over, or the server asks for half a minute. */
  | 'signed-out'
  | 'busy'

export interface SimNetwork extends Network {
  batches?: Batches
  connected: boolean
  /** Faults of the next requests, in this order; undefined lets one through. */
  readonly faults: (Fault | undefined)[]
  /** Requests under way. */
  inFlight: number
  /** Request-tokens of mutations as they reached the server, each delivery. */
  readonly delivered: string[]
  /** Lets late answers arrive. */
  releaseLate(): void
  /** Tells the listener that something moved, as the event stream would. */
  hint(hint: Hint): void
  /** The same, when late answers arrive. */
  hintLate(hint: Hint): void
  /** What the event stream would say of a list now, with what changed since the revision before. */
  hintOf(listId: string): Promise<Hint | undefined>
}

export function createSimNetwork(
  client: TestClient,
  alive: () => boolean,
  reportSignedOut: () => void = () => {},
  /** Resolves when the page is thawed; undefined where it is not frozen. */
  thawed: () => Promise<void> | undefined = () => undefined,
): SimNetwork {
  const never = new Promise<never>(() => {})
  let held: (() => void)[] = []
  let listeners: HintListener[] = []

  let token: string | undefined

  async function once(path: string, init: RequestInit): Promise<Response> {
    token ??= (await client.get('/csrftoken')).text
    const headers = { ...Object(init.headers), 'x-csrf-token': token }
    return client.fetch(path, { ...init, headers })
  }

  /** Whoever waits for this is not busy: nothing happens until somebody lets it go. */
  async function hold() {
    simulated.inFlight--
    await new Promise<void>(resolve => held.push(resolve))
    simulated.inFlight++
  }

  /** What is answered to a page that is frozen. */
  async function untilThawed() {
    for (let pause = thawed(); pause; pause = thawed()) {
      simulated.inFlight--
      await pause
      simulated.inFlight++
    }
  }

  const simulated: SimNetwork = {
    ...createDataNetwork({
      httpClient: {
        async fetch(path, { method, headers = {}, body }) {
          if (!alive()) return never
          if (!simulated.connected) throw new TypeError('Failed to fetch')
          const fault = simulated.faults.shift()
          if (fault === 'lost') throw new TypeError('Failed to fetch')
          if (fault === 'signed-out') return refusal(401, 'UNAUTHENTICATED')
          if (fault === 'busy') return refusal(429, 'RATE_LIMITED', { 'retry-after': '30' })
          const init = { method, headers, ...(body !== undefined && { body }) }
          simulated.delivered.push(...tokensOf(headers, body))
          let response = await once(path, init)
          if (fault === 'doubled') {
            simulated.delivered.push(...tokensOf(headers, body))
            response = await once(path, init)
          }
          if (fault === 'late') await hold()
          await untilThawed()
          if (!alive()) return never
          if (fault === 'answer-lost' || !simulated.connected)
            throw new TypeError('Failed to fetch')
          if (fault === 'server-error') return new Response('{}', { status: 500 })
          return response
        },
        discardToken() {
          token = undefined
        },
        leaveSession: async () => true,
      },
      changed: ChangedDocument,
      reportSignedOut,
      now: () => 0,
    }),
    connected: true,
    faults: [],
    inFlight: 0,
    delivered: [],
    releaseLate() {
      const waiting = held
      held = []
      for (const release of waiting) release()
    },
    listen(listener) {
      listeners.push(listener)
      return {
        close() {
          listeners = listeners.filter(other => other !== listener)
        },
      }
    },
    hint(hint) {
      if (simulated.connected) for (const listener of listeners) listener.onHint(hint)
    },
    hintLate(hint) {
      held.push(() => simulated.hint(hint))
    },
    async hintOf(listId) {
      const { data } = await client.graphql(
        'query ($id: ID!) { getByIdShoppingList(id: $id) { revision } }',
        { id: listId },
      )
      const revision = data?.getByIdShoppingList?.revision
      if (typeof revision !== 'number') return undefined
      const query = print(addTypenameToDocument(ChangesDocument))
      const known = [{ id: listId, revision: revision - 1 }]
      const { data: asked } = await client.graphql(query, { known })
      const lists = asked.changes.lists.filter(({ id }: { readonly id: string }) => id === listId)
      return { id: listId, revision, changes: { lists, gone: [], more: false } }
    },
  }
  const { send, batches } = simulated
  if (batches) {
    simulated.batches = {
      fitting: batches.fitting,
      async send(requests, options) {
        simulated.inFlight++
        try {
          return await batches.send(requests, options)
        } finally {
          simulated.inFlight--
        }
      },
    }
  }
  simulated.send = async (document, variables, options) => {
    simulated.inFlight++
    try {
      return await send(document, variables, options)
    } finally {
      simulated.inFlight--
    }
  }
  return simulated
}

function refusal(status: number, code: string, headers = {}): Response {
  return Response.json({ errors: [{ message: 'No.', extensions: { code } }] }, { status, headers })
}

/** Of the one that travels alone, or of each of those that travel together. */
function tokensOf(headers: Readonly<Record<string, string>>, body: string | undefined): string[] {
  const sent: unknown = JSON.parse(body ?? '{}')
  return Array.isArray(sent)
    ? sent.map(({ extensions }) => String(extensions.requestToken))
    : [String(headers['request-token'])]
}
