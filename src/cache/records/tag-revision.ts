/** On which state of a list's tags a whole wanted set is based, so that what others add meanwhile stays. */

import { tagIdOf } from '../../../rules/derived-id.ts'
import type { Offline } from '../../offline/offline.ts'
import type { EditVariables } from '../../offline/outbox/edit.ts'
import { recordsOf, textOf } from './edit-variables.ts'
import { baseRecords, type Reader, seenRecords } from './reader.ts'

export interface TagRevision {
  /** The variables of an edit that is done now; where they carry tags, with the `knownRevision` to which those belong. */
  based<Variables extends EditVariables>(variables: Variables): Variables
}

/**
 * A set that takes back what one's own changes did, of which the server has not told yet, must not carry the
 * revision from before them: what one just added would count as somebody else's, and could not be taken off again.
 */
export function createTagRevision(offline: Offline, listId: string): TagRevision {
  const view = seenRecords(offline)
  /** What the list and its items carried when the server had told of `toldAt`, before one's own changes. */
  const told = new Map<string, readonly string[]>()
  let toldAt: number | undefined

  function tagsOf(id: string, { list, item }: Reader): readonly string[] {
    return (id === listId ? list(id) : item(id))?.itemTags.map(tag => tag.id) ?? []
  }

  return {
    based(variables) {
      const revision = view.revision(listId)
      const changes = tagChanges(variables)
      if (revision === undefined || changes.length === 0) return variables
      if (revision !== toldAt) told.clear()
      toldAt = revision
      const base = baseRecords(offline.cache)
      const toldOf = (id: string) => {
        const tags = told.get(id) ?? tagsOf(id, base)
        told.set(id, tags)
        return tags
      }
      const listed = new Set(tagsOf(listId, view))
      const unlisted = toldOf(listId).filter(tag => !listed.has(tag))
      const waiting = offline.waiting
        .get()
        .flatMap(entry =>
          tagChanges(entry.variables).map(({ id }) => ({ id, on: entry.variables })),
        )
      const revisions = changes.map(change => {
        const id = textOf(change, 'id')
        const before = new Set([...toldOf(id), ...unlisted])
        const now = new Set(tagsOf(id, view))
        const wish = new Set(
          recordsOf(change, 'itemTags').map(
            tag => textOf(tag, 'id') || tagIdOf(listId, textOf(tag, 'name')),
          ),
        )
        const takesBack = (tag: string) =>
          before.has(tag) !== now.has(tag) && before.has(tag) === wish.has(tag)
        // Beneath a change that waits, nobody sees what joined since then.
        const first = waiting.find(one => one.id === id)
        return [...before, ...now].some(takesBack)
          ? undefined
          : first
            ? first.on.knownRevision
            : revision
      })
      const known = Math.min(...revisions.map(Number))
      return Number.isNaN(known) ? variables : { ...variables, knownRevision: known }
    },
  }
}

/** What edits change of tags, one each for the list or its items. */
export function tagChanges(variables: EditVariables): readonly EditVariables[] {
  const changes = 'items' in variables ? recordsOf(variables, 'items') : [variables]
  return changes.filter(({ itemTags }) => itemTags !== undefined)
}
