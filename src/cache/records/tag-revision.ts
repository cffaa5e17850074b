/** On which state of a list's tags a whole wanted set is based, so that what others add meanwhile stays. */

import type { Offline } from '../../offline/offline.ts'
import type { EditVariables } from '../../offline/outbox/edit.ts'
import { seenRecords } from './reader.ts'

export interface TagRevision {
  /** For `knownRevision`; nothing if one's own last change of tags may be newer than what is known. */
  known(): { readonly knownRevision?: number }
  /** One's own change of tags was just done. */
  changed(): void
}

/**
 * A set that was made after one's own change the server has not told of yet must not carry the revision
 * from before it: what one just added would count as somebody else's, and could not be taken off again.
 */
export function createTagRevision(offline: Offline, listId: string): TagRevision {
  let usedAt: number | undefined
  const current = () => seenRecords(offline).revision(listId)
  return {
    known() {
      const revision = current()
      if (revision === undefined || revision === usedAt) return {}
      const isWaiting = offline.waiting
        .get()
        .some(entry => entry.needs.includes(listId) && carriesTags(entry.variables))
      return isWaiting ? {} : { knownRevision: revision }
    },
    changed() {
      usedAt = current()
    },
  }
}

/** By itself, or for one of many items. */
export function carriesTags({ itemTags, items }: EditVariables): boolean {
  if (itemTags !== undefined) return true
  return Array.isArray(items) && items.some(item => Object(item).itemTags !== undefined)
}
