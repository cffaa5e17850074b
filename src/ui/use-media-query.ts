import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** Whether a media query matches now; false if the browser cannot tell. */
export function useMediaQuery(query: string): boolean {
  // Asked for once: to make one costs more than to read it.
  const list = useMemo(() => globalThis.matchMedia?.(query), [query])
  const subscribe = useCallback(
    (listener: () => void) => {
      list?.addEventListener('change', listener)
      return () => list?.removeEventListener('change', listener)
    },
    [list],
  )
  const read = () => list?.matches ?? false
  return useSyncExternalStore(subscribe, read, read)
}

/** Fingers: to give a text field the focus brings up a keyboard. */
export const touchQuery = '(pointer: coarse)'

// By the letters that the browser is set to, as in styles.css: what stands side by side grows with them.

/** No mouse finds the handle of a row: it is dragged by a long press, or moved in the mode that arranges. */
export const withoutHoverQuery = '(width < 56.25rem), (pointer: coarse)'

/** Lists stand beside the list from 900 px of the usual letters on (spec section 9). */
export const wideQuery = '(min-width: 56.25rem)'

/** The details of the chosen item stand beside the list too, from 1,200 px on, and an open record beside the others. */
export const panelQuery = '(min-width: 75rem)'
