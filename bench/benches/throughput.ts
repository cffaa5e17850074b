import type { Aim, Bench } from '../bench.ts'
import { startPostgresForBench } from '../servers/postgres.ts'
import { type ServerProcess, startServerProcess } from '../servers/server-process.ts'
import {
  makeTickers,
  openTickingClient,
  type Ticker,
  type TickingClient,
  tickAtFullSpeed,
  tickAtPace,
} from '../servers/tickers.ts'
import { median, rounded } from '../statistics.ts'

const clientCount = 8
const slices = 5
const sliceMs = 2_000
const warmUpMs = 2_000
const paceMs = 2_000
/** In a third as many, one moment of the disk decides what one tick in a hundred takes, of whoever's turn it is. */
const pacedSlices = 15

export const throughputBench: Bench = {
  name: 'throughput',
  title: 'Ticks a second, through the whole stack',
  method:
    "Eight clients on connections that stay open, each ticking items of a list of its own by the request that the app sends: session, CSRF token, request-token. Beside it, in turns of two seconds, Node's bare http server that writes the same rows in a transaction of the same engine and durability, on its own copy of such data (`bench/servers/bare-server.ts`), and waits for each of its eight statements, where Aisle waits for PostgreSQL three times and sends together what need not wait. On SQLite Aisle writes the ticks of one moment to the disk in one go (docs/decisions/029-one-write-for-many.md), the bare server each by itself; and it writes the request down before and after, where Aisle does so once. Beside it the processor's time that each server's process takes for a tick, without PostgreSQL's own, which another process on the machine moves less. Then half as many ticks a second as Aisle did, evenly, at both in 15 turns of two seconds each, and how long each took. What the disk and other processes do to the slowest is in the bare server's too. PostgreSQL has its log files ready, as one that has run for a while: on a fresh one all wait 13 ms and more for each new file, some five thousand ticks apart (measured with one connection: 13 to 155 ms, against 0.6 to 2.9). Both servers write to the disk; the clients share the machine with them.",
  async run(fixture) {
    const rows: (readonly (string | number)[])[] = []
    const aims: Aim[] = []
    const postgres = await startPostgresForBench()
    try {
      for (const engine of ['SQLite', 'PostgreSQL'] as const) {
        const found = await compare(fixture.buildDir, async () =>
          engine === 'SQLite' ? undefined : await postgres?.createDatabase(),
        )
        const share = found.aisle / found.bare
        const { bare, aisle, bareCpu, aisleCpu, p50, p99, bareP50, bareP99 } = found
        rows.push([
          engine,
          ...[bare, aisle, share, bareCpu, aisleCpu].map(rounded),
          ...[bareP50, bareP99, bareP99 / bareP50, p50, p99, p99 / p50].map(rounded),
        ])
        aims.push(
          { what: `${engine}: bare ÷ Aisle`, value: 1 / share, limit: 1.43, unit: '×' },
          {
            what: `${engine}: p99 ÷ p50 at half the load`,
            value: found.p99 / found.p50,
            limit: 5,
            unit: '×',
          },
        )
        if (!postgres) break
      }
    } finally {
      await postgres?.stop()
    }
    const speeds = ['bare, a second', 'Aisle, a second', 'Aisle ÷ bare']
    const processor = ['processor a tick: bare, µs', 'Aisle, µs']
    const paced = ['p50, ms', 'p99, ms', 'p99 ÷ p50']
    const of = (name: string) => paced.map((figure, n) => (n === 0 ? `${name}: ${figure}` : figure))
    const head = ['', ...speeds, ...processor, ...of('bare'), ...of('Aisle')]
    return { head, rows, aims }
  },
}

async function compare(buildDir: string, newDatabase: () => Promise<string | undefined>) {
  const servers: ServerProcess[] = []
  try {
    const aisleUrl = await newDatabase()
    const aisle = await startServerProcess(buildDir, withUrl(aisleUrl))
    servers.push(aisle)
    const tickers = await makeTickers(aisle.address, clientCount)
    const bareUrl = await newDatabase()
    const { bare, bareTickers } = await startBare(buildDir, bareUrl)
    servers.push(bare)
    return await measure(aisle, tickers, bare, bareTickers)
  } finally {
    for (const server of servers) await server.close()
  }
}

const withUrl = (databaseUrl: string | undefined) => ({
  ...(databaseUrl !== undefined && { databaseUrl }),
  // As it is out of the box.
  logLevel: 'info',
})

/** Filled by an Aisle that has gone again. */
async function startBare(buildDir: string, databaseUrl: string | undefined) {
  const filler = await startServerProcess(buildDir, withUrl(databaseUrl))
  const bareTickers = await makeTickers(filler.address, clientCount)
  await filler.stop()
  const bare = await startServerProcess(buildDir, {
    ...withUrl(databaseUrl),
    dataDir: filler.dataDir,
    nodeArguments: ['bench/servers/bare-server.ts'],
  })
  return { bare, bareTickers }
}

async function measure(
  aisle: ServerProcess,
  tickers: readonly Ticker[],
  bare: ServerProcess,
  bareTickers: readonly Ticker[],
) {
  const open = (server: ServerProcess, own: readonly Ticker[]) =>
    Promise.all(own.map(ticker => openTickingClient(server.address, ticker)))
  const [aisleClients, bareClients] = [await open(aisle, tickers), await open(bare, bareTickers)]
  await tickAtFullSpeed(aisleClients, warmUpMs)
  await tickAtFullSpeed(bareClients, warmUpMs)
  const found = { aisle: [] as Slice[], bare: [] as Slice[] }
  for (let slice = 0; slice < slices; slice += 1) {
    found.bare.push(await runSlice(bare, bareClients))
    found.aisle.push(await runSlice(aisle, aisleClients))
  }
  const speedOf = (ran: readonly Slice[]) => median(ran.map(({ perSecond }) => perSecond))
  const cpuOf = (ran: readonly Slice[]) => median(ran.map(({ cpuMicros }) => cpuMicros))
  const perSecond = speedOf(found.aisle)
  const took = { aisle: [] as number[], bare: [] as number[] }
  for (let slice = 0; slice < pacedSlices; slice += 1) {
    took.bare.push(...(await tickAtPace(bareClients, perSecond / 2, paceMs)))
    took.aisle.push(...(await tickAtPace(aisleClients, perSecond / 2, paceMs)))
  }
  for (const client of [...aisleClients, ...bareClients]) client.close()
  return {
    aisle: perSecond,
    bare: speedOf(found.bare),
    aisleCpu: cpuOf(found.aisle),
    bareCpu: cpuOf(found.bare),
    p50: at(took.aisle, 0.5),
    p99: at(took.aisle, 0.99),
    bareP50: at(took.bare, 0.5),
    bareP99: at(took.bare, 0.99),
  }
}

/** What so large a share of these is below. */
function at(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

interface Slice {
  readonly perSecond: number
  /** Of the server's process, for one tick. */
  readonly cpuMicros: number
}

async function runSlice(server: ServerProcess, clients: readonly TickingClient[]): Promise<Slice> {
  const before = await server.cpuMs()
  const perSecond = await tickAtFullSpeed(clients, sliceMs)
  const cpuMs = (await server.cpuMs()) - before
  return { perSecond, cpuMicros: (cpuMs * 1_000) / ((perSecond * sliceMs) / 1_000) }
}
