/** With whom a list is shared: a whole wanted set laid over the present one (spec section 11). */

import { limits } from '../limits.ts'
import { counted, type ValidationIssue } from '../validation-issue.ts'
import { mergeWholeSet, setAt } from '../whole-set.ts'
import type { Permission } from './permissions.ts'

export interface ShareWish {
  /** The userId of the friend. */
  readonly friendId: number
  readonly permission: Permission
}

/** One person who has, or had, a list that somebody else owns. Revisions of the list, not times. */
export interface Share extends ShareWish {
  readonly joined: number
  /** Null while they have it. */
  readonly left: number | null
  /** When the permission last changed, and what it was before. */
  readonly changed: number
  readonly before: Permission | null
}

export interface MergedShares {
  readonly joined: readonly ShareWish[]
  readonly changed: readonly ShareWish[]
  readonly left: readonly number[]
}

/**
 * What of the wish has to be done: who joined after `knownRevision` stays though nobody wishes it, who left after
 * it stays gone, and a permission that somebody else changed after it stays unless the wish is another one than
 * was known. Without a known revision the wish is the whole truth.
 */
export function mergeShares(
  current: readonly Share[],
  wanted: readonly ShareWish[],
  knownRevision: number | undefined,
): MergedShares {
  const shares = new Map(current.map(share => [String(share.friendId), share]))
  const wishes = new Map(wanted.map(wish => [String(wish.friendId), wish]))
  const members = current.map(({ friendId, joined, left }) => ({
    id: String(friendId),
    joined,
    left,
  }))
  const merged = mergeWholeSet(members, [...wishes.keys()], setAt(members, knownRevision))
  const joined = new Set(merged.joined)
  return {
    joined: merged.joined.flatMap(id => wishes.get(id) ?? []),
    changed: merged.ids.flatMap(id => {
      const [share, wish] = [shares.get(id), wishes.get(id)]
      if (!share || !wish || joined.has(id) || share.permission === wish.permission) return []
      const isStale = share.changed > (knownRevision ?? Number.POSITIVE_INFINITY)
      return isStale && wish.permission === share.before ? [] : [wish]
    }),
    left: merged.left.map(Number),
  }
}

/**
 * The same where the wish speaks of some people alone, those of `friendIds`: everybody else stays as they are. What is
 * wished for these stands against what others did meanwhile, but whoever left after `knownRevision` stays gone.
 */
export function mergeSharesOf(
  friendIds: readonly number[],
  current: readonly Share[],
  wanted: readonly ShareWish[],
  knownRevision: number | undefined,
): MergedShares {
  const named = new Set(friendIds)
  const meant = current.filter(({ friendId }) => named.has(friendId))
  const gone = meant.filter(({ left }) => left !== null && left > (knownRevision ?? left))
  for (const { friendId } of gone) named.delete(friendId)
  const wishes = wanted.filter(({ friendId }) => named.has(friendId))
  return mergeShares(meant, wishes, undefined)
}

/** Whom something touches that is done to a list: oneself and so many others, of whom there is one at least. */
export function youAndOthers(others: number): string {
  return `you and ${counted(others, 'other')}`
}

/** `count` is how many others would have the list; refuses past 200. */
export function checkPeopleCount(count: number): ValidationIssue | undefined {
  if (count <= limits.friends) return undefined
  return {
    field: 'shoppingListFriends',
    limit: limits.friends,
    message: `A list can be shared with at most ${limits.friends} people.`,
  }
}

/** The most of the two, so that a link never takes away what somebody may do already. */
export function morePermission(a: Permission, b: Permission): Permission {
  return ladder.indexOf(a) > ladder.indexOf(b) ? a : b
}

/** The least of the two: what was taken away from somebody is given back by no link of before. */
export function lessPermission(a: Permission, b: Permission): Permission {
  return morePermission(a, b) === a ? b : a
}

const ladder: readonly Permission[] = ['VIEW', 'EDIT', 'ADMIN']
