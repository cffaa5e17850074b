/** What can be done with several items at once; each is one thing to undo. */

import { useMemo } from 'react'
import { nameKey } from '../../../rules/names.ts'
import { counted } from '../../../rules/validation-issue.ts'
import type { Deed } from '../../cache/edits/deed.ts'
import { updateItems } from '../../cache/edits/item-batch-edits.ts'
import { deleteItems, tickItem, updateItem } from '../../cache/edits/item-edits.ts'
import { swapShoppingListItems } from '../../cache/edits/shopping-list-edits.ts'
import { useOffline } from '../../cache/hooks/use-offline.tsx'
import { batchesOf } from '../../cache/records/item-batches.ts'
import { type ReadTag, seenRecords } from '../../cache/records/reader.ts'
import { performTogether } from '../../cache/undo/undo.ts'
import type { Perform } from '../../cache/undo/undo-history.ts'
import { createTagRevision } from '../../features/tags/tag-revision.ts'
import { useTellDone } from '../../parts/perform/use-tell-done.ts'

export type WishedTag = Pick<ReadTag, 'name'> & Partial<ReadTag>

export interface SelectActions {
  readonly tick: (ids: readonly string[], purchased: boolean) => void
  /** On each item that does not carry it; `on` false takes it off. */
  readonly tag: (ids: readonly string[], tag: WishedTag, on: boolean) => void
  readonly moveTo: (ids: readonly string[], listId: string, listName: string) => void
  readonly remove: (ids: readonly string[]) => void
}

export function useSelectActions(listId: string): SelectActions {
  const offline = useOffline()
  const tellDone = useTellDone()
  return useMemo(() => {
    const view = seenRecords(offline)
    const revision = createTagRevision(offline, listId)

    function together(
      became: string,
      deed: Deed & { readonly count: number },
      work: (perform: Perform) => void,
    ) {
      const text = `${counted(deed.count, 'item')} ${became}`
      tellDone(performTogether(offline, deed, work), { type: 'success', text })
    }

    return {
      tick(ids, purchased) {
        const wanted = ids.filter(id => view.item(id)?.purchased === !purchased)
        if (wanted.length === 0) return
        together(
          purchased ? 'ticked' : 'unticked',
          { kind: purchased ? 'tick' : 'untick', count: wanted.length },
          perform => {
            const [id = '', ...others] = wanted
            if (others.length === 0) return perform(tickItem, { id, purchased })
            const items = wanted.map(one => ({ id: one, purchased }))
            for (const batch of batchesOf(items)) perform(updateItems, { items: batch })
          },
        )
      },
      tag(ids, tag, on) {
        const key = nameKey(tag.name)
        const wanted = ids.filter(id => on !== carries(view.item(id)?.itemTags ?? [], key))
        if (wanted.length === 0) return
        const deed: Deed & { readonly count: number } = {
          kind: on ? 'tag' : 'untag',
          to: tag.name,
          count: wanted.length,
        }
        together(on ? 'tagged' : 'untagged', deed, perform => {
          const items = wanted.map(id => {
            const tags = view.item(id)?.itemTags ?? []
            const next = on ? [...tags, tag] : tags.filter(other => nameKey(other.name) !== key)
            return { id, itemTags: next.map(inputOf) }
          })
          const [item, ...others] = items
          const known = revision.known()
          if (item && others.length === 0) perform(updateItem, { ...item, ...known })
          else {
            for (const batch of batchesOf(items)) perform(updateItems, { items: batch, ...known })
          }
          revision.changed()
        })
      },
      moveTo(ids, toId, listName) {
        if (ids.length === 0) return
        const deed = { kind: 'moveTo', to: listName, count: ids.length } as const
        together(`moved to ${listName}`, deed, perform => {
          perform(swapShoppingListItems, {
            firstShoppingListId: listId,
            secondShoppingListId: toId,
            firstItemIds: ids,
            secondItemIds: [],
          })
        })
      },
      remove(ids) {
        if (ids.length === 0) return
        together('deleted', { kind: 'delete', count: ids.length }, perform =>
          perform(deleteItems, { ids }),
        )
      },
    }
  }, [offline, tellDone, listId])
}

function carries(tags: readonly ReadTag[], key: string): boolean {
  return tags.some(tag => nameKey(tag.name) === key)
}

function inputOf({ id, name, color }: WishedTag) {
  return { name, ...(id !== undefined && { id }), ...(color !== undefined && { color }) }
}
