import { useEffect, useEffectEvent } from 'react'
import { useOffline } from '../cache/hooks/sync/use-offline.tsx'
import { historyOf } from '../cache/undo/undo.ts'
import { useLayers } from '../ui/dialog/layers.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { isKeyTaken } from '../ui/use-keys.ts'

/** Ctrl+Z, or ⌘Z, takes back the last thing done to the list; in a field it stays the field's own. */
export function useCtrlZ(listId: string): void {
  const offline = useOffline()
  const toasts = useToasts()
  const layers = useLayers()
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, code } = event
    // With Caps Lock, too; of a keyboard without Latin letters it is the key where others have it.
    const isZ = key.toLowerCase() === 'z' || (code === 'KeyZ' && key > 'z')
    const isUndo = isZ && (event.ctrlKey || event.metaKey) && !event.shiftKey
    if (!isUndo || event.defaultPrevented || isKeyTaken(event.target)) return
    if (layers?.isCovered()) return
    const outcome = historyOf(offline)?.undoLast(listId)
    if (outcome === undefined) return
    event.preventDefault()
    toasts.show({ type: 'info', text: outcome.sentence })
  })
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}
