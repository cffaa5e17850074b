/** Of what lasts, not of a calendar: a day on which the clock is changed is an hour longer or shorter. */
export const dayMs = 24 * 60 * 60 * 1000

/** ISO 8601; `now` as a date, or in ms since 1970. What comes later is so many days below zero. */
export function daysBefore(now: Date | number, days: number): string {
  return new Date(Number(now) - days * dayMs).toISOString()
}
