/** Where the browser has neither Web Locks nor BroadcastChannel: each tab is the only one it knows of. */
import type { Tabs } from './tabs.ts'

export function createLoneTabs(): Tabs {
  return {
    knowEachOther: false,
    post() {},
    listen: () => () => {},
    lock: async () => ({ release() {}, stillHeld: async () => true }),
    close() {},
  }
}
