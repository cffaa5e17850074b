/** What can be done with a whole list; each at once, each with Undo. */
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { newId } from '../../cache/new-id.ts'
import { checkRoomForList } from '../../cache/room.ts'
import {
  copyShoppingList,
  leaveShoppingList,
  renameShoppingList,
  resetShoppingList,
  sampleShoppingList,
  updateShoppingList,
} from '../../cache/shopping-list-edits.ts'
import { useOffline } from '../../cache/use-offline.tsx'
import type { ShoppingListFieldsFragment } from '../../generated/operations.ts'
import { useToasts } from '../../ui/toasts.tsx'
import type { DraftTag } from '../aisles/tag-draft.ts'
import { tagInputs } from '../aisles/tag-draft.ts'
import type { TagRevision } from '../aisles/tag-revision.ts'
import { useRefresh } from '../refresh/use-refresh.ts'
import { usePerform } from '../use-perform.ts'
import { usePerformUndoably } from '../use-perform-undoably.ts'
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
  const offline = useOffline()
  const toasts = useToasts()
  const perform = usePerform()
  const performUndoably = usePerformUndoably()
  const navigate = useNavigate()
  const refresh = useRefresh()
  return useMemo(() => {
    const open = (list: string) => navigate({ to: '/product/shoppinglist', search: { list } })
    return {
      rename({ id, name: before }, name) {
        if (name !== before) perform(renameShoppingList, { id, name })
      },
      reset: ({ id, name }) => performUndoably(resetShoppingList, { id }, 'RESET', name),
      copy({ id }, name) {
        const copyId = newId()
        performUndoably(copyShoppingList, { id, name, newId: copyId }, 'COPIED', name)
        open(copyId)
      },
      sample() {
        const full = checkRoomForList(offline)?.message
        if (full !== undefined) return toasts.show({ title: 'NOT MADE', text: full })
        const sampleId = newId()
        performUndoably(sampleShoppingList, { newId: sampleId }, 'MADE', 'Sample list')
        open(sampleId)
      },
      favourite: ({ id, favourite }) => perform(updateShoppingList, { id, favourite: !favourite }),
      settings: ({ id, name }, changes) =>
        performUndoably(updateShoppingList, { id, ...changes }, 'CHANGED', name),
      tags({ id, name }, tags, revision) {
        const itemTags = tagInputs(tags)
        performUndoably(
          updateShoppingList,
          { id, itemTags, ...revision.known() },
          'CHANGED',
          `Tags of ${name}`,
        )
        revision.changed()
      },
      leave({ id, name }) {
        performUndoably(leaveShoppingList, { id }, 'LEFT', name)
        navigate({ to: '/product', search: {} })
      },
      refresh,
    }
  }, [offline, toasts, perform, performUndoably, navigate, refresh])
}
