/**
 * Which tags one's own edits changed in the base before the server told of them: it stands beside the cursor of their
 * list, for other tabs and the next visit, and goes when the cursor moves.
 */
import type { ApolloCache } from '@apollo/client'
import { sameJson } from '../../../rules/same-json.ts'
import type { EditVariables } from '../../offline/outbox/edit.ts'
import { textOf } from '../records/edit-variables.ts'
import { cursorCacheId, untoldFields } from '../records/local-records.ts'
import { baseRecords, type Reader } from '../records/reader.ts'
import { changesOf } from './tag-revision.ts'

/** Does what writes the answer to an edit of items or of a list, and notes what carried other tags before. */
export function notingTags(cache: ApolloCache, variables: EditVariables, write: () => void): void {
  const changes = changesOf(variables).filter(
    change => change.itemTags !== undefined || change.shoppingListId !== undefined,
  )
  if (changes.length === 0) {
    write()
    return
  }
  const base = baseRecords(cache)
  const carriers = new Set(
    changes.flatMap(change => {
      const id = textOf(change, 'id')
      const lists = [change, variables].map(each => textOf(each, 'shoppingListId'))
      // What a list loses its items lose, too, and a tag of an item may be new to its list.
      const items = base.itemIds(id).filter(one => base.itemTagRefs(one).length > 0)
      return [id, base.item(id)?.shoppingListId ?? id, ...lists, ...items]
    }),
  )
  const before = new Map([...carriers].map(id => [id, carriedBy(base, id)]))
  write()
  const states = [...carriers].flatMap(id => {
    const [was, now] = [before.get(id), carriedBy(base, id)]
    if (!now) return []
    // Of the list from which it came it brought other tags.
    const tags = was?.listId === now.listId ? was.tags : []
    return sameJson(tags, now.tags) ? [] : [{ listId: now.listId, state: [id, ...tags] }]
  })
  for (const [listId, ofList] of Map.groupBy(states, ({ listId }) => listId)) {
    const revision = base.revision(listId)
    if (revision === undefined) continue
    const all = [...base.untoldTags(listId), ...ofList.map(({ state }) => state)]
    cache.writeFragment({
      id: cursorCacheId(listId),
      fragment: untoldFields,
      data: { __typename: 'Cursor', id: listId, untold: { revision, states: all } },
    })
  }
}

/** The tags of an item, or of a list. */
function carriedBy(base: Reader, id: string) {
  const item = base.item(id)
  const tags = (item ?? base.list(id))?.itemTags.map(tag => tag.id).sort()
  return tags && { listId: item?.shoppingListId ?? id, tags }
}
