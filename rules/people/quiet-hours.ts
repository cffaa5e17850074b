/** Hours in which nobody wants to be told of anything, on the clock where they are. */
import type { ValidationIssue } from '../validation-issue.ts'

export interface QuietHours {
  /** "22:00". */
  readonly from: string
  /** "07:00"; the next day where it is earlier than `from`. */
  readonly to: string
  /** As the IANA names it, "Europe/Berlin". */
  readonly timeZone: string
}

const dayMinutes = 24 * 60

/** Refuses what is no time of day, an unknown time zone, and hours without a length. */
export function checkQuietHours({ from, to, timeZone }: QuietHours): ValidationIssue | undefined {
  for (const [field, time] of Object.entries({ from, to })) {
    if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) {
      return { field, message: 'Quiet hours need a time of day from 00:00 to 23:59.' }
    }
  }
  if (from === to) return { field: 'to', message: 'Quiet hours must end at another time.' }
  if (!isTimeZone(timeZone)) {
    return {
      field: 'timeZone',
      message: 'The time zone is unknown. Name one such as Europe/Berlin.',
    }
  }
  return undefined
}

/** When the quiet hours end that `now` lies in, to the minute; undefined where it lies in none. */
export function quietUntil(now: Date, { from, to, timeZone }: QuietHours): Date | undefined {
  const at = minutesIn(now, timeZone)
  const length = (minutesOf(to) - minutesOf(from) + dayMinutes) % dayMinutes
  const passed = (at - minutesOf(from) + dayMinutes) % dayMinutes
  if (passed >= length) return undefined
  const end = Math.floor(now.getTime() / 60_000) + length - passed
  // Where the clock was changed meanwhile it shows another time then, mostly by an hour.
  const late = minutesIn(new Date(end * 60_000), timeZone) - minutesOf(to)
  const corrected = new Date((end - nearest(late)) * 60_000)
  // A time of day that the change leaves out is nowhere.
  return minutesIn(corrected, timeZone) === minutesOf(to) ? corrected : new Date(end * 60_000)
}

/** A difference of two times of day as the shorter way round the clock. */
function nearest(minutes: number): number {
  return ((minutes + dayMinutes * 1.5) % dayMinutes) - dayMinutes / 2
}

function minutesIn(now: Date, timeZone: string): number {
  const format = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return minutesOf(new Intl.DateTimeFormat('en-GB', format).format(now))
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

function isTimeZone(name: string): boolean {
  if (name.length > 100) return false
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name })
    return true
  } catch {
    return false
  }
}
