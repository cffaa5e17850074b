/** What the page tells: whether it is seen, and that the network may be back. */

import type { Environment } from './environment.ts'
import { createReadable } from './readable.ts'

/** A page that the browser does not draw gets no frames, whatever it says of being visible. */
const noFrameMs = 100

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
    afterPaint(task) {
      const timer = setTimeout(run, noFrameMs)
      // A task that is posted within a frame runs once the frame was drawn.
      const frame = requestAnimationFrame(() => setTimeout(run))
      let isDone = false
      function run() {
        if (isDone) return
        isDone = true
        clearTimeout(timer)
        cancelAnimationFrame(frame)
        task()
      }
    },
  }
}
