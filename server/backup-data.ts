/** `npm run backup -- [file]`. */
import { parseArgs } from 'node:util'
import { backUp } from './backup/backup.ts'
import { BackupError } from './backup/backup-error.ts'
import { systemNow } from './environment.ts'
import { explainCommand } from './process/start-failure.ts'
import { readSettings } from './settings.ts'

try {
  const [target] = parseArgs({ allowPositionals: true }).positionals
  const file = await backUp({ settings: readSettings(process.env), target, now: systemNow() })
  process.stdout.write(`The backup lies in ${file}, whole and verified.\n`)
} catch (error) {
  const reason = error instanceof BackupError ? error.message : explainCommand(error)
  process.stderr.write(`No backup was made. ${reason}\n`)
  process.exitCode = 1
}
