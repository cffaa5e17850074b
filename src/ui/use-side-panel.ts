import { useLayoutEffect } from 'react'
import { placeToasts } from './toasts/place-toasts.ts'

/** Messages stand beside a panel at the right, which is so wide: its buttons are at the bottom too. */
export function useSidePanel(width: string | undefined): void {
  useLayoutEffect(() => {
    if (width === undefined) return
    placeToasts('--beside-list', width)
    return () => placeToasts('--beside-list')
  }, [width])
}
