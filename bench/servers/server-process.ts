/** The real server as a child process, with a data folder of its own that goes with it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

export interface ServerProcess {
  /** Without a slash at its end. */
  readonly address: string
  readonly port: number
  /** Where its database lies. */
  readonly dataDir: string
  /** From spawn to the first "ok" of /healthz. */
  readonly startMs: number
  /** Resident memory, in MB of 1,000,000 bytes. */
  memoryMb(): Promise<number>
  /** User and system time of the process since its start, in ms. */
  cpuMs(): Promise<number>
  /** Ends it, and leaves its data folder to whoever closes. */
  stop(): Promise<void>
  close(): Promise<void>
}

interface ServerProcessOptions {
  /** What Node is handed; the flags and the script of `npm start` where it is absent. */
  readonly nodeArguments?: readonly string[]
  /** Where another one left its data. */
  readonly dataDir?: string
  readonly databaseUrl?: string
  /** What is written of each request, to a pipe that nobody keeps. */
  readonly logLevel?: string
}

export async function startServerProcess(
  buildDir: string,
  options: ServerProcessOptions = {},
): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'aisle-bench-data-')))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const started = performance.now()
  const child = spawn(process.execPath, options.nodeArguments ?? (await startArguments()), {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      BUILD_DIR: buildDir,
      DATABASE_URL: options.databaseUrl ?? '',
      LOG_LEVEL: options.logLevel ?? 'warn',
      // Each account of a bench signs up from an address of its own: limits on tries are not measured.
      TRUST_PROXY: '1',
      // Half of all connections are one address's at most, and all else comes from this one.
      MAX_CONNECTIONS: '10000',
      // Nor is the pace of one account.
      ACCOUNT_PER_SECOND: '1000000',
      ACCOUNT_BURST: '1000000',
      ACCOUNT_ROWS_PER_DAY: '900000000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collectOutput(child)
  await untilHealthy(address, child, output)
  const startMs = performance.now() - started

  async function stop(): Promise<void> {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    const gone = await Promise.race([once(child, 'exit'), sleep(5_000, undefined)])
    if (gone === undefined) child.kill('SIGKILL')
  }

  return {
    address,
    port,
    dataDir,
    startMs,
    async memoryMb() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / 1e6
    },
    async cpuMs() {
      const fields = (await readFile(`/proc/${child.pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')
      // utime and stime, in ticks of 10 ms.
      return (Number(fields?.[11]) + Number(fields?.[12])) * 10
    },
    stop,
    async close() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** What `npm start` hands to Node, flags included. */
async function startArguments(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: { start: string }
  }
  const [program, ...rest] = scripts.start.split(' ')
  if (program !== 'node') throw new Error(`npm start is not a Node script: ${scripts.start}`)
  return rest
}

async function untilHealthy(address: string, child: ChildProcess, output: () => string) {
  for (let attempt = 0; attempt < 1_500; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`The server ended: ${output()}`)
    const answer = await fetch(`${address}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(10)
  }
  child.kill('SIGKILL')
  throw new Error(`The server did not become healthy: ${output()}`)
}

function collectOutput(child: ChildProcess): () => string {
  let text = ''
  function keep(chunk: Buffer) {
    text = (text + chunk.toString()).slice(-4_000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  return () => text
}
