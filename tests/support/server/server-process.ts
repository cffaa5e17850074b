/** The server as people run it: a process of its own, on a free port. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { DatabaseAddress } from '../../../server/db/open.ts'
import { createTestClient, type TestClient } from './client.ts'

export interface ServerProcess {
  readonly origin: string
  readonly pid: number
  client(): TestClient
  signal(signal: NodeJS.Signals): void
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
  /** What it wrote so far. */
  output(): string
}

export async function startServerProcess(
  address: DatabaseAddress,
  environment: Readonly<Record<string, string>> = {},
  { hasChannel = false } = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../server/main.js')], {
    // The working folder has no `.env`.
    cwd: address.dataDir,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATA_DIR: address.dataDir,
      DATABASE_URL: address.databaseUrl,
      ...environment,
    },
    // As `node --watch` starts it, which hears by it what was loaded.
    stdio: ['ignore', 'pipe', 'pipe', hasChannel ? 'ipc' : 'ignore'],
  })
  let output = ''
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  const opened = new Promise<string>((resolve, reject) => {
    function read(chunk: Buffer): void {
      output += chunk.toString()
      const origin = /open at (http:\S+)/.exec(output)?.[1]
      if (origin) resolve(origin)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    void ended.then(() => reject(new Error(`The server did not start: ${output}`)))
  })
  // Whatever ends the tests ends what they started.
  const end = (): boolean => child.kill('SIGKILL')
  process.once('exit', end)
  void ended.then(() => process.off('exit', end))
  const origin = await opened
  return {
    origin,
    pid: child.pid ?? Number.NaN,
    client: () => createTestClient(request => fetch(request), origin),
    signal: signal => void child.kill(signal),
    ended,
    output: () => output,
  }
}
