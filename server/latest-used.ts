/** What was used lately, by its text: when there is more than may be, what was not asked for in a while goes. */
export interface LatestUsed<Value> {
  get(text: string): Value | undefined
  set(text: string, value: Value): void
}

interface Kept<Value> {
  readonly value: Value
  /** Asked for since it was last passed over. */
  isUsed: boolean
}

/**
 * By second chance: to move each one that is asked for to the end of a `Map` would have the whole of it copied
 * every few hundred questions, into the part of the heap whose tidying up everybody waits for. `most` is how many are
 * kept, or the sum of what `sizeOf` says of their texts; one that is larger is kept alone.
 */
export function createLatestUsed<Value>(
  most: number,
  sizeOf: (text: string) => number = () => 1,
): LatestUsed<Value> {
  const kept = new Map<string, Kept<Value>>()
  let size = 0

  function add(text: string, value: Value): void {
    kept.set(text, { value, isUsed: false })
    size += sizeOf(text)
  }

  function drop(text: string): void {
    if (kept.delete(text)) size -= sizeOf(text)
  }

  function dropOne(): void {
    for (const [text, one] of kept) {
      drop(text)
      if (!one.isUsed) return
      add(text, one.value)
    }
  }

  return {
    get(text) {
      const one = kept.get(text)
      if (one) one.isUsed = true
      return one?.value
    },
    set(text, value) {
      drop(text)
      while (kept.size > 0 && size + sizeOf(text) > most) dropOne()
      add(text, value)
    },
  }
}
