/**
 * A time in which nothing is tried. A device's clock may be set back meanwhile, by hours: where it shows a time before
 * the pause began, the pause is over.
 */
import type { Clock } from './clock.ts'

export interface Pause {
  /** From now on for `ms`, in place of what was left. */
  begin(ms: number): void
  end(): void
  /** In ms; 0 where none is. */
  left(): number
}

export function createPause(clock: Pick<Clock, 'now'>): Pause {
  let since = 0
  let until = 0
  return {
    begin(ms) {
      since = clock.now()
      until = since + ms
    },
    end() {
      until = 0
    },
    left() {
      const now = clock.now()
      return now < since ? 0 : Math.max(0, until - now)
    },
  }
}
