/** Deletes a list and offers to bring it back; what comes back is opened. */
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { deleteShoppingList } from '../cache/shopping-list-edits.ts'
import { performUndoably } from '../cache/undo.ts'
import { createUndoView } from '../cache/undo-view.ts'
import { useOffline } from '../cache/use-offline.tsx'
import { useToasts } from '../ui/toasts.tsx'

export function useDeleteList(): (list: { readonly id: string; readonly name: string }) => void {
  const offline = useOffline()
  const navigate = useNavigate()
  const toasts = useToasts()
  return useCallback(
    ({ id, name }) => {
      const view = createUndoView(cacheId => offline.peek(cacheId))
      const { durable, undo } = performUndoably(offline, deleteShoppingList, { id })
      durable.catch(() =>
        toasts.show({
          text: 'This device could not keep your last change. It is lost when this page closes before it was sent. Make room on the device.',
        }),
      )
      navigate({ to: '/product', search: {} })

      function handleUndo() {
        const before = new Set(view.listIds())
        const outcome = undo?.()
        // It comes back under a new id, since a deleted one stays dead.
        const back = view.listIds().find(listId => !before.has(listId))
        if (back !== undefined) navigate({ to: '/product/shoppinglist', search: { list: back } })
        else if (outcome) toasts.show({ type: 'info', title: 'UNDO', text: outcome.sentence })
      }
      toasts.show({
        type: 'info',
        title: 'DELETED',
        text: name,
        ...(undo && { action: { label: 'Undo', onPress: handleUndo } }),
      })
    },
    [offline, navigate, toasts],
  )
}
