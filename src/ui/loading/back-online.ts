import { createContext, use, useEffect } from 'react'

/** Calls back each time the network is known to be there again; answers with what ends it. */
export type OnBackOnline = (listener: () => void) => () => void

/** As the browser tells, which hears nothing of a portal that lets through at last. */
export function onOnline(listener: () => void): () => void {
  addEventListener('online', listener)
  return () => removeEventListener('online', listener)
}

export const BackOnline = createContext<OnBackOnline>(onOnline)

/** Calls `listener`, the same one between drawings, while it `waits` for the network. */
export function useBackOnline(waits: boolean, listener: () => void): void {
  const onBackOnline = use(BackOnline)
  useEffect(() => (waits ? onBackOnline(listener) : undefined), [waits, onBackOnline, listener])
}
