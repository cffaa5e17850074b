/**
 * What this tab sent, or heard that another one sent, while it could not read what waits on the device: whatever is found
 * there afterwards is older, and must not go out behind it.
 */
import type { Entry } from './edit.ts'
import { type Waiting, wouldUndo } from './overtaking.ts'

export interface SentUnread {
  /** It may have left this device. */
  sent(one: Waiting): void
  /** It did not leave, or the server would not do it. */
  notDone(id: string): void
  /** Whether what was found would take back something that was done after it. */
  isOvertaken(found: Waiting): boolean
  /** All that lies on the device is known from now on. */
  readAll(): void
  isReadAll(): boolean
}

/** Without `knowEachOther` another tab may have stored what was done after it: then the keys tell which came first. */
export function createSentUnread(knowEachOther: boolean): SentUnread {
  // Where the second place never opens this grows until the page is closed, by a kilobyte for each edit that is
  // sent: what lies there may concern any of them.
  const all = new Map<string, Waiting>()
  let isReadAll = false
  return {
    sent(one) {
      if (!isReadAll) all.set(one.entry.id, one)
    },
    notDone: id => void all.delete(id),
    isOvertaken: found =>
      [...all.values()].some(
        later => (knowEachOther || found.entry.key < later.entry.key) && wouldUndo(found, later),
      ),
    readAll() {
      isReadAll = true
      all.clear()
    },
    isReadAll: () => isReadAll,
  }
}

/** In their order, older than each of `done`, whatever the device's clock was set to in between. */
export function putBefore(found: readonly Entry[], done: readonly Entry[]): readonly Entry[] {
  const by = Math.max(...found.map(one => one.key)) + 1 - Math.min(...done.map(one => one.key))
  return by > 0 ? found.map(entry => ({ ...entry, key: entry.key - by })) : found
}
