/**
 * A part of the app that will not load: gone from the server after a deployment, or cut short on its way. The
 * page loads again once, and says so then (spec section 2: the stored reload-error note).
 */
interface KeyValue {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
}

interface ChunkFailureParts {
  /** The window; Vite tells it of parts that failed. */
  readonly events: EventTarget
  /** localStorage. */
  readonly persistent: KeyValue
  /** sessionStorage. */
  readonly perTab: KeyValue
  readonly reload: () => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const noteKey = 'aisle.reload-error'
const stampKey = 'aisle.reloaded-at'
/** A second failure so soon after would come again: it is shown instead. */
const quietMs = 30_000
const note = 'Loading a part of the app failed, so it was loaded again. Your changes are safe.'

/** Answers with what ends it. */
export function reloadAfterChunkFailure(parts: ChunkFailureParts): () => void {
  const { events, persistent, perTab, now } = parts

  function handleFailure(): void {
    const reloadedAt = Number(perTab.get(stampKey) ?? Number.NEGATIVE_INFINITY)
    if (Math.abs(now() - reloadedAt) < quietMs) return
    perTab.set(stampKey, String(now()))
    persistent.set(noteKey, note)
    parts.reload()
  }

  events.addEventListener('vite:preloadError', handleFailure)
  return () => events.removeEventListener('vite:preloadError', handleFailure)
}

/** The note that was left before a reload, once. */
export function takeReloadError(persistent: KeyValue): string | undefined {
  const left = persistent.get(noteKey)
  if (left !== undefined) persistent.remove(noteKey)
  return left
}

/** Spec section 9. */
const chunkTimeoutMs = 120_000

/** Loads a part of the app; rejects where it has not come after 120 s. */
export async function loadChunk<Part>(load: () => Promise<Part>): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error('Loading the chunk failed: no answer in 120 s.')),
      chunkTimeoutMs,
    )
  })
  try {
    return await Promise.race([load(), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
