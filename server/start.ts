/** Settings, database, listen. */
import { resolve } from 'node:path'
import { createApp } from './app.ts'
import { openDatabase } from './db/open.ts'
import { checkBuild } from './doctor/machine.ts'
import { createSystemRandom, systemNow } from './environment.ts'
import { createLog, describeError } from './log.ts'
import { needsTls } from './mail/transport.ts'
import { checkPort, listen } from './process/listen.ts'
import { explainFailure } from './process/start-failure.ts'
import { readSettings, type Settings } from './settings.ts'
import { isThisMachine } from './this-machine.ts'

const minuteMs = 60_000

/** Prints where the server is open; where it cannot start, why, and ends the process with 1. */
export async function start(): Promise<void> {
  try {
    const settings = readSettings(process.env)
    const log = createLog(settings.logLevel)
    await checkPort(settings)
    const db = await openDatabase(settings)
    let address = settings.publicUrl ?? ''
    const app = await createApp({
      db,
      settings,
      log,
      now: systemNow,
      random: createSystemRandom(),
      origin: () => address,
    })
    address = await listen({ app, db, settings, log })
    app.jobs.start()
    setInterval(
      () => void db.mark().catch(error => log.warn(describeError(error), 'not marked')),
      minuteMs,
    ).unref()
    const place = settings.databaseUrl ? 'in PostgreSQL' : `in ${resolve(settings.dataDir)}`
    const { says, mend } = await checkBuild(settings)
    const noApp = mend === undefined ? [] : [`${says} Run ${mend}, then start the server again.`]
    const notes = [...noApp, ...settings.notes, ...notesOn(settings, address)]
    const lines = [`Aisle is open at ${address}`, `Its data lies ${place}`, ...notes]
    process.stdout.write(`${lines.join('\n')}\n`)
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`)
    process.exit(1)
  }
}

/** What is as it was set, or as it is where nothing was, and may not be meant so. */
function notesOn({ signUp, host, smtpUrl }: Settings, address: string): string[] {
  return [
    ...(signUp === 'open' && isPublic(host, address) ? [openDoor] : []),
    ...(smtpUrl !== undefined && needsTls(smtpUrl) ? [byTlsAlone(new URL(smtpUrl))] : []),
  ]
}

const openDoor =
  'Anybody who reaches this address can make an account. SIGN_UP=closed leaves that to you and to invitations.'

const byTlsAlone = ({ hostname }: URL): string =>
  `Mails go to ${hostname} by TLS alone, since SMTP_URL has a password. Where it offers none, SMTP_URL ends with ?requireTLS=false.`

/** Whether others than this machine may reach it, as far as the settings say. */
function isPublic(host: string, address: string): boolean {
  return !isThisMachine(host) || !isThisMachine(new URL(address).hostname)
}
