/**
 * Under `npm start` a shell stands between npm and the server, and dies of a signal without passing it on. The
 * server notices that it became an orphan, and stops as if it had been told; else it would hold the port for ever.
 */

export interface ParentWatch {
  /** As npm sets it for what it runs. */
  readonly isRunByNpm: boolean
  readonly parentId: () => number
  readonly isAlive: (processId: number) => boolean
  readonly onGone: () => void
}

const lookEveryMs = 500

export const systemParent: Omit<ParentWatch, 'onGone'> = {
  isRunByNpm: process.env.npm_lifecycle_event === 'start',
  parentId: () => process.ppid,
  isAlive: isProcessAlive,
}

/** Returns how to end the watch. Whoever starts the server itself, as a service manager does, is not watched. */
export function watchParent({ isRunByNpm, parentId, isAlive, onGone }: ParentWatch): () => void {
  if (!isRunByNpm) return () => {}
  const parent = parentId()
  const timer = setInterval(() => {
    // Elsewhere an orphan gets another parent; Windows goes on naming the one that is gone.
    if (parentId() === parent && isAlive(parent)) return
    clearInterval(timer)
    onGone()
  }, lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

function isProcessAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch (error) {
    // Somebody else's process is one, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
