/** What can be done with several items at once; each is one thing to undo. */

import { useMemo } from 'react'
import { nameKey } from '../../../rules/names.ts'
import { updateItems } from '../../cache/edits/item-batch-edits.ts'
import { deleteItems, tickItem, updateItem } from '../../cache/edits/item-edits.ts'
import { swapShoppingListItems } from '../../cache/edits/whole-list-edits.ts'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { batchesOf } from '../../cache/policies/item-batches.ts'
import { type ReadTag, seenRecords } from '../../cache/records/reader.ts'
import { forWhom } from '../../parts/perform/for-whom.ts'
import { usePerformTogether } from '../../parts/perform/use-perform-together.ts'

type WishedTag = Pick<ReadTag, 'name'> & Partial<ReadTag>

export function useSelectActions(listId: string) {
  const offline = useOffline()
  const together = usePerformTogether()
  return useMemo(() => {
    const view = seenRecords(offline)

    return {
      tick(ids: readonly string[], purchased: boolean): void {
        const wanted = ids.filter(id => view.item(id)?.purchased === !purchased)
        if (wanted.length === 0) return
        together(
          { kind: purchased ? 'tick' : 'untick' },
          wanted,
          purchased ? 'ticked' : 'unticked',
          perform => {
            const [id = '', ...others] = wanted
            if (others.length === 0) return perform(tickItem, { id, purchased })
            const items = wanted.map(one => ({ id: one, purchased }))
            for (const batch of batchesOf(items)) perform(updateItems, { items: batch })
          },
        )
      },
      /** On each item that does not carry it; `on` false takes it off. */
      tag(ids: readonly string[], tag: WishedTag, on: boolean): void {
        const key = nameKey(tag.name)
        const wanted = ids.filter(id => on !== carries(view.item(id)?.itemTags ?? [], key))
        if (wanted.length === 0) return
        const deed = { kind: on ? 'tag' : 'untag', to: tag.name } as const
        together(deed, wanted, on ? 'tagged' : 'untagged', perform => {
          const items = wanted.map(id => {
            const tags = view.item(id)?.itemTags ?? []
            const next = on ? [...tags, tag] : tags.filter(other => nameKey(other.name) !== key)
            return { id, itemTags: next.map(inputOf), itemTagsBefore: tags.map(inputOf) }
          })
          const [item, ...others] = items
          if (item && others.length === 0) perform(updateItem, item)
          else {
            for (const batch of batchesOf(items)) perform(updateItems, { items: batch })
          }
        })
      },
      moveTo(ids: readonly string[], toId: string, listName: string): void {
        if (ids.length === 0) return
        together({ kind: 'moveTo', to: listName }, ids, `moved to ${listName}`, perform => {
          perform(swapShoppingListItems, {
            firstShoppingListId: listId,
            secondShoppingListId: toId,
            firstItemIds: ids,
            secondItemIds: [],
          })
        })
      },
      remove(ids: readonly string[]): void {
        if (ids.length === 0) return
        const became = `deleted${forWhom(offline, listId)}`
        together({ kind: 'delete' }, ids, became, perform => perform(deleteItems, { ids }))
      },
    }
  }, [offline, together, listId])
}

function carries(tags: readonly ReadTag[], key: string): boolean {
  return tags.some(tag => nameKey(tag.name) === key)
}

function inputOf({ id, name, color }: WishedTag) {
  return { name, ...(id !== undefined && { id }), ...(color !== undefined && { color }) }
}
