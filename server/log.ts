/** The log: one JSON object a line, without personal data: no addresses, names, tokens, bodies. */
import { type Logger, pino } from 'pino'
import type { LogLevel } from './settings.ts'

export type Log = Pick<Logger, 'fatal' | 'error' | 'warn' | 'info' | 'debug'>

export function createLog(level: LogLevel): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
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
