/**
 * What a person does is painted before anything else is done with it: stored, told to other tabs, sent. All of
 * that waits for one frame, in its order, and for no frame where nothing is drawn.
 */
import type { Readable } from './readable.ts'

export interface AfterPaint {
  run(task: () => void): void
  /** Now, painted or not: the page may be gone in a moment. */
  flush(): void
}

interface Painting {
  readonly visible: Readable<boolean>
  /** Runs the task once what changed until now is painted; soon all the same where nothing is painted. */
  afterPaint(task: () => void): void
}

export function createAfterPaint({ visible, afterPaint }: Painting): AfterPaint {
  let tasks: (() => void)[] = []

  const flush = () => {
    while (tasks.length > 0) {
      const due = tasks
      tasks = []
      for (const task of due) task()
    }
  }

  return {
    run(task) {
      tasks.push(task)
      if (!visible.get()) flush()
      else if (tasks.length === 1) afterPaint(flush)
    },
    flush,
  }
}
