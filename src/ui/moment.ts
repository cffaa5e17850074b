/**
 * A moment as a person says it: the time today, the day besides on other days, and the year in other years. `now` in
 * ms since 1970.
 */
export function momentTitle(at: number, now: number): string {
  const time = timeTitle(at)
  if (new Date(at).toDateString() === new Date(now).toDateString()) return time
  return `${dateTitle(at, now, { month: 'short' })}, ${time}`
}

/** A day, with the year where it is another one than now's. */
export function dateTitle(at: number, now: number, parts: Intl.DateTimeFormatOptions): string {
  const day = new Date(at)
  const year = day.getFullYear() === new Date(now).getFullYear() ? undefined : 'numeric'
  return day.toLocaleDateString([], { ...parts, day: 'numeric', year })
}

/** Of a file's name: "2026-11-21", the day here. */
export function dayName(at: number): string {
  return new Date(at).toLocaleDateString('sv')
}

/** The time of day, as the person's language writes it: "9:05 AM", "09:05". */
export function timeTitle(at: number): string {
  return new Date(at).toLocaleTimeString([], { timeStyle: 'short' })
}

/** When something was last used; `at` is ISO 8601, none if it never was. */
export function usedTitle(at: string | null | undefined): string {
  return at ? `Last used ${momentTitle(Date.parse(at), Date.now())}` : 'Never used'
}
