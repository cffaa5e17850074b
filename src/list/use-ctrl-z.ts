import { useOffline } from '../cache/hooks/sync/use-offline.tsx'
import { historyOf } from '../cache/undo/undo.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { useControlKey } from '../ui/use-control-key.ts'
import { isKeyTaken } from '../ui/use-keys.ts'

/** Ctrl+Z, or ⌘Z, takes back the last thing done to the list; in a field it stays the field's own. */
export function useCtrlZ(listId: string): void {
  const offline = useOffline()
  const toasts = useToasts()
  useControlKey('z', event => {
    if (isKeyTaken(event.target)) return
    const outcome = historyOf(offline)?.undoLast(listId)
    if (outcome === undefined) return
    event.preventDefault()
    toasts.show({ type: 'info', text: outcome.sentence })
  })
}
