/** `npm run backup -- [file]`. */
import { backUp } from './backup/backup.ts'
import { BackupError } from './backup/backup-error.ts'
import { systemNow } from './environment.ts'
import { readSettings, SettingError } from './settings.ts'

try {
  const [target] = process.argv.slice(2)
  const file = await backUp({ settings: readSettings(process.env), target, now: systemNow() })
  process.stdout.write(`The backup lies in ${file}, whole and verified.\n`)
} catch (error) {
  const isSentence = error instanceof BackupError || error instanceof SettingError
  process.stderr.write(`No backup was made. ${isSentence ? error.message : String(error)}\n`)
  process.exitCode = 1
}
