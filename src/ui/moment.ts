/**
 * A moment as a person says it: the time today, the day besides on other days, and the year in other years. `now` in
 * ms since 1970.
 */
export function momentTitle(at: number, now: number): string {
  const moment = new Date(at)
  const today = new Date(now)
  const time = timeTitle(at)
  if (moment.toDateString() === today.toDateString()) return time
  const year = moment.getFullYear() === today.getFullYear() ? undefined : 'numeric'
  return `${moment.toLocaleDateString([], { day: 'numeric', month: 'short', year })}, ${time}`
}

/** The time of day, as the person's language writes it: "9:05 AM", "09:05". */
export function timeTitle(at: number): string {
  return new Date(at).toLocaleTimeString([], { timeStyle: 'short' })
}

/** When something was last used; `at` is ISO 8601, none if it never was. */
export function usedTitle(at: string | null | undefined): string {
  return at ? `Last used ${momentTitle(Date.parse(at), Date.now())}` : 'Never used'
}
