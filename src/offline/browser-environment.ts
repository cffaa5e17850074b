/** What the page tells: whether it is seen, and that the network may be back. */

import type { Environment } from './environment.ts'
import { createReadable } from './readable.ts'

/** A page that the browser does not draw gets no frames, whatever it says of being visible. */
const noFrameMs = 100

export function createBrowserEnvironment(): Environment {
  const visible = createReadable(document.visibilityState === 'visible')
  const watching = new AbortController()
  const { signal } = watching
  const look = () => visible.set(document.visibilityState === 'visible')
  document.addEventListener('visibilitychange', look, { signal })
  // Some browsers close a page without hiding it first.
  addEventListener('pagehide', () => visible.set(false), { signal })
  addEventListener('pageshow', look, { signal })
  return {
    visible,
    onOnline(listener) {
      addEventListener('online', listener)
      return () => removeEventListener('online', listener)
    },
    onReturn(listener) {
      const show = ({ persisted }: PageTransitionEvent) => persisted && listener()
      addEventListener('pageshow', show)
      return () => removeEventListener('pageshow', show)
    },
    afterPaint(task) {
      // A task that is posted within a frame runs once the frame was drawn.
      const frame = requestAnimationFrame(() => afterThisFrame(run))
      const timer = setTimeout(() => {
        cancelAnimationFrame(frame)
        run()
      }, noFrameMs)
      let isDone = false
      function run() {
        if (isDone) return
        isDone = true
        clearTimeout(timer)
        task()
      }
    },
    close: () => watching.abort(),
  }
}

/** Called within a frame: what is posted then comes once it was drawn, and before whatever else may wait. */
function afterThisFrame(task: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    task()
  }
  port2.postMessage(undefined)
}
