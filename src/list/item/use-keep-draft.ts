import { updateItem } from '../../cache/edits/item-edits.ts'
import { useListViews } from '../../cache/hooks/sync/use-offline.tsx'
import type { DraftTag } from '../../features/tags/tag-draft.ts'
import { usePerformUndoably } from '../../parts/perform/use-perform-undoably.ts'
import { useTellLost } from '../../parts/perform/use-tell-lost.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { contentAnew, type ItemDraft, readFields, typedText, unsavedPart } from './item-draft.ts'
import type { ItemActions } from './use-item-actions.ts'

/** Saves what was typed of an item whose form was closed without “Save”, with Undo. Answers with what cannot be. */
export function useKeepDraft(listId: string, bringBack: ItemActions['bringBack']) {
  const { item: read, listIds } = useListViews()
  const performUndoably = usePerformUndoably()
  const toasts = useToasts()
  const tellLost = useTellLost()
  return (
    id: string,
    draft: ItemDraft,
    listTags: readonly DraftTag[],
    isAsOpened: boolean,
  ): ItemDraft => {
    const item = read(id)
    if (item === undefined) {
      const { of } = draft
      if (of === undefined || Object.keys(readFields(of, draft, listTags).changes).length === 0)
        return {}
      // The item may be there still, for others: it is not made anew.
      if (!listIds().includes(listId)) {
        tellLost(`The list of ${of.name} is not there any more`, typedText(of, draft))
        return draft
      }
      toasts.show({
        type: 'warning',
        text: `${of.name} was deleted meanwhile: what you typed is not saved`,
        action: {
          label: 'Bring it back',
          onPress: () => bringBack(id, contentAnew(of, draft, listTags).content),
        },
      })
      return draft
    }
    // A mere look.
    if (isAsOpened) return draft
    const { changes, issues } = readFields(item, draft, listTags)
    const [issue] = Object.values(issues)
    if (issue !== undefined) {
      toasts.show({ type: 'warning', text: `Not all of ${item.name} is saved: ${issue}` })
    }
    if (Object.keys(changes).length > 0) {
      performUndoably(updateItem, { id, ...changes }, `${item.name} changed`)
    }
    // What is saved is the item's: what others, or Undo, make of it then is not written over.
    return issue === undefined ? {} : unsavedPart(draft, issues, read(id) ?? item)
  }
}
