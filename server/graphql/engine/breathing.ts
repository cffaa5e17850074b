/** So that nobody waits for all of a long batch on SQLite, whose statements leave the process no turn for anything else. */
import { setImmediate } from 'node:timers/promises'

/** Longer than a batch of ticks takes, and shorter than anybody notices. */
const breathAfterMs = 50

/** What to wait for between two requests: after so long, what others asked meanwhile comes first. */
export function createBreathing(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < breathAfterMs) return
    await setImmediate()
    since = performance.now()
  }
}
