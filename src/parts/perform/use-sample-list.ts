import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { sampleShoppingList } from '../../cache/edits/whole-list-edits.ts'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { checkCapacityForList } from '../../cache/records/capacity.ts'
import { newId } from '../../cache/records/new-id.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { usePerformUndoably } from './use-perform-undoably.ts'

/** Makes the list that shows what lists can do, and opens it. */
export function useSampleList(): () => void {
  const offline = useOffline()
  const toasts = useToasts()
  const performUndoably = usePerformUndoably()
  const navigate = useNavigate()
  return useCallback(() => {
    const full = checkCapacityForList(offline)?.message
    if (full !== undefined) return toasts.show({ text: full })
    const sampleId = newId()
    performUndoably(sampleShoppingList, { newId: sampleId }, 'Sample list made')
    navigate({ to: '/product/shoppinglist', search: { list: sampleId } })
  }, [offline, toasts, performUndoably, navigate])
}
