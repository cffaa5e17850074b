import type { Lost, SyncState } from '../../offline/offline.ts'

/** What is not safe on this device, and what to do; undefined if everything is. */
export function storageSentence(storage: SyncState['storage']): string | undefined {
  if (storage === 'full') {
    return 'The storage of this device is full. Changes made now last only while this page is open: send them or make room.'
  }
  if (storage === 'memory-only') {
    return 'This browser keeps nothing on the device: what waits is lost when the page is closed before it has been sent.'
  }
  return undefined
}

export const lostSentences: Readonly<Record<Lost, string>> = {
  all: 'The browser has cleared what Aisle kept on this device. What had reached the server comes back; changes that still waited here are gone.',
  fetched:
    'The browser has cleared what Aisle kept on this device. What had reached the server comes back; changes that waited here are still here.',
}
