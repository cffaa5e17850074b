/** `npm run restore -- file [--overwrite]`. */
import { parseArgs } from 'node:util'
import { BackupError } from './backup/backup-error.ts'
import { restore } from './backup/restore.ts'
import { fileNamed, runCommand } from './backup/run-command.ts'
import { systemNow } from './environment.ts'
import { readSettings } from './settings.ts'

await runCommand({
  nothing: 'Nothing was restored.',
  async work(stopped) {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { overwrite: { type: 'boolean', default: false } },
    })
    const copy = fileNamed(positionals)
    if (copy === undefined) throw new BackupError('Name the backup: npm run restore -- backup.db')
    const settings = readSettings(process.env)
    const { overwrite } = values
    const kept = await restore({ settings, copy, overwrite, now: systemNow(), stopped })
    const before = kept.length === 0 ? '' : ` The data of before lies in ${kept.join(', ')}.`
    return `Restored from ${copy}.${before} Everybody has to sign in again. Everybody’s invitation is another now; links to lists and API tokens have to be made anew; recovery codes are those of the backup.`
  },
})
