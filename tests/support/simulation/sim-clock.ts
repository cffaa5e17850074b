/** A device's time: stands until it is moved; what is due runs then, in order. */
import type { Clock } from '../../../src/offline/clock.ts'

export interface SimClock extends Clock {
  /** Moves to the next thing that is due within `ms`, and runs it; false where nothing is. */
  step(withinMs: number): boolean
  /** Moves on without running anything that is not due. */
  advance(ms: number): void
  page(): PageClock
  /** Somebody sets the clock; what is due stays due after the same time. */
  set(now: number): void
}

/** A clock of one page: what happens to its timers when the page is gone, or frozen for a while. */
export interface PageClock extends Clock {
  stop(): void
  freeze(): void
  thaw(): void
}

interface Timer {
  at: number
  readonly task: () => void
}

export function createSimClock(start = Date.parse('2026-11-21T09:00:00.000Z')): SimClock {
  let now = start
  const timers = new Set<Timer>()

  function after(ms: number, task: () => void) {
    const timer = { at: now + Math.max(0, ms), task }
    timers.add(timer)
    return () => {
      timers.delete(timer)
    }
  }
  function step(withinMs: number) {
    let next: Timer | undefined
    for (const timer of timers) if (!next || timer.at < next.at) next = timer
    if (!next || next.at > now + withinMs) return false
    timers.delete(next)
    now = Math.max(now, next.at)
    next.task()
    return true
  }

  return {
    now: () => now,
    after,
    step,
    advance(ms) {
      const end = now + ms
      while (step(end - now)) {}
      now = end
    },
    set(to) {
      const moved = [...timers].map(timer => ({ timer, at: timer.at - now + to }))
      now = to
      for (const { timer, at } of moved) timer.at = at
    },
    page() {
      let running = true
      let frozen: (() => void)[] | undefined
      return {
        now: () => now,
        after: (ms, task) =>
          after(ms, () => {
            if (frozen) frozen.push(task)
            else if (running) task()
          }),
        stop() {
          running = false
        },
        freeze() {
          frozen = []
        },
        thaw() {
          const missed = frozen ?? []
          frozen = undefined
          for (const task of missed) task()
        },
      }
    },
  }
}
