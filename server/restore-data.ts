/** `npm run restore -- file [--overwrite]`. */
import { parseArgs } from 'node:util'
import { BackupError } from './backup/backup-error.ts'
import { restore } from './backup/restore.ts'
import { systemNow } from './environment.ts'
import { explainCommand } from './process/start-failure.ts'
import { readSettings } from './settings.ts'

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { overwrite: { type: 'boolean', default: false } },
  })
  const [copy] = positionals
  if (copy === undefined) throw new BackupError('Name the backup: npm run restore -- backup.db')
  const kept = await restore({
    settings: readSettings(process.env),
    copy,
    overwrite: values.overwrite,
    now: systemNow(),
  })
  const before = kept.length === 0 ? '' : ` The data of before lies in ${kept.join(', ')}.`
  process.stdout.write(
    `Restored from ${copy}.${before} Everybody has to sign in again. Everybody’s invitation is another now; links to lists and API tokens have to be made anew; recovery codes are those of the backup.\n`,
  )
} catch (error) {
  const reason = error instanceof BackupError ? error.message : explainCommand(error)
  process.stderr.write(`Nothing was restored. ${reason}\n`)
  process.exitCode = 1
}
