/** What can be done with several items at once; each is one thing to undo. */
import { useMemo } from 'react'
import { nameKey } from '../../../rules/names.ts'
import { deleteItems, tickItem, updateItem } from '../../cache/item-edits.ts'
import { swapShoppingListItems } from '../../cache/shopping-list-edits.ts'
import { performTogether } from '../../cache/undo.ts'
import type { Perform } from '../../cache/undo-history.ts'
import { createUndoView, type UndoTag } from '../../cache/undo-view.ts'
import { useOffline } from '../../cache/use-offline.tsx'
import { useToasts } from '../../ui/toasts.tsx'

export type WishedTag = Pick<UndoTag, 'name'> & Partial<UndoTag>

export interface SelectActions {
  readonly tick: (ids: readonly string[], purchased: boolean) => void
  /** On each item that does not carry it; `on` false takes it off. */
  readonly tag: (ids: readonly string[], tag: WishedTag, on: boolean) => void
  readonly moveTo: (ids: readonly string[], listId: string, listName: string) => void
  readonly remove: (ids: readonly string[]) => void
}

export function useSelectActions(listId: string): SelectActions {
  const offline = useOffline()
  const toasts = useToasts()
  return useMemo(() => {
    const view = createUndoView(cacheId => offline.peek(cacheId))

    function together(
      title: string,
      verb: string,
      count: number,
      work: (perform: Perform) => void,
    ) {
      const what = count === 1 ? '1 item' : `${count} items`
      const { durable, undo } = performTogether(offline, `${verb} ${what}`, work)
      durable.catch(() =>
        toasts.show({
          text: 'This device could not keep your last change. It is lost when this page closes before it was sent. Make room on the device.',
        }),
      )
      toasts.show({
        type: 'success',
        title,
        text: what,
        ...(undo && { action: { label: 'Undo', onPress: () => void undo() } }),
      })
    }

    return {
      tick(ids, purchased) {
        const wanted = ids.filter(id => view.item(id)?.purchased === !purchased)
        if (wanted.length === 0) return
        together(
          purchased ? 'TICKED' : 'UNTICKED',
          purchased ? 'Tick' : 'Untick',
          wanted.length,
          perform => {
            for (const id of wanted) perform(tickItem, { id, purchased })
          },
        )
      },
      tag(ids, tag, on) {
        const key = nameKey(tag.name)
        const wanted = ids.filter(id => on !== carries(view.item(id)?.itemTags ?? [], key))
        if (wanted.length === 0) return
        const verb = on ? `Tag with ${tag.name}:` : `Take ${tag.name} off`
        together(on ? 'TAGGED' : 'UNTAGGED', verb, wanted.length, perform => {
          for (const id of wanted) {
            const tags = view.item(id)?.itemTags ?? []
            const next = on ? [...tags, tag] : tags.filter(other => nameKey(other.name) !== key)
            perform(updateItem, { id, itemTags: next.map(inputOf) })
          }
        })
      },
      moveTo(ids, toId, listName) {
        if (ids.length === 0) return
        together(
          `MOVED TO ${listName.toUpperCase()}`,
          `Move to ${listName}:`,
          ids.length,
          perform => {
            perform(swapShoppingListItems, {
              firstShoppingListId: listId,
              secondShoppingListId: toId,
              firstItemIds: ids,
              secondItemIds: [],
            })
          },
        )
      },
      remove(ids) {
        if (ids.length === 0) return
        together('DELETED', 'Delete', ids.length, perform => perform(deleteItems, { ids }))
      },
    }
  }, [offline, toasts, listId])
}

function carries(tags: readonly UndoTag[], key: string): boolean {
  return tags.some(tag => nameKey(tag.name) === key)
}

function inputOf({ id, name, color }: WishedTag) {
  return { name, ...(id !== undefined && { id }), ...(color !== undefined && { color }) }
}
