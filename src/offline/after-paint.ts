/**
 * What a person does is painted before anything else is done with it: stored, told to other tabs, sent. All of
 * that waits for one frame, in its order, and for no frame where nothing is drawn.
 */
import type { Readable } from './readable.ts'

export interface AfterPaint {
  run(task: () => void): void
  /** What is done in `work` is on the screen already: it waits for no frame, but what it leaves for later does. */
  shown(work: () => void): void
  /** Whether what is done now is on the screen already, and stored in this turn, with nothing to be done behind it. */
  isPainted(): boolean
  /** Now, painted or not: the page may be gone in a moment. */
  flush(): void
}

interface Painting {
  readonly visible: Readable<boolean>
  /** Runs the task once what changed until now is painted; soon all the same where nothing is painted. */
  afterPaint(task: () => void): void
}

export function createAfterPaint({ visible, afterPaint }: Painting): AfterPaint {
  const tasks: (() => void)[] = []
  let flushing = false
  let isShown = false

  function during(value: boolean, work: () => void) {
    const before = isShown
    isShown = value
    try {
      work()
    } finally {
      isShown = before
    }
  }

  function flush() {
    flushing = true
    try {
      // What a task leaves for later is done with it: it is painted, too.
      for (let task = tasks.shift(); task; task = tasks.shift()) task()
    } finally {
      flushing = false
      // One that throws keeps back no other: what one has sent is stored and told in the same turn.
      if (tasks.length > 0) flush()
    }
  }

  return {
    run(task) {
      if (isShown) return during(false, task)
      tasks.push(task)
      if (flushing) return
      if (!visible.get()) flush()
      else if (tasks.length === 1) afterPaint(flush)
    },
    isPainted: () => (flushing && tasks.length === 0) || isShown,
    shown: work => during(true, work),
    flush,
  }
}
