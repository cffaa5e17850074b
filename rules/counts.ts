import { limits } from './limits.ts'
import type { SavedFilterKind } from './lists/saved-filters.ts'
import { nameKey } from './names.ts'
import { countTitle, type ValidationIssue } from './validation-issue.ts'

/**
 * Whether one more of something fits. `count` is how many there would be afterwards.
 * Refuses past the limits of spec section 13; the sentence names the limit.
 */
export function checkListCount(count: number): ValidationIssue | undefined {
  return checkCount('shoppingLists', count, limits.listsPerUser, 'You can keep', 'lists')
}

/** Refuses past 10,000; past 2,000 `largeListNote` has something to say. */
export function checkItemCount(count: number): ValidationIssue | undefined {
  return checkCount('items', count, limits.hardItemsPerList, 'A list can hold', 'items')
}

/** Of one list; refuses past 100. */
export function checkTagCount(count: number): ValidationIssue | undefined {
  return checkCount('itemTags', count, limits.tagsPerList, 'A list can have', 'tags')
}

/** Of one kind: those of lists do not take the place of those of items. */
export function checkFilterCount(
  kind: SavedFilterKind,
  count: number,
): ValidationIssue | undefined {
  const noun = kind === 'LISTS' ? 'filters of lists' : 'filters of items'
  return checkCount('savedFilters', count, limits.savedFilters, 'You can save', noun)
}

/** What counts on a list, or of what shall go there. */
export interface RequiredCapacity {
  readonly itemCount: number
  readonly tagNames: readonly string[]
}

/** Whether more fits on a list; a tag counts once, by its name. */
export function checkCapacity(
  list: RequiredCapacity,
  adding: RequiredCapacity,
): ValidationIssue | undefined {
  const keys = new Set([...list.tagNames, ...adding.tagNames].map(nameKey))
  return checkItemCount(list.itemCount + adding.itemCount) ?? checkTagCount(keys.size)
}

/** A sentence for a list that grew past what runs at full speed; undefined below. */
export function largeListNote(itemCount: number): string | undefined {
  if (itemCount <= limits.itemsPerList) return undefined
  return `This list has more than ${countTitle(limits.itemsPerList)} items. It still works, but may be slower; consider splitting it.`
}

function checkCount(
  field: string,
  count: number,
  limit: number,
  start: string,
  noun: string,
): ValidationIssue | undefined {
  if (count <= limit) return undefined
  return {
    field,
    limit,
    message: `${start} at most ${countTitle(limit)} ${noun}. Delete some first.`,
  }
}
