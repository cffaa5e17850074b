/** An `Offline` whose edits of tags say on which state they are based, so that what others add meanwhile stays. */
import type { Offline } from '../../offline/offline.ts'
import type { EditVariables } from '../../offline/outbox/edit.ts'
import { recordsOf, textOf } from '../records/edit-variables.ts'
import { seenRecords } from '../records/reader.ts'
import { changesOf, createTagRevision, type TagRevision, tagChanges } from './tag-revision.ts'

/** Hand the answer out in place of `offline`: an edit that names a `knownRevision` itself keeps it. */
export function withTagRevisions(offline: Offline): Offline {
  const view = seenRecords(offline)
  const revisions = new Map<string, TagRevision>()

  function revisionOf(listId: string): TagRevision {
    const revision = revisions.get(listId) ?? createTagRevision(offline, listId)
    revisions.set(listId, revision)
    return revision
  }

  /** Undefined where the edit takes no revision, or its items stand on several lists. */
  function listOf(name: string, variables: EditVariables): string | undefined {
    if (name === 'updateShoppingList') return textOf(variables, 'id')
    if (name !== 'updateItem' && name !== 'updateItems') return undefined
    const items = name === 'updateItem' ? [variables] : recordsOf(variables, 'items')
    const lists = new Set(items.map(item => view.item(textOf(item, 'id'))?.shoppingListId))
    const [listId] = lists
    return lists.size === 1 ? listId : undefined
  }

  /** Of what is done without a revision of its own: what its list and items carry now is one's own. */
  function note(id: string, variables: EditVariables): void {
    const moved = changesOf(variables).filter(
      ({ id, shoppingListId }) => id !== undefined && typeof shoppingListId === 'string',
    )
    for (const [listId, items] of Map.groupBy(moved, to => textOf(to, 'shoppingListId'))) {
      // Until now they had none of the tags of the list to which they go.
      revisionOf(listId).based({ items: items.map(({ id }) => ({ id, itemTags: [] })) })
    }
    if (tagChanges(variables).length === 0) return
    const entry = offline.waiting.get().find(one => one.id === id)
    for (const need of entry?.needs ?? []) revisionOf(need).based(variables)
  }

  return {
    ...offline,
    perform(edit, variables, insteadOf) {
      const isBased = tagChanges(variables).length > 0 && !('knownRevision' in variables)
      const listId = isBased ? listOf(edit.name, variables) : undefined
      if (listId !== undefined) {
        return offline.perform(edit, revisionOf(listId).based(variables), insteadOf)
      }
      const performed = offline.perform(edit, variables, insteadOf)
      note(performed.id, variables)
      return performed
    },
  }
}
