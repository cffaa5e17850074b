/**
 * Whether what is about to be done fits, as far as this device knows, so that it is said beforehand; the server
 * has the last word.
 */

import { checkCapacity, checkListCount, type RequiredCapacity } from '../../../rules/counts.ts'
import type { ValidationIssue } from '../../../rules/validation-issue.ts'
import type { Offline } from '../../offline/offline.ts'
import { seenRecords } from './reader.ts'

type Shown = Pick<Offline, 'peek'>

/** What keeps one more list of one's own out; those that others share do not count. */
export function checkCapacityForList(offline: Shown): ValidationIssue | undefined {
  const view = seenRecords(offline)
  const own = view.listIds().filter(id => view.list(id)?.sharedByName === null)
  return checkListCount(own.length + 1)
}

/** What keeps items off a list. */
export function checkCapacityOnList(
  offline: Shown,
  listId: string,
  adding: RequiredCapacity,
): ValidationIssue | undefined {
  const view = seenRecords(offline)
  const tagNames = (view.list(listId)?.itemTags ?? []).map(tag => tag.name)
  return checkCapacity({ itemCount: view.itemIds(listId).length, tagNames }, adding)
}
