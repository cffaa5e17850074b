/** The ways out of the browser: share sheet, a file. */

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

/** Hands a file to the browser's downloads; works without a network. */
export function saveFile(text: string, fileName: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download has its own hold of the data by then; freeing it at once breaks it in some browsers.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
