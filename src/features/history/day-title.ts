import { dayMs } from '../../../rules/days.ts'
import { dateTitle } from '../../ui/moment.ts'

/** "Today", "Yesterday", else the date; both in ms since 1970. */
export function dayTitle(at: number, now: number): string {
  const day = new Date(at).toDateString()
  if (day === new Date(now).toDateString()) return 'Today'
  // Not 24 hours ago: a day whose clocks change has an hour more, or less.
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  if (day === yesterday.toDateString()) return 'Yesterday'
  return dateTitle(at, now, { weekday: 'long', month: 'long' })
}

/** How many whole days are left until then, at least 0. */
export function daysUntil(then: number, now: number): number {
  return Math.max(0, Math.ceil((then - now) / dayMs))
}
