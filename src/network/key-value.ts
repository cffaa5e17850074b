/**
 * Small values of this browser or tab. Private mode, blocked cookies and full disks make the browser's own
 * storage throw; the app starts all the same, and then remembers until the page closes.
 */
export interface KeyValue {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
  /**
   * Calls back when another tab changed the value, and where it may have unheard: in a page that comes back as it was
   * left. Answers with what ends it.
   */
  onOtherTab(key: string, listener: () => void): () => void
}

export interface BrowserKeyValue extends KeyValue {
  /** Whether the browser's own storage has a value for it: one that is merely remembered ends with the page. */
  outlives(key: string): boolean
}

/**
 * `open` reads `localStorage` or `sessionStorage`, which may throw by being named; `events` is the window. `prefix`
 * keeps apart what must not meet what others have stored under the same keys.
 */
export function createKeyValue(
  open: () => Storage,
  events?: EventTarget,
  prefix = '',
): BrowserKeyValue {
  const remembered = new Map<string, string | undefined>()

  function attempt<T>(work: (storage: Storage) => T): T | undefined {
    try {
      return work(open())
    } catch {
      return undefined
    }
  }

  return {
    get(key) {
      if (remembered.has(key)) return remembered.get(key)
      return attempt(storage => storage.getItem(prefix + key)) ?? undefined
    },
    set(key, value) {
      const stored = attempt(storage => {
        storage.setItem(prefix + key, value)
        return true
      })
      if (stored) remembered.delete(key)
      else remembered.set(key, value)
    },
    remove(key) {
      const removed = attempt(storage => {
        storage.removeItem(prefix + key)
        return true
      })
      if (removed) remembered.delete(key)
      else remembered.set(key, undefined)
    },
    outlives(key) {
      const stored = attempt(storage => storage.getItem(prefix + key)) ?? undefined
      return stored !== undefined && !remembered.has(key)
    },
    onOtherTab(key, listener) {
      function handleStorage(event: Event) {
        const changed = 'key' in event ? event.key : null
        if (changed === null || changed === prefix + key) listener()
      }
      function handleShow(event: Event) {
        if ('persisted' in event && event.persisted) listener()
      }
      events?.addEventListener('storage', handleStorage)
      events?.addEventListener('pageshow', handleShow)
      return () => {
        events?.removeEventListener('storage', handleStorage)
        events?.removeEventListener('pageshow', handleShow)
      }
    },
  }
}
