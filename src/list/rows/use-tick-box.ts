import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * A box whose state React does not hold, so that the browser draws a tick before any code of ours has run; with each
 * change of the item it shows what the item says.
 */
export function useTickBox(purchased: boolean | undefined): RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (box.current && purchased !== undefined) box.current.checked = purchased
  }, [purchased])
  return box
}
