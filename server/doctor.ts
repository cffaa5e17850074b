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
  for (const { about, says, mend } of findings) {
    const mark = mend === undefined ? styleText('green', '✓') : styleText('red', '✗')
    process.stdout.write(`${mark} ${about.padEnd(12)} ${says}\n`)
    if (mend !== undefined) process.stdout.write(`  ${''.padEnd(12)} → ${mend}\n`)
  }
  const sum =
    ill.length === 0 ? 'All is well.' : `To be mended: ${ill.length} of ${findings.length}.`
  process.stdout.write(`${sum}\n`)
  if (ill.length > 0) process.exitCode = 1
}
