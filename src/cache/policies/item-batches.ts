/** Many items as edits: one, or as few as the size of a request allows. */

/** A request may have 1 MB; what is around the items is small. */
const bytesAtOnce = 800_000

/** In their order; one batch where all of them fit, none if there are none. */
export function batchesOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  const encoder = new TextEncoder()
  const batches: T[][] = []
  let bytes = 0
  for (const item of items) {
    const size = encoder.encode(JSON.stringify(item)).length + 1
    const last = batches.at(-1)
    if (last && bytes + size <= bytesAtOnce) last.push(item)
    else {
      batches.push([item])
      bytes = 0
    }
    bytes += size
  }
  return batches
}
