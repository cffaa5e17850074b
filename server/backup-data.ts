/** `npm run backup -- [file]`. */
import { parseArgs } from 'node:util'
import { backUp } from './backup/backup.ts'
import { BackupError } from './backup/backup-error.ts'
import { systemNow } from './environment.ts'
import { wrongArguments } from './process/start-failure.ts'
import { readSettings, SettingError } from './settings.ts'

try {
  const [target] = parseArgs({ allowPositionals: true }).positionals
  const file = await backUp({ settings: readSettings(process.env), target, now: systemNow() })
  process.stdout.write(`The backup lies in ${file}, whole and verified.\n`)
} catch (error) {
  const isSentence = error instanceof BackupError || error instanceof SettingError
  const reason = wrongArguments(error) ?? (isSentence ? error.message : String(error))
  process.stderr.write(`No backup was made. ${reason}\n`)
  process.exitCode = 1
}
