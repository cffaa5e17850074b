/** `npm run backup -- [file]`. */
import { parseArgs } from 'node:util'
import { backUp } from './backup/backup.ts'
import { fileNamed, runCommand } from './backup/run-command.ts'
import { systemNow } from './environment.ts'
import { readSettings } from './settings.ts'

await runCommand({
  nothing: 'No backup was made.',
  async work(stopped) {
    const target = fileNamed(parseArgs({ allowPositionals: true }).positionals)
    const settings = readSettings(process.env)
    const file = await backUp({ settings, target, now: systemNow(), stopped })
    return `The backup lies in ${file}, whole and verified.`
  },
})
