/** What a browser remembers in localStorage, in memory. */
import type { KeyValue } from '../../src/network/key-value.ts'

export interface MemoryKeyValue extends KeyValue {
  keys(): readonly string[]
}

export function createMemoryKeyValue(): MemoryKeyValue {
  const values = new Map<string, string>()
  return {
    get: key => values.get(key),
    set: (key, value) => void values.set(key, value),
    remove: key => void values.delete(key),
    onOtherTab: () => () => {},
    keys: () => [...values.keys()],
  }
}
