/** `npm run doctor`, or `npm run doctor -- --retry-jobs`. */
import { parseArgs, styleText } from 'node:util'
import { retryJobs } from './doctor/data.ts'
import { examine, openForLook } from './doctor/examine.ts'
import type { Finding } from './doctor/finding.ts'
import { unreadSettings } from './doctor/machine.ts'
import { systemNow } from './environment.ts'
import { explainCommand } from './process/start-failure.ts'
import { SettingError } from './settings/setting-error.ts'
import { readSettings, type Settings } from './settings.ts'

try {
  const { values } = parseArgs({ options: { 'retry-jobs': { type: 'boolean', default: false } } })
  const settings = readSettings(process.env)
  if (values['retry-jobs']) await retry(settings).catch(reportUntried)
  report(await examine(settings, systemNow()))
} catch (error) {
  if (error instanceof SettingError) {
    report([unreadSettings(error)])
  } else {
    process.stderr.write(`${explainCommand(error)}\n`)
    process.exitCode = 1
  }
}

async function retry(settings: Settings): Promise<void> {
  const database = await openForLook(settings)
  if ('about' in database) return
  const count = await retryJobs(database, systemNow()).finally(() => database.close())
  process.stdout.write(`${count} jobs are due again.\n`)
}

/** Then the look at everything tells why. */
function reportUntried(error: unknown): void {
  process.stderr.write(`No job is due again. ${explainCommand(error)}\n`)
  process.exitCode = 1
}

function report(findings: readonly Finding[]): void {
  const ill = findings.filter(({ mend }) => mend !== undefined)
  const lines = findings.flatMap(({ about, says, mend }) => {
    const mark = mend === undefined ? styleText('green', '✓') : styleText('red', '✗')
    const found = `${mark} ${about.padEnd(12)} ${says}`
    return mend === undefined ? [found] : [found, `  ${''.padEnd(12)} → ${mend}`]
  })
  const sum =
    ill.length === 0 ? 'All is well.' : `To be mended: ${ill.length} of ${findings.length}.`
  // In one piece: whoever reads the first lines alone, as `head` does, closes the pipe after them.
  process.stdout.write(`${[...lines, sum].join('\n')}\n`)
  if (ill.length > 0) process.exitCode = 1
}
