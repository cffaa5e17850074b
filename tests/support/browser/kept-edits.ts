import type { Page } from '@playwright/test'

/** How many edits lie on the device, in both places. */
export async function keptEdits(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const answer = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const databases = await indexedDB.databases()
    const name = databases.find(one => one.name?.startsWith('aisle-outbox'))?.name ?? ''
    const bucket = await navigator.storageBuckets?.open(name)
    let count = 0
    for (const factory of [indexedDB, bucket?.indexedDB]) {
      if (!factory) throw new Error('This browser has no second place.')
      const opening = factory.open(name)
      // Nothing was copied so far: it is not made here.
      opening.onupgradeneeded = () => opening.transaction?.abort()
      const database = await answer(opening).catch(() => undefined)
      if (!database) continue
      count += await answer(database.transaction('entries').objectStore('entries').count())
      database.close()
    }
    return count
  })
}
