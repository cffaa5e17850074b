/** Tags that an undo puts back say on which state they are based, so that what others add meanwhile stays. */
import type { Offline } from '../../offline/offline.ts'
import type { EditVariables } from '../../offline/outbox/edit.ts'
import {
  changesOf,
  createTagRevision,
  type TagRevision,
  tagChanges,
} from '../policies/tag-revision.ts'
import { recordsOf, textOf } from '../records/edit-variables.ts'
import { seenRecords } from '../records/reader.ts'

interface NamedVariables {
  readonly name: string
  readonly variables: EditVariables
}

export interface UndoTags {
  /** To be told of everything that was performed, by its request-token. */
  performed(id: string, variables: EditVariables): void
  /** The variables of a step that is done now. */
  based(edit: NamedVariables): EditVariables
}

export function createUndoTags(offline: Offline): UndoTags {
  const view = seenRecords(offline)
  const revisions = new Map<string, TagRevision>()

  function revisionOf(listId: string): TagRevision {
    const revision = revisions.get(listId) ?? createTagRevision(offline, listId)
    revisions.set(listId, revision)
    return revision
  }

  /** Undefined where the edit takes no revision, or its items stand on several lists. */
  function listOf({ name, variables }: NamedVariables): string | undefined {
    if (name === 'updateShoppingList') return textOf(variables, 'id')
    if (name !== 'updateItem' && name !== 'updateItems') return undefined
    const items = name === 'updateItem' ? [variables] : recordsOf(variables, 'items')
    const lists = new Set(items.map(item => view.item(textOf(item, 'id'))?.shoppingListId))
    const [listId] = lists
    return lists.size === 1 ? listId : undefined
  }

  return {
    performed(id, variables) {
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
    },
    based(edit) {
      const { variables } = edit
      const listId = tagChanges(variables).length > 0 ? listOf(edit) : undefined
      return listId === undefined ? variables : revisionOf(listId).based(variables)
    },
  }
}
