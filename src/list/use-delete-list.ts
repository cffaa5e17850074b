/** Deletes a list and offers to bring it back; what comes back is opened. */
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { deleteShoppingList } from '../cache/edits/shopping-list-edits.ts'
import { useListViews, useOffline } from '../cache/hooks/sync/use-offline.tsx'
import { performUndoably } from '../cache/undo/undo.ts'
import { forWhom } from '../parts/perform/for-whom.ts'
import { useTellDone } from '../parts/perform/use-tell-done.ts'

export function useDeleteList(): (list: { readonly id: string; readonly name: string }) => void {
  const offline = useOffline()
  const views = useListViews()
  const navigate = useNavigate()
  const tellDone = useTellDone()
  return useCallback(
    ({ id, name }) => {
      const whom = forWhom(offline, id)
      const { durable, undo } = performUndoably(offline, deleteShoppingList, { id })
      navigate({ to: '/product', search: {} })

      function undoAndOpen(takeBack: NonNullable<typeof undo>) {
        const before = new Set(views.listIds())
        const outcome = takeBack()
        // It comes back under a new id, since a deleted one stays dead.
        const back = views.listIds().find(listId => !before.has(listId))
        if (back !== undefined) navigate({ to: '/product/shoppinglist', search: { list: back } })
        return outcome
      }
      tellDone(
        { durable, undo: undo && (() => undoAndOpen(undo)) },
        { text: `${name} deleted${whom}` },
      )
    },
    [offline, views, navigate, tellDone],
  )
}
