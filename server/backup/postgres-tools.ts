/** The programs that PostgreSQL itself copies and restores with. */
import { spawn } from 'node:child_process'
import { open, writeFile } from 'node:fs/promises'
import { devNull } from 'node:os'
import { unknownSteps } from '../db/migrate.ts'
import { BackupError } from './backup-error.ts'
import { madeByNewer } from './copy.ts'
import { heed } from './run-command.ts'

/** The whole database as of one moment, into a file that exists. */
export async function dump(
  databaseUrl: string,
  file: string,
  stopped?: AbortSignal,
): Promise<void> {
  const { url, environment } = withoutPassword(databaseUrl)
  const options = ['--format=custom', '--no-owner', '--no-privileges']
  const args = [...options, `--file=${file}`, `--dbname=${url}`]
  await run('pg_dump', args, { environment, stopped })
}

/** Throws unless the whole file can be read as a dump of this version or an older one. Answers when it was made. */
export async function checkDump(file: string, stopped?: AbortSignal, name = file): Promise<Date> {
  const contents = await run('pg_restore', ['--list', file]).catch(unlessOfProgram)
  const madeAt = /^; Archive created at (.+)$/m.exec(contents)?.[1]
  if (madeAt === undefined || !/ TABLE DATA \S+ migration /.test(contents)) {
    throw new BackupError(`${name} cannot be used: it is not a dump of Aisle's database.`)
  }
  await toScript(file, devNull, stopped)
  // The rows as psql would be told them: the name, a tab, the moment.
  const dataOnly = ['--data-only', '--table=migration', '--file=-', file]
  const rows = await run('pg_restore', dataOnly, { stopped })
  const names = [...rows.matchAll(/^([^\t\n]+)\t/gm)].map(([, name = '']) => name)
  if (unknownSteps(names).length > 0) {
    throw new BackupError(`${name} cannot be used: ${madeByNewer}.`)
  }
  return new Date(madeAt.replace(' UTC', 'Z').replace(' ', 'T'))
}

/** For `catch`: nothing where the file is no dump; that the program is missing, or too old for it, is no fault of the file. */
function unlessOfProgram(error: unknown): string {
  const message = error instanceof BackupError ? error.message : undefined
  if (message === undefined || /was not found|unsupported version/.test(message)) throw error
  return ''
}

/** What the dump would do, as SQL: every block of it is read. What it shall hold is written beside the script. */
export async function toScript(file: string, script: string, stopped?: AbortSignal): Promise<void> {
  const options = ['--no-owner', '--no-privileges', '--exit-on-error', `--file=${script}`]
  if (script === devNull) {
    await run('pg_restore', [...options, file], { stopped })
    return
  }
  const contents = await run('pg_restore', ['--list', file], { stopped })
  const wanted = `${script}.contents`
  await writeFile(wanted, contents.replace(extensions, ''), { mode: 0o600 })
  await run('pg_restore', [...options, `--use-list=${wanted}`, file], { stopped })
  await leaveOutTimeout(script)
}

/** The administrator's: the user of the data may neither make nor drop one, and nothing of Aisle's needs one. */
const extensions = /^\d+; \d+ \d+ (?:COMMENT - )?EXTENSION .*\n/gm

/** Newer programs begin their scripts with it, whatever the server: one before 17 does not know it, and would stop. */
const transactionTimeout = 'SET transaction_timeout = 0;'
/** Where a script sets what it needs, in bytes. */
const preambleBytes = 4_096

async function leaveOutTimeout(script: string): Promise<void> {
  const file = await open(script, 'r+')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(preambleBytes), 0, preambleBytes, 0)
    const at = buffer.subarray(0, bytesRead).indexOf(transactionTimeout)
    if (at >= 0) await file.write('--', at)
  } finally {
    await file.close()
  }
}

/** All of the scripts, or nothing. */
export async function runScripts(
  databaseUrl: string,
  scripts: readonly string[],
  stopped?: AbortSignal,
): Promise<void> {
  const { url, environment } = withoutPassword(databaseUrl)
  const options = ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1']
  const files = scripts.map(script => `--file=${script}`)
  await run('psql', [...options, ...files, `--dbname=${url}`], { environment, stopped })
}

/** Where a password stands; not looked for in a URL, since that of a socket is none (postgres://aisle@/aisle?host=/run). */
const passwords = [/^(\w+:\/\/[^:@/?#]*):([^/?#]*)(?=@)/, /([?&])password=([^&#]*)&?/]

/**
 * For PostgreSQL's programs, which refuse what the driver alone knows. Everybody on the machine can read the arguments
 * of a program; its environment they cannot.
 */
export function withoutPassword(databaseUrl: string) {
  const environment: Record<string, string> = {}
  let url = databaseUrl
    .replace(/([?&])uselibpqcompat=[^&#]*&?/, '$1')
    // Theirs asks for no certificate either, unless they have one to compare it with.
    .replace(/([?&]sslmode=)no-verify(?=[&#]|$)/, '$1require')
  for (const place of passwords) {
    url = url.replace(place, (_, before: string, password: string) => {
      environment.PGPASSWORD = decoded(password)
      return before
    })
  }
  return { url, environment }
}

/** As it is where it was not encoded: the driver takes "50%off", too. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly stopped?: AbortSignal | undefined
}

async function run(
  program: string,
  args: readonly string[],
  { environment = {}, stopped }: RunOptions = {},
): Promise<string> {
  await heed(stopped)
  // Times of archives are written in the zone of whoever reads them.
  const env = { ...process.env, ...environment, TZ: 'UTC', LC_ALL: 'C' }
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  // As Ctrl-C does: it takes back what it began. What it says then is believed, since it may have ended already.
  const interrupt = () => void child.kill('SIGINT')
  stopped?.addEventListener('abort', interrupt)
  let output = ''
  let issue = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  child.stderr.on('data', chunk => {
    issue += chunk
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
    .catch(() => {
      throw new BackupError(
        `${program} is needed and was not found: install PostgreSQL's programs.`,
      )
    })
    .finally(() => stopped?.removeEventListener('abort', interrupt))
  if (code === 0) return output
  const lines = issue.trim().split('\n')
  const reason = lines.find(line => /\b(error|fatal):/i.test(line)) ?? lines[0]
  const failure = new BackupError(`${program} failed: ${reason || `code ${code}`}`)
  throw isForWantOfRoom(reason) ? Object.assign(failure, { code: 'ENOSPC' }) : failure
}

/** On this machine, where it wrote its file; of its own disk the database says so as an ERROR. */
function isForWantOfRoom(reason = ''): boolean {
  return reason.includes('No space left on device') && !reason.includes('ERROR:')
}
