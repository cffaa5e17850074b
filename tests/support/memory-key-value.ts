/** What a browser remembers in localStorage, in memory. */
import type { KeyValue } from '../../src/network/key-value.ts'

export interface MemoryKeyValue extends KeyValue {
  keys(): readonly string[]
  /** As if another tab had changed it. */
  changeElsewhere(key: string): void
}

export function createMemoryKeyValue(): MemoryKeyValue {
  const values = new Map<string, string>()
  const listeners = new Map<string, () => void>()
  return {
    get: key => values.get(key),
    set: (key, value) => void values.set(key, value),
    remove: key => void values.delete(key),
    onOtherTab(key, call) {
      listeners.set(key, call)
      return () => void listeners.delete(key)
    },
    keys: () => [...values.keys()],
    changeElsewhere: key => listeners.get(key)?.(),
  }
}
