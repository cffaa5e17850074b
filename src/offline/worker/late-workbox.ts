import type { Workbox } from 'workbox-window'
import type { UsedWorkbox } from './update.ts'

/**
 * The app's worker by workbox-window, which begins `when` what is on the screen needs the line no more: what a
 * first worker stores is more than the list itself.
 */
export function createLateWorkbox(when: Promise<void>): UsedWorkbox {
  const opened = when.then(async () => {
    const { Workbox } = await import('workbox-window')
    return new Workbox('/service-worker.js')
  })
  // Without its code there is no worker this time: whoever registers it is told.
  const withIt = (work: (workbox: Workbox) => void) => void opened.then(work, () => {})
  return {
    register: async options => (await opened).register(options),
    update: async () => (await opened).update(),
    messageSkipWaiting: () => withIt(workbox => workbox.messageSkipWaiting()),
    addEventListener: (type, listener) =>
      withIt(workbox => workbox.addEventListener(type, listener)),
  }
}
