/**
 * A throw-away PostgreSQL: its own cluster in a temporary folder, reached by a socket in that folder, gone
 * with the process that started it, however that ends. Other processes may join it.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isExecutable } from '../is-executable.ts'
import { quickFolder } from '../quick-folder.ts'

export interface PostgresCluster {
  /** What others join it by. */
  readonly folder: string
  stop(): Promise<void>
}

/** Somebody's databases on a cluster, the cluster's own aside. */
export interface PostgresDatabases {
  /** Makes an empty one, or a copy of another one that nobody has open; answers with its address. */
  create(template?: string): Promise<PostgresDatabase>
  /** All that were made here are dropped. */
  drop(): Promise<void>
}

export interface PostgresDatabase {
  readonly name: string
  readonly url: string
}

/** The folder with `initdb` and `postgres`: in PATH, or where Debian hides it; the newest wins. */
export function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = listFolder(debian).sort((a, b) => Number(b) - Number(a))
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map(version => join(debian, version, 'bin')),
  ]
  return folders.find(folder =>
    ['initdb', 'postgres'].every(name => isExecutable(join(folder, name))),
  )
}

/** In memory where there is some and without care for power cuts, unless told otherwise. */
export async function startPostgres(
  programs: string,
  options: { readonly folder?: string; readonly durable?: boolean } = {},
): Promise<PostgresCluster> {
  const folder = options.folder ?? mkdtempSync(join(quickFolder(), 'aisle-pg-'))
  const owner = ordinaryUser()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const [program, ...args] = asOrdinaryUser(owner, [
    join(programs, 'initdb'),
    ...['--pgdata', data, '--username', 'aisle', '--auth', 'trust'],
    ...['--encoding', 'UTF8', '--no-locale', '--no-sync'],
  ])
  execFileSync(program, args, { stdio: 'pipe', cwd: folder })

  const server = serve(programs, folder, data, owner, options.durable ? durable : quick)
  await untilItAnswers(addressOf(folder, 'postgres'), server)
  return {
    folder,
    async stop() {
      const ended = new Promise(resolve => server.once('exit', resolve))
      server.stdin?.end()
      await ended
      // A process of its own may still put a file there while it ends.
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

const quick = '-c fsync=off -c full_page_writes=off'
const durable = '-c fsync=on'

export function joinPostgres(folder: string): PostgresDatabases {
  const made: string[] = []
  const tell = (...commands: readonly string[]) => ask(addressOf(folder, 'postgres'), ...commands)
  let copying: string | undefined

  /** A copy of the files takes a tenth of the time that one through the log takes; old versions know no other. */
  async function howToCopy(): Promise<string> {
    copying ??= Number(await tell('show server_version_num')) < 150_000 ? '' : ' strategy file_copy'
    return copying
  }

  return {
    async create(template) {
      const name = `test_${randomUUID().replaceAll('-', '')}`
      const copy = template === undefined ? '' : ` template ${template}${await howToCopy()}`
      await tell(`create database ${name}${copy}`)
      made.push(name)
      return { name, url: addressOf(folder, name) }
    },
    async drop() {
      await tell(...made.splice(0).map(name => `drop database ${name} with (force)`))
    },
  }
}

function addressOf(folder: string, database: string): string {
  return `postgres://aisle@localhost/${database}?host=${encodeURIComponent(folder)}`
}

/** PostgreSQL refuses to run as root. */
interface OrdinaryUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

function ordinaryUser(): OrdinaryUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const wanted of ['postgres', 'nobody']) {
    const [name, , uid, gid] = lines.find(line => line.startsWith(`${wanted}:`))?.split(':') ?? []
    if (name && uid && gid) return { name, uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL cannot run as root, and there is no user "postgres" or "nobody".')
}

function asOrdinaryUser(
  owner: OrdinaryUser | undefined,
  command: readonly [string, ...string[]],
): [string, ...string[]] {
  if (!owner) return [...command]
  const { name, uid, gid } = owner
  const [setpriv, runuser] = ['/usr/bin/setpriv', '/usr/sbin/runuser']
  if (isExecutable(setpriv)) {
    return [setpriv, `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--', ...command]
  }
  if (isExecutable(runuser)) return [runuser, '-u', name, '--', ...command]
  throw new Error(
    'PostgreSQL cannot run as root: install util-linux (setpriv), or run the tests as another user.',
  )
}

/**
 * The shell waits for the end of its input: it comes when the tests say so, and also when they are killed.
 * It then stops the server and removes what is left.
 */
function serve(
  programs: string,
  folder: string,
  data: string,
  owner: OrdinaryUser | undefined,
  care: string,
): ChildProcess {
  const script = `
    "$1" -D "$2" -k "$3" -c listen_addresses= ${care} \\
      -c max_connections=400 -c shared_buffers=32MB -c log_min_messages=fatal </dev/null >/dev/null 2>&1 &
    server=$!
    cat >/dev/null
    kill -INT $server
    wait $server
    cd / && rm -rf "$3"`
  const shell = ['/bin/sh', '-c', script, 'sh', join(programs, 'postgres'), data, folder] as const
  const [program, ...args] = asOrdinaryUser(owner, [...shell])
  // Its own group: an interrupt at the terminal reaches the tests, which then end its input.
  return spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'], cwd: folder, detached: true })
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await ask(url, 'select 1')
      return
    } catch (error) {
      if (tries > 2_000 || server.exitCode !== null) {
        throw new Error('PostgreSQL did not start.', { cause: error })
      }
      await sleep(50)
    }
  }
}

/** Answers with the first value of the last answer. */
async function ask(url: string, ...questions: readonly string[]): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let first: unknown
    for (const question of questions) {
      const { rows } = await client.query<Record<string, unknown>>(question)
      first = Object.values(rows[0] ?? {})[0]
    }
    return String(first ?? '')
  } finally {
    await client.end()
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
