interface IdleOptions {
  readonly atLatestMs?: number
  /** When it runs where a browser does not tell that it is idle. */
  readonly otherwiseMs?: number
}

/** Runs when the browser has nothing better to do; answers with what calls it off. */
export function whenIdle(
  work: () => void,
  { atLatestMs = 1_000, otherwiseMs = 50 }: IdleOptions = {},
): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(() => work(), { timeout: atLatestMs })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, otherwiseMs)
  return () => clearTimeout(timer)
}
