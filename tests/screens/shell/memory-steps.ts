import type { Steps } from '../../../src/ui/dialog/layers.tsx'

/** Steps of layers without a browser. `back` answers whether there was one to take back. */
export function createMemorySteps(): Steps & { back(): boolean } {
  const listeners = new Set<() => void>()
  let count = 0

  function change(next: number) {
    count = next
    for (const listener of listeners) listener()
  }

  return {
    count: () => count,
    push() {
      count += 1
    },
    drop: dropped => change(count - dropped),
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    back() {
      if (count === 0) return false
      change(count - 1)
      return true
    },
  }
}
