import { useEffect, useEffectEvent } from 'react'
import { useLayers } from './dialog/layers.tsx'

/** What Ctrl, or ⌘, does with a letter ("z") while no dialog or menu is open; `act` says whether it is the browser's no more. */
export function useControlKey(letter: string, act: (event: KeyboardEvent) => void): void {
  const layers = useLayers()
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, code } = event
    // With Caps Lock, too; of a keyboard without Latin letters it is the key where others have it.
    const isLetter =
      key.toLowerCase() === letter || (code === `Key${letter.toUpperCase()}` && key > 'z')
    const isAlone = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    if (isLetter && isAlone && !event.defaultPrevented && !layers?.isCovered()) act(event)
  })
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}
