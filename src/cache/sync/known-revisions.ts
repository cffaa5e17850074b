/** How far the base was told of each unit, and in which epoch: what a device says it knows when it asks. */
import type { KnownRevision } from '../../generated/operations.ts'
import type { DerivedCache } from '../../offline/derived-cache.ts'
import { idOf, refsOf, rootCacheId } from '../records/cache-ids.ts'
import { accountUnit, epochCacheId } from '../records/local-records.ts'
import { peopleCacheId } from '../records/people.ts'
import { baseRecords } from '../records/reader.ts'

/** Older than every revision: a list that is here and was never told of comes whole, or as gone. */
export const unknownRevision = -1

const epochPrefix = 'epoch:'

/**
 * The epoch stands among what is known as a unit that was never told, so that a tab of before, which knows no
 * epochs, reads it without harm. Empty if it is not known: then everything comes whole.
 */
export function epochUnit(epoch: string | undefined): KnownRevision {
  return { id: `${epochPrefix}${epoch ?? ''}`, revision: unknownRevision }
}

/** Undefined from a tab of before: its revisions are believed as they are. */
export function epochOf(known: readonly KnownRevision[]): string | undefined {
  return known.find(({ id }) => id.startsWith(epochPrefix))?.id.slice(epochPrefix.length)
}

/** The lists, and the account. */
export function unitsOf(known: readonly KnownRevision[]): readonly KnownRevision[] {
  return known.filter(({ id }) => !id.startsWith(epochPrefix))
}

/** In which epoch the base was told; empty if it was not, or by a version that knew none. */
export function knownEpoch(cache: DerivedCache): string {
  const epoch = cache.peekBase(epochCacheId)?.name
  return typeof epoch === 'string' ? epoch : ''
}

/** How far each unit was told, read from the base alone. */
export function knownRevisions(cache: DerivedCache): KnownRevision[] {
  const known = knownIn(cache)
  const account = known(accountUnit)
  return [
    epochUnit(knownEpoch(cache)),
    ...(account === undefined ? [] : [{ id: accountUnit, revision: account }]),
    ...listIds(cache).map(id => ({ id, revision: known(id) ?? unknownRevision })),
  ]
}

/** How far one unit was told, read from the base alone; undefined if it was not, or not all of it. */
export function knownIn(cache: DerivedCache): (unit: string) => number | undefined {
  const base = baseRecords(cache)
  return unit => {
    // An earlier version was not told who has a list.
    const isWhole =
      unit === accountUnit
        ? knowsAllOfAccount(cache)
        : cache.peekBase(peopleCacheId(unit)) !== undefined
    return isWhole ? base.revision(unit) : undefined
  }
}

/** False for what an earlier version was told, before there were friends and saved filters: it comes anew. */
function knowsAllOfAccount(cache: DerivedCache): boolean {
  if (cache.peekBase(rootCacheId)?.getAllFriend === undefined) return false
  const [config] = refsOf(cache.peekBase(rootCacheId)?.getByFilterUserConfig)
  return config === undefined || cache.peekBase(config)?.savedFilters !== undefined
}

/** The lists of the base, in the person's order. */
export function listIds(cache: DerivedCache): string[] {
  return refsOf(cache.peekBase(rootCacheId)?.getAllShoppingList).map(idOf)
}

/** As `Pull` hands it on, and as it crossed from another tab. */
export function toKnown(known: unknown): readonly KnownRevision[] {
  return known as readonly KnownRevision[]
}
