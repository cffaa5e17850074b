import { tellAll } from './tell-all.ts'

/** A value that can be read now and watched; what React's `useSyncExternalStore` takes. */
export interface Readable<T> {
  get(): T
  /** Calls back after each change; answers with what ends it. */
  subscribe(listener: () => void): () => void
}

export interface Writable<T> extends Readable<T> {
  set(value: T): void
}

export function createReadable<T>(initial: T): Writable<T> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      tellAll(listeners)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
