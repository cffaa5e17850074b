/** `npm run user`: people's accounts from the server's own terminal, also while the server runs. */

import { loadSecret } from './auth/session/secret.ts'
import { asksHow, runUserCommand, userHelp } from './auth/user-commands.ts'
import { openBesideServer } from './db/open.ts'
import { createSystemRandom, systemNow } from './environment.ts'
import { createAttempts } from './gates/attempts.ts'
import { explainCommand } from './process/start-failure.ts'
import { readSettings } from './settings.ts'

try {
  const args = process.argv.slice(2)
  const { text, ok } = asksHow(args) ? { text: userHelp, ok: true } : await run(args)
  const stream = ok ? process.stdout : process.stderr
  stream.write(`${text}\n`)
  process.exitCode = ok ? 0 : 1
} catch (error) {
  process.stderr.write(`${explainCommand(error)}\n`)
  process.exitCode = 1
}

async function run(args: readonly string[]) {
  const settings = readSettings(process.env)
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
