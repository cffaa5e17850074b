import { useEffect } from 'react'
import { useOffline } from '../cache/hooks/sync/use-offline.tsx'
import { historyOf } from '../cache/undo/undo.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { useControlKey } from '../ui/use-control-key.ts'
import { isKeyTaken } from '../ui/use-keys.ts'

/** Ctrl+Z, or ⌘Z, takes back the last thing done to the list; in a field it stays the field's own. */
export function useCtrlZ(listId: string): void {
  const offline = useOffline()
  const toasts = useToasts()
  const history = historyOf(offline)
  useEffect(() => {
    // What was done last may have been done in another tab.
    const reload = () => void history?.reload()
    addEventListener('focus', reload)
    return () => removeEventListener('focus', reload)
  }, [history])
  useControlKey('z', event => {
    if (isKeyTaken(event.target)) return
    if (history === undefined) return
    event.preventDefault()
    // Right after opening it knows nothing yet of what was done before.
    void history.read.then(() => {
      toasts.show({ type: 'info', text: history.undoLast(listId).sentence })
    })
  })
}
