/** Clients that do nothing but tick, each on a list of their own, by the very request that the app sends. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { print } from 'graphql'
import { UpdateItemDocument } from '../../src/generated/operations.ts'
import { signUp } from '../people/person.ts'
import { makeList } from '../people/shopping.ts'
import { type KeepAliveClient, openKeepAlive } from './keep-alive-client.ts'

/** What one client asks with, wherever its data lies. */
export interface Ticker {
  readonly headers: Readonly<Record<string, string>>
  readonly itemIds: readonly string[]
}

/** So many people with a list each. */
export async function makeTickers(
  address: string,
  count: number,
  itemsPerList = 100,
): Promise<readonly Ticker[]> {
  const tickers: Ticker[] = []
  for (let n = 1; n <= count; n += 1) {
    const person = await signUp(address, n)
    const { id } = await makeList(person, 'Weekly', itemsPerList)
    const { getByFilterItem: items } = await person.ask<{
      getByFilterItem: readonly { id: string }[]
    }>('query ($id: ID) { getByFilterItem(filters: { shoppingListId: $id }) { id } }', { id })
    tickers.push({ headers: person.headers, itemIds: items.map(item => item.id) })
  }
  return tickers
}

const query = print(UpdateItemDocument)

export interface TickingClient {
  tick(): Promise<void>
  close(): void
}

export async function openTickingClient(
  address: string,
  { headers, itemIds }: Ticker,
): Promise<TickingClient> {
  const client: KeepAliveClient = await openKeepAlive(address)
  let ticks = 0
  return {
    async tick() {
      const purchased = Math.floor(ticks / itemIds.length) % 2 === 0
      const id = itemIds[ticks % itemIds.length]
      ticks += 1
      const { status, body } = await client.post(
        '/graphql',
        { ...headers, 'request-token': randomUUID() },
        JSON.stringify({ operationName: 'updateItem', variables: { id, purchased }, query }),
      )
      if (status !== 200 || !body.includes(`"purchased":${purchased}`)) {
        throw new Error(`A tick was answered with ${status} ${body.slice(0, 500)}`)
      }
    },
    close: client.close,
  }
}

/** All of them one tick after another for so long; answers ticks a second. */
export async function tickAtFullSpeed(
  clients: readonly TickingClient[],
  forMs: number,
): Promise<number> {
  const began = performance.now()
  let ticks = 0
  await Promise.all(
    clients.map(async client => {
      while (performance.now() - began < forMs) {
        await client.tick()
        ticks += 1
      }
    }),
  )
  return ticks / ((performance.now() - began) / 1_000)
}

/**
 * So many ticks a second, evenly, whether or not the one before was answered; what is late waits in its client's
 * turn, and its waiting counts. Answers what each took, in ms, ascending.
 */
export async function tickAtPace(
  clients: readonly TickingClient[],
  perSecond: number,
  forMs: number,
): Promise<readonly number[]> {
  const took: number[] = []
  const start = performance.now()
  const everyMs = (1_000 / perSecond) * clients.length
  await Promise.all(
    clients.map(async (client, n) => {
      for (let turn = 0; ; turn += 1) {
        const due = start + everyMs * (turn + n / clients.length)
        if (due - start > forMs) return
        const ms = due - performance.now()
        // Timers of Node come up to a millisecond late, which is not the server's; and to wait awake would take a
        // core from it.
        const began = ms > 0 ? await sleep(ms).then(() => performance.now()) : due
        await client.tick()
        took.push(performance.now() - began)
      }
    }),
  )
  return took.toSorted((a, b) => a - b)
}
