/** What the commands of an operator have in common: one sentence at the end, and an end by a signal that is tidy. */
import { setImmediate } from 'node:timers/promises'
import { explainCommand } from '../process/start-failure.ts'
import { BackupError } from './backup-error.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface Command {
  /** What is said first where it fails: "No backup was made." */
  readonly nothing: string
  /** Answers what is said at the end. Told to stop, it throws once nothing unfinished is left. */
  readonly work: (stopped: AbortSignal) => Promise<string>
}

/** Ends as the signal ends others, once `work` has tidied up; by a second one at once. */
export async function runCommand({ nothing, work }: Command): Promise<void> {
  const stop = new AbortController()
  let heard: NodeJS.Signals | undefined
  function hear(signal: NodeJS.Signals) {
    heard ??= signal
    stop.abort()
  }
  for (const signal of signals) process.once(signal, hear)
  try {
    process.stdout.write(`${await work(stop.signal)}\n`)
  } catch (error) {
    // A signal may have come while the last step ran.
    await setImmediate()
    const reason = heard === undefined ? reasonOf(error) : 'It was interrupted.'
    process.stderr.write(`${nothing} ${reason}\n`)
    process.exitCode = 1
  } finally {
    for (const signal of signals) process.off(signal, hear)
  }
  if (heard !== undefined && process.exitCode === 1) process.kill(process.pid, heard)
}

/** Between two steps: hears what came during the first, and throws where the second is not to be. */
export async function heed(stopped: AbortSignal | undefined): Promise<void> {
  await setImmediate()
  stopped?.throwIfAborted()
}

/** The one file that a command names, if it names any: of a name with blanks each word would be one. */
export function fileNamed(names: readonly string[]): string | undefined {
  if (names.length <= 1) return names[0]
  throw new BackupError('Name one file alone: a name with blanks stands in quotes.')
}

/** For the person at the terminal. */
export function reasonOf(error: unknown): string {
  return error instanceof BackupError ? error.message : explainCommand(error)
}
