/** Much that is taken in when there is time, slice by slice, so that it never holds up a tap. */

export interface Slices<One> {
  add(more: Iterable<One>): void
  /** These in place of what waits. */
  replace(all: Iterable<One>): void
  /** How many wait. */
  left(): number
  /** Up to so many of them in this very moment, or all. */
  takeNow(most?: number): void
  /** Nothing is taken any more, until something is added. */
  close(): void
}

export interface SlicesParts<One> {
  /** Runs later, when there is time; answers with what calls it off. */
  readonly later: Later
  /** In one slice. */
  readonly most: number
  readonly take: (slice: readonly One[]) => void
}

export type Later = (work: () => void) => () => void

export function createSlices<One>({ later, most, take }: SlicesParts<One>): Slices<One> {
  const waiting = new Set<One>()
  let cancel: (() => void) | undefined

  function work() {
    cancel = undefined
    takeNow(most)
    wake()
  }

  function wake() {
    if (waiting.size > 0) cancel ??= later(work)
  }

  function takeNow(count = waiting.size) {
    const slice: One[] = []
    for (const one of waiting) {
      if (slice.length === count) break
      slice.push(one)
    }
    for (const one of slice) waiting.delete(one)
    take(slice)
  }

  function add(more: Iterable<One>) {
    for (const one of more) waiting.add(one)
    wake()
  }

  return {
    add,
    replace(all) {
      waiting.clear()
      add(all)
    },
    left: () => waiting.size,
    takeNow,
    close() {
      cancel?.()
      cancel = undefined
    },
  }
}
