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

/** The same of the lists themselves. */
export function listsSentence({ takesNoLists }: Pick<SyncState, 'takesNoLists'>) {
  if (!takesNoLists) return undefined
  return 'The storage of this device has no room for your lists. Make room: without a network they are missing here, or old.'
}

export const lostSentences: Readonly<Record<Lost, string>> = {
  all: 'The browser has cleared what Aisle kept on this device. What had reached the server comes back; changes that still waited here are gone.',
  fetched:
    'The browser has cleared what Aisle kept on this device. What had reached the server comes back; changes that waited here are still here.',
}
