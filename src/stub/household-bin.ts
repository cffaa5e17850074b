/** How long the household keeps what was deleted. */
import { limits } from '../../rules/limits.ts'

/** When it goes for good, ISO 8601. */
export function purgedAfter(deletedAt: string): string {
  return new Date(Date.parse(deletedAt) + limits.binDays * 86_400_000).toISOString()
}

/** Whether it is in the bin still, by the moment of the request. */
export function isKept(at: string): (deleted: { readonly deletedAt: string }) => boolean {
  return ({ deletedAt }) => purgedAfter(deletedAt) > at
}
