/** A clock that stands until it is told to move. */
export interface TestClock {
  readonly now: () => Date
  advance(time: { readonly days?: number; readonly minutes?: number; readonly ms?: number }): void
}

export function createClock(start = '2026-11-21T09:00:00.000Z'): TestClock {
  let at = Date.parse(start)
  return {
    now: () => new Date(at),
    advance({ days = 0, minutes = 0, ms = 0 }) {
      at += days * 86_400_000 + minutes * 60_000 + ms
    },
  }
}
