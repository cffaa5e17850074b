/** `npm run move -- postgres` or `npm run move -- sqlite`. */
import { resolve } from 'node:path'
import { BackupError } from './backup/backup-error.ts'
import { move } from './backup/move.ts'
import { systemNow } from './environment.ts'
import { explainCommand } from './process/start-failure.ts'
import { readSettings } from './settings.ts'

try {
  const { dataDir, databaseUrl } = readSettings(process.env)
  const [to] = process.argv.slice(2)
  if (to !== 'postgres' && to !== 'sqlite') {
    throw new BackupError('Say where to: npm run move -- postgres, or npm run move -- sqlite')
  }
  if (databaseUrl === undefined) {
    throw new BackupError('Set DATABASE_URL: one end of every move is PostgreSQL.')
  }
  const rows = await move({ dataDir, databaseUrl, to, now: systemNow() })
  const next =
    to === 'postgres'
      ? 'Start the server with DATABASE_URL set.'
      : `Start the server without DATABASE_URL: the data lies in ${resolve(dataDir)}.`
  process.stdout.write(
    `${rows} rows were moved, and each was compared. ${next} The data of before stays where it was.\n`,
  )
} catch (error) {
  const reason = error instanceof BackupError ? error.message : explainCommand(error)
  process.stderr.write(`Nothing was moved. ${reason}\n`)
  process.exitCode = 1
}
