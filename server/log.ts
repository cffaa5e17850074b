/** The log: one JSON object a line, without personal data: no addresses, names, tokens, bodies. */
import { destination, type Logger, pino } from 'pino'
import type { LogLevel } from './settings.ts'

export type Log = Pick<Logger, 'fatal' | 'error' | 'warn' | 'info' | 'debug'>

/** To standard output, in batches; where that takes nothing, lines wait and are let go in the end. */
export function createLog(level: LogLevel): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, standardOutput())
}

/** Nobody reads faster, and a busy server writes once for twenty answers. */
const writtenAfterMs = 20

/** What a full disk could not take waits for room; beyond this, in bytes, lines are let go. */
const mostWaiting = 10_000_000

/** What is written in one moment leaves in one go, and before the process does. */
function standardOutput(): { write(line: string): void } {
  const output = destination({ dest: 1, maxLength: mostWaiting })
  // A reader that went away is no reason to end, nor is a disk that is full.
  output.on('error', () => {
    // What is left over at the end would be tried again for ever.
    output.flushSync = () => {}
  })
  let waiting = ''
  function flush(): void {
    const lines = waiting
    waiting = ''
    if (lines !== '') output.write(lines)
  }
  process.once('exit', flush)
  return {
    write(line) {
      if (waiting === '') setTimeout(flush, writtenAfterMs)
      waiting += line
    },
  }
}

/**
 * What may be written of an error: its kind, its code and where it arose. Not its message: that may quote
 * what somebody typed (a JSON parser does, a unique index too).
 */
export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { error: typeof error }
  const code = 'code' in error ? error.code : undefined
  // SQLite's own words for a result code: "database or disk is full".
  const reason = 'errstr' in error ? error.errstr : undefined
  return {
    error: error.name,
    ...(code === undefined ? {} : { code }),
    ...(reason === undefined ? {} : { reason }),
    at: (error.stack ?? '')
      .split('\n')
      .filter(line => /^\s+at /.test(line))
      .slice(0, 12),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}
