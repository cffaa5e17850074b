/** Time as the offline core knows it; handed in, so that tests turn it by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs the task once after `ms`; answers with what calls it off. */
  after(ms: number, task: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
}
