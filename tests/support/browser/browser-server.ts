/** The real server as people start it, in a process and a data folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../bench/servers/free-port.ts'

export interface RunningServer {
  readonly url: string
  /** Stops it and starts it again at the same address, with the same data. */
  restart(
    environment?: Readonly<Record<string, string>>,
    whileStopped?: (dataDir: string) => Promise<void>,
  ): Promise<void>
  stop(): Promise<void>
}

export async function startServer(
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'aisle-data-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child = await start(environment)

  async function start(extra: Readonly<Record<string, string>>): Promise<ChildProcess> {
    const started = spawn(process.execPath, ['server/main.js'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        VITEST: '',
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        ...extra,
      },
    })
    let said = ''
    for (const stream of [started.stdout, started.stderr]) {
      stream?.on('data', (part: Buffer) => {
        said += part.toString()
      })
    }
    await untilHealthy(url, () => {
      if (started.exitCode !== null) throw new Error(`The server did not start:\n${said}`)
    })
    return started
  }

  async function end(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }

  return {
    url,
    async restart(extra = {}, whileStopped = async () => {}) {
      await end()
      await whileStopped(dataDir)
      child = await start({ ...environment, ...extra })
    },
    async stop() {
      await end()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function untilHealthy(url: string, check: () => void): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    check()
    try {
      if ((await fetch(`${url}/healthz`)).ok) return
    } catch {
      // Not listening yet.
    }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`No server answers at ${url}.`)
}
