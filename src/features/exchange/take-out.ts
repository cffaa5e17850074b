/** The way out of the browser by its share sheet. */

/** What came of it; `unavailable` where this browser has no such way. */
export type Taken = 'done' | 'cancelled' | 'unavailable'

export function canShare(): boolean {
  return typeof navigator.share === 'function'
}

/** Opens the share sheet of the device; call it from a press, browsers refuse it otherwise. */
export async function shareText(title: string, text: string): Promise<Taken> {
  if (!canShare()) return 'unavailable'
  try {
    await navigator.share({ title, text })
    return 'done'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
      ? 'cancelled'
      : 'unavailable'
  }
}
