import { useEffect, useRef } from 'react'
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
  const isWaiting = useRef(false)
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
    // Right after opening it knows nothing yet of what was done before; each press would be heeded then.
    if (isWaiting.current) return
    isWaiting.current = true
    void Promise.race([history.read, late()]).then(() => {
      isWaiting.current = false
      toasts.show({ type: 'info', text: history.undoLast(listId).sentence })
    })
  })
}

/** The storage of a browser may hang for ever: what was done in this tab can be taken back all the same. */
function late(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 1_000))
}
