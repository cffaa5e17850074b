/** Where suggestions and answered questions are kept: in IndexedDB, on this device alone. */
import { whenIdle } from '../../ui/loading/when-idle.ts'

/** What localforage offers, and a Map can in a test. */
export interface DeviceStorage {
  getItem(key: string): Promise<unknown>
  setItem(key: string, value: unknown): Promise<unknown>
  removeItem(key: string): Promise<void>
}

/** Its code loads behind the first paint. */
export function openDeviceStorage(): DeviceStorage {
  const opened = new Promise<void>(resolve => whenIdle(resolve))
    .then(() => import('localforage'))
    .then(({ default: localforage }) =>
      localforage.createInstance({ name: 'aisle-device', storeName: 'habits' }),
    )
  // If it cannot be loaded, each call says so; nothing is left unhandled.
  opened.catch(() => undefined)
  return {
    getItem: async key => (await opened).getItem(key),
    setItem: async (key, value) => (await opened).setItem(key, value),
    removeItem: async key => (await opened).removeItem(key),
  }
}

/** To be called when this person signs out or deletes their account: nothing of their habits stays behind. */
export async function wipeHabits(
  userId: number,
  storage: DeviceStorage = openDeviceStorage(),
): Promise<void> {
  await Promise.all(habitKeys(userId).map(key => storage.removeItem(key)))
}

export function historyKey(userId: number): string {
  return `history:${userId}`
}

export function keptDuplicatesKey(userId: number): string {
  return `kept-twins:${userId}`
}

function habitKeys(userId: number): string[] {
  return [historyKey(userId), keptDuplicatesKey(userId)]
}
