import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from '../bench.ts'
import { type Person, signUp } from '../people/person.ts'
import { type MadeList, makeList } from '../people/shopping.ts'
import { startPostgresForBench } from '../servers/postgres.ts'
import { type ServerProcess, startServerProcess } from '../servers/server-process.ts'
import { openStreams, type Streams } from '../servers/streams.ts'
import { median, percentile, rounded } from '../statistics.ts'

const subscribers = 1_000
const subscribersBetweenProcesses = 20
const streamsPerPerson = 20
const paceMs = 250

export const streamsBench: Bench = {
  name: 'streams',
  title: 'Event streams of one list',
  method:
    'The owner ticks an item, and everybody who has the list is told on an event stream each, as the app asks for it: from the moment the tick is sent to each hint, the way of the tick into the database included. A thousand streams of fifty people on one process, its memory before and after them; then two processes on one PostgreSQL, the tick at the one and the streams at the other. All clients share the machine and one process.',
  async run(fixture, { rounds }) {
    const ticks = rounds * 5
    const alone = await measure(fixture.buildDir, { count: subscribers, ticks })
    const postgres = await startPostgresForBench()
    const databaseUrl = await postgres?.createDatabase()
    const across =
      databaseUrl === undefined
        ? undefined
        : await measure(fixture.buildDir, {
            count: subscribersBetweenProcesses,
            ticks,
            databaseUrl,
          })
    await postgres?.stop()
    const row = (what: string, found: Found) => [
      what,
      ...[median(found.hintMs), percentile(found.hintMs, 0.99), Math.max(...found.hintMs)].map(
        rounded,
      ),
      rounded(found.kbAStream),
    ]
    return {
      head: ['', 'p50, ms', 'p99, ms', 'slowest, ms', 'memory a stream, kB'],
      rows: [
        row(`${subscribers} streams, one process`, alone),
        ...(across ? [row('between two processes on PostgreSQL', across)] : []),
      ],
      aims: [
        {
          what: `hint to ${subscribers} streams, p99`,
          value: percentile(alone.hintMs, 0.99),
          limit: 100,
          unit: 'ms',
        },
        { what: 'memory a stream', value: alone.kbAStream, limit: 30, unit: 'kB' },
        ...(across
          ? [
              {
                what: 'hint between two processes, p99',
                value: percentile(across.hintMs, 0.99),
                limit: 150,
                unit: 'ms',
              },
            ]
          : []),
      ],
    }
  },
}

interface Wanted {
  readonly count: number
  readonly ticks: number
  /** Then the streams are at a second process on it. */
  readonly databaseUrl?: string
}

interface Found {
  /** Of each tick and each stream. */
  readonly hintMs: readonly number[]
  readonly kbAStream: number
}

async function measure(buildDir: string, wanted: Wanted): Promise<Found> {
  const { count, ticks, databaseUrl } = wanted
  const servers: ServerProcess[] = []
  let streams: Streams | undefined
  async function start() {
    const server = await startServerProcess(buildDir, databaseUrl ? { databaseUrl } : {})
    servers.push(server)
    return server
  }
  try {
    const first = await start()
    const listening = databaseUrl ? await start() : first
    const owner = await signUp(first.address, 1)
    const list = await makeList(owner, 'Weekly', 50)
    const people = await join(first.address, owner, list, Math.ceil(count / streamsPerPerson))
    // Once round, so that what is made at first use is there.
    const warm = await openStreams(listening.address, [owner], 4)
    await tick(owner, list, true, warm)
    warm.close()
    await sleep(2_000)
    const before = await listening.memoryMb()
    streams = await openStreams(listening.address, people, count)
    await sleep(2_000)
    const kbAStream = (((await listening.memoryMb()) - before) * 1_000) / count
    const hintMs: number[] = []
    for (let n = 0; n < ticks + 3; n += 1) {
      const took = await tick(owner, list, n % 2 === 0, streams)
      if (n >= 3) hintMs.push(...took)
      await sleep(paceMs)
    }
    return { hintMs, kbAStream }
  } finally {
    streams?.close()
    for (const server of servers) await server.close()
  }
}

/** The owner and everybody who joins by a link. */
async function join(
  address: string,
  owner: Person,
  list: MadeList,
  count: number,
): Promise<readonly Person[]> {
  const { createShareLink } = await owner.ask<{ createShareLink: { inviteId: string } }>(
    'mutation ($id: ID!) { createShareLink(shoppingListId: $id, permission: EDIT) { inviteId } }',
    { id: list.id },
  )
  const people = [owner]
  for (let n = 2; n <= count; n += 1) {
    const person = await signUp(address, n)
    await person.ask(
      'mutation ($inviteId: ID!) { acceptInvite(inviteId: $inviteId) { friend { id } } }',
      {
        inviteId: createShareLink.inviteId,
      },
    )
    people.push(person)
  }
  return people
}

/** Ms from sending it to each hint. */
async function tick(
  owner: Person,
  list: MadeList,
  purchased: boolean,
  streams: Streams,
): Promise<readonly number[]> {
  const { getByFilterItem: items } = await owner.ask<{
    getByFilterItem: readonly { id: string }[]
  }>('query ($id: ID) { getByFilterItem(filters: { shoppingListId: $id }) { id } }', {
    id: list.id,
  })
  const { getByIdShoppingList } = await owner.ask<{ getByIdShoppingList: { revision: number } }>(
    'query ($id: ID!) { getByIdShoppingList(id: $id) { revision } }',
    { id: list.id },
  )
  const heard = streams.heard(list.id, getByIdShoppingList.revision + 1)
  const sentAt = performance.now()
  await owner.ask(
    'mutation ($id: ID!, $purchased: Boolean) { updateItem(id: $id, purchased: $purchased) { id } }',
    { id: items[0]?.id, purchased },
  )
  return (await heard).map(at => at - sentAt)
}
