/** What can be done with a whole list; each at once, each with Undo. */
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import {
  leaveShoppingList,
  renameShoppingList,
  updateShoppingList,
} from '../../cache/edits/shopping-list-edits.ts'
import { copyShoppingList, resetShoppingList } from '../../cache/edits/whole-list-edits.ts'
import { useListViews } from '../../cache/hooks/sync/use-offline.tsx'
import { newId } from '../../cache/records/new-id.ts'
import { draftInputs } from '../../features/tags/draft-inputs.ts'
import type { DraftTag } from '../../features/tags/tag-draft.ts'
import type { ShoppingListFieldsFragment } from '../../generated/operations.ts'
import { usePerform } from '../../parts/perform/use-perform.ts'
import { usePerformUndoably } from '../../parts/perform/use-perform-undoably.ts'
import { useRefresh } from '../../parts/perform/use-refresh.ts'
import { useSampleList } from '../../parts/perform/use-sample-list.ts'
import type { ListSettings } from './settings-dialog.tsx'

type List = Pick<ShoppingListFieldsFragment, 'id' | 'name' | 'favourite'>

export function useListActions() {
  const views = useListViews()
  const perform = usePerform()
  const performUndoably = usePerformUndoably()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const sample = useSampleList()
  return useMemo(() => {
    const open = (list: string) => navigate({ to: '/product/shoppinglist', search: { list } })
    return {
      rename({ id, name: before }: List, name: string): void {
        if (name === before) return
        // With its number where another list has that name.
        const sentence = () => `${before} is now ${views.list(id)?.name ?? name}`
        performUndoably(renameShoppingList, { id, name }, sentence)
      },
      reset: ({ id, name }: List) => performUndoably(resetShoppingList, { id }, `${name} reset`),
      /** Opens the copy. */
      copy({ id }: List, name: string): void {
        const copyId = newId()
        performUndoably(copyShoppingList, { id, name, newId: copyId }, `${name} copied`)
        open(copyId)
      },
      sample,
      favourite: ({ id, favourite }: List) =>
        perform(updateShoppingList, { id, favourite: !favourite }),
      settings: ({ id, name }: List, changes: ListSettings) =>
        performUndoably(updateShoppingList, { id, ...changes }, `${name} changed`),
      tags({ id, name }: List, tags: readonly DraftTag[], before: readonly DraftTag[]): void {
        const itemTags = draftInputs(tags)
        const itemTagsBefore = draftInputs(before)
        performUndoably(
          updateShoppingList,
          { id, itemTags, itemTagsBefore },
          `Tags of ${name} changed`,
        )
      },
      leave({ id, name }: List): void {
        performUndoably(leaveShoppingList, { id }, `You left ${name}`)
        navigate({ to: '/product', search: {} })
      },
      refresh,
    }
  }, [perform, performUndoably, navigate, refresh, sample, views])
}
