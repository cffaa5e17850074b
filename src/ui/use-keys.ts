import { useEffect, useEffectEvent } from 'react'
import { useLayers } from './dialog/layers.tsx'
import { popups } from './dialog/popups.ts'

/**
 * What single keys do, by `event.key`, while nobody types and no dialog or menu is open; nothing on a device whose
 * person turned them off (WCAG 2.1.4: what somebody says to speech input would press them).
 */
export function useKeys(acts: Readonly<Record<string, () => void>>): void {
  const layers = useLayers()
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (document.documentElement.dataset.keys === 'off') return
    // Wherever the focus is: under a dialog nobody sees what they do.
    if (layers?.isCovered()) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (isKeyTaken(event.target)) return
    const act = acts[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  })

  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}

/** Whether a key that is pressed there belongs to a field, a dialog or a menu, and not to the page. */
export function isKeyTaken(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest(popups) !== null) return true
  return target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]')
}
