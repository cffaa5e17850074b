/**
 * A part of the app without which nothing can be shown, and which will not load: gone from the server after a
 * deployment, cut short on its way, or not there after 120 s. The page loads again once, and says so then
 * (spec section 2: the stored reload-error note). What fails within a page that stands says so itself
 * (`src/ui/loading/lazy-component.tsx`): a reload would take along what a person has just typed.
 */
interface KeyValue {
  get(key: string): string | undefined
  set(key: string, value: string): void
  /** False where it would be gone with the page. */
  outlives(key: string): boolean
  remove(key: string): void
}

interface ChunkFailureParts {
  /** The window; `reportChunkFailure` tells it of parts that failed. */
  readonly events: EventTarget
  /** localStorage. */
  readonly persistent: KeyValue
  /** sessionStorage. */
  readonly perTab: KeyValue
  /** False where something would be lost with the page: what failed says so itself then. */
  readonly mayReload: () => boolean
  readonly reload: () => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const failureEvent = 'aisle:chunk-failure'
const noteKey = 'aisle.reload-error'
const stampKey = 'aisle.reloaded-at'
/** A second failure so soon after would come again: it is shown instead. */
const quietMs = 30_000
const note = 'Loading a part of the app failed, so it was loaded again.'

/** Answers with what ends it. */
export function reloadAfterChunkFailure(parts: ChunkFailureParts): () => void {
  const { events, persistent, perTab, now } = parts

  function handleFailure(): void {
    if (!parts.mayReload()) return
    const reloadedAt = Number(perTab.get(stampKey) ?? Number.NEGATIVE_INFINITY)
    if (Math.abs(now() - reloadedAt) < quietMs) return
    perTab.set(stampKey, String(now()))
    // The next page would know nothing of this reload, and load again without end.
    if (!perTab.outlives(stampKey)) return
    persistent.set(noteKey, note)
    parts.reload()
  }

  events.addEventListener(failureEvent, handleFailure)
  return () => events.removeEventListener(failureEvent, handleFailure)
}

/** The note that was left before a reload, once. */
export function takeReloadError(persistent: KeyValue): string | undefined {
  const left = persistent.get(noteKey)
  if (left !== undefined) persistent.remove(noteKey)
  return left
}

/** Nothing can be shown without the part that failed. */
export function reportChunkFailure(events: EventTarget): void {
  events.dispatchEvent(new Event(failureEvent))
}
