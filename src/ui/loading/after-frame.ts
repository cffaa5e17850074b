/** Runs once what is on its way to the screen was painted; answers with what calls it off. */
export function afterFrame(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    // A task that is posted within a frame runs once the frame was drawn.
    timer = setTimeout(work)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** The same, but behind all that waited for that paint, too: the next key, for one. */
export function wellAfterFrame(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = afterFrame(() => {
    timer = setTimeout(work)
  })
  return () => {
    cancel()
    clearTimeout(timer)
  }
}
