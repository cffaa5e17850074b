/** What can be done with a whole list; each at once, each with Undo. */
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import {
  copyShoppingList,
  leaveShoppingList,
  renameShoppingList,
  resetShoppingList,
  updateShoppingList,
} from '../../cache/edits/shopping-list-edits.ts'
import { newId } from '../../cache/records/new-id.ts'
import type { DraftTag } from '../../features/tags/tag-draft.ts'
import { tagInputs } from '../../features/tags/tag-draft.ts'
import type { TagRevision } from '../../features/tags/tag-revision.ts'
import type { ShoppingListFieldsFragment } from '../../generated/operations.ts'
import { usePerform } from '../../parts/perform/use-perform.ts'
import { usePerformUndoably } from '../../parts/perform/use-perform-undoably.ts'
import { useRefresh } from '../../parts/perform/use-refresh.ts'
import { useSampleList } from '../../parts/perform/use-sample-list.ts'
import type { ListSettings } from './settings-dialog.tsx'

type List = Pick<ShoppingListFieldsFragment, 'id' | 'name' | 'favourite'>

export interface ListActions {
  readonly rename: (list: List, name: string) => void
  readonly reset: (list: List) => void
  /** Opens the copy. */
  readonly copy: (list: List, name: string) => void
  /** Makes the list that shows what lists can do, and opens it. */
  readonly sample: () => void
  readonly favourite: (list: List) => void
  readonly settings: (list: List, changes: ListSettings) => void
  readonly tags: (list: List, tags: readonly DraftTag[], revision: TagRevision) => void
  readonly leave: (list: List) => void
  /** Everything anew from the server. */
  readonly refresh: () => Promise<void>
}

export function useListActions(): ListActions {
  const perform = usePerform()
  const performUndoably = usePerformUndoably()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const sample = useSampleList()
  return useMemo(() => {
    const open = (list: string) => navigate({ to: '/product/shoppinglist', search: { list } })
    return {
      rename({ id, name: before }, name) {
        if (name === before) return
        performUndoably(renameShoppingList, { id, name }, `${before} is now ${name}`)
      },
      reset: ({ id, name }) => performUndoably(resetShoppingList, { id }, `${name} reset`),
      copy({ id }, name) {
        const copyId = newId()
        performUndoably(copyShoppingList, { id, name, newId: copyId }, `${name} copied`)
        open(copyId)
      },
      sample,
      favourite: ({ id, favourite }) => perform(updateShoppingList, { id, favourite: !favourite }),
      settings: ({ id, name }, changes) =>
        performUndoably(updateShoppingList, { id, ...changes }, `${name} changed`),
      tags({ id, name }, tags, revision) {
        const itemTags = tagInputs(tags)
        performUndoably(
          updateShoppingList,
          { id, itemTags, ...revision.known() },
          `Tags of ${name} changed`,
        )
        revision.changed()
      },
      leave({ id, name }) {
        performUndoably(leaveShoppingList, { id }, `You left ${name}`)
        navigate({ to: '/product', search: {} })
      },
      refresh,
    }
  }, [perform, performUndoably, navigate, refresh, sample])
}
