/** `npm run user`: people's accounts from the server's own terminal, also while the server runs. */
import { join, resolve } from 'node:path'
import { loadSecret } from './auth/session/secret.ts'
import { answerUnopened, runUserCommand } from './auth/user-commands.ts'
import { noDatabase } from './backup/no-database.ts'
import { reasonOf } from './backup/run-command.ts'
import { openBesideServer } from './db/open.ts'
import { sqliteFileName } from './db/sqlite.ts'
import { createSystemRandom, systemNow } from './environment.ts'
import { createAttempts } from './gates/attempts.ts'
import { reach } from './reach.ts'
import { readSettings, type Settings } from './settings.ts'

try {
  const args = process.argv.slice(2)
  const { text, ok } = answerUnopened(args) ?? (await run(args))
  const stream = ok ? process.stdout : process.stderr
  stream.on('error', passOverClosedPipe)
  stream.write(`${text}\n`)
  process.exitCode = ok ? 0 : 1
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 1
}

/** Whoever reads the first lines of a long list alone, as `head` does, closes the pipe after them. */
function passOverClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

async function run(args: readonly string[]) {
  const settings = readSettings(process.env)
  // The first account may come before the first start.
  if (args[0] !== 'make') refuseAbsent(settings)
  const db = await openBesideServer(settings)
  // Whatever becomes of it: what PostgreSQL holds open would keep the command from ending.
  await using stack = new AsyncDisposableStack()
  stack.defer(() => db.close())
  const random = createSystemRandom()
  const secret = await loadSecret(db, random, settings.secret)
  // Awaited here: the database is closed behind it.
  return await runUserCommand(args, {
    db,
    now: systemNow,
    random,
    attempts: createAttempts(db, systemNow, secret),
    origin: settings.publicUrl ?? `http://localhost:${settings.port}`,
  })
}

/** Opened, it would be made: in the wrong folder, where DATA_DIR is missing or mistyped. */
function refuseAbsent({ databaseUrl, dataDir }: Settings): void {
  const file = join(resolve(dataDir), sqliteFileName)
  if (databaseUrl === undefined && reach(file) !== 'readable') throw noDatabase(file)
}
