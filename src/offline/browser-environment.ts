/** What the page tells: whether it is seen, and that the network may be back. */

import type { Environment } from './environment.ts'
import { createReadable } from './readable.ts'

export function createBrowserEnvironment(): Environment {
  const visible = createReadable(document.visibilityState === 'visible')
  document.addEventListener('visibilitychange', () =>
    visible.set(document.visibilityState === 'visible'),
  )
  // Some browsers close a page without hiding it first.
  addEventListener('pagehide', () => visible.set(false))
  addEventListener('pageshow', () => visible.set(document.visibilityState === 'visible'))
  return {
    visible,
    onOnline(listener) {
      addEventListener('online', listener)
      return () => removeEventListener('online', listener)
    },
  }
}
