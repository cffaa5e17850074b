/** Settings, database, listen. */
import { resolve } from 'node:path'
import { createApp } from './app.ts'
import { openDatabase } from './db/open.ts'
import { checkBuild } from './doctor/machine.ts'
import { createSystemRandom, systemNow } from './environment.ts'
import { createLog, describeError } from './log.ts'
import { listen } from './process/listen.ts'
import { explainFailure } from './process/start-failure.ts'
import { readSettings } from './settings.ts'
import { isThisMachine } from './this-machine.ts'

const minuteMs = 60_000

/** Prints where the server is open; where it cannot start, why, and ends the process with 1. */
export async function start(): Promise<void> {
  try {
    const settings = readSettings(process.env)
    const log = createLog(settings.logLevel)
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
    const warning = settings.signUp === 'open' && isPublic(settings.host, address) ? openDoor : ''
    const { says, mend } = await checkBuild(settings)
    const noApp = mend === undefined ? '' : `${says} Run ${mend}, then start the server again.\n`
    process.stdout.write(`Aisle is open at ${address}\nIts data lies ${place}\n${noApp}${warning}`)
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`)
    process.exit(1)
  }
}

const openDoor =
  'Anybody who reaches this address can make an account. SIGN_UP=closed leaves that to you and to invitations.\n'

/** Whether others than this machine may reach it, as far as the settings say. */
function isPublic(host: string, address: string): boolean {
  return !isThisMachine(host) || !isThisMachine(new URL(address).hostname)
}
