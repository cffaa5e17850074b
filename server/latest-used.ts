/** What was used lately, by its text: when there are more than `most`, one goes that was not asked for in a while. */
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
 * every few hundred questions, into the part of the heap whose tidying up everybody waits for.
 */
export function createLatestUsed<Value>(most: number): LatestUsed<Value> {
  const kept = new Map<string, Kept<Value>>()

  function dropOne(): void {
    for (const [text, one] of kept) {
      kept.delete(text)
      if (!one.isUsed) return
      kept.set(text, { value: one.value, isUsed: false })
    }
  }

  return {
    get(text) {
      const one = kept.get(text)
      if (one) one.isUsed = true
      return one?.value
    },
    set(text, value) {
      if (kept.size >= most && !kept.has(text)) dropOne()
      kept.set(text, { value, isUsed: false })
    },
  }
}
