import { useEffect, useEffectEvent } from 'react'
import { useLayers } from './dialog/layers.tsx'
import { isKeyTaken } from './use-keys.ts'

/**
 * What Ctrl, or ⌘, does with a letter ("z") while no dialog or menu is open; `act` prevents the event's default where
 * the browser shall not do with it what it does.
 */
export function useControlKey(letter: string, act: (event: KeyboardEvent) => void): void {
  const layers = useLayers()
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, code } = event
    // With Caps Lock, too; of a keyboard without Latin letters it is the key where others have it.
    const isLetter =
      key.toLowerCase() === letter || (code === `Key${letter.toUpperCase()}` && key > 'z')
    const isAlone = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    if (!isLetter || !isAlone || event.defaultPrevented || layers?.isCovered()) return
    // With Ctrl one moves about in the fields of a Mac: P goes up a line.
    const isMove = event.ctrlKey && navigator.userAgent.includes('Mac') && isKeyTaken(event.target)
    if (!isMove) act(event)
  })
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}
