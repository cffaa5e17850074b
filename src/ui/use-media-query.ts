import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches now; false where the browser cannot tell. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = globalThis.matchMedia?.(query)
      list?.addEventListener('change', listener)
      return () => list?.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => globalThis.matchMedia?.(query).matches ?? false)
}

/** Lists stand beside the list (design.md, "Layout"). */
export const wideQuery = '(min-width: 900px)'

/** The details of the chosen item stand beside the list too. */
export const panelQuery = '(min-width: 1200px)'
