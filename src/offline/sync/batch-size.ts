/**
 * How many edits travel in one request. After one that failed a single edit goes out, which tells a fault of that edit
 * from an outage, and then fewer than before: what is too much for the way or the server gets there. Where the single
 * one finds nobody either, it was not the size.
 */
export interface BatchSize {
  next(): number
  /** So many of a request were answered. */
  took(count: number): void
  /** A request of so many got no answer, or the answer of one of them was none. */
  failed(count: number): void
  /** A single edit found nobody. */
  foundNobody(): void
}

export function createBatchSize(most: number): BatchSize {
  let next = most
  let afterwards = most
  return {
    next: () => next,
    took(count) {
      if (count < next) return
      next = Math.min(most, Math.max(afterwards, count * 2))
    },
    failed(count) {
      afterwards = Math.max(1, Math.floor(count / 2))
      next = 1
    },
    foundNobody() {
      afterwards = most
    },
  }
}
