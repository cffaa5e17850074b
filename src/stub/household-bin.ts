/** How long the household keeps what was deleted. */
import { daysBefore } from '../../rules/days.ts'
import { limits } from '../../rules/limits.ts'

/** When it goes for good, ISO 8601. */
export function purgedAfter(deletedAt: string): string {
  return daysBefore(Date.parse(deletedAt), -limits.binDays)
}

/** Whether it is in the bin still, by the moment of the request. */
export function isKept(at: string): (deleted: { readonly deletedAt: string }) => boolean {
  return ({ deletedAt }) => purgedAfter(deletedAt) > at
}
