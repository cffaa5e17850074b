/** Run inside Aisle's page before its own code: what it writes to IndexedDB, what it asks of the server. */
export interface Meters {
  /** Bytes handed to IndexedDB since the page began, about as it stores them. */
  idbBytes: number
  idbWrites: number
  /** One entry a request: "tickItem", "changes", "/csrftoken", … */
  readonly requests: string[]
}

declare global {
  interface Window {
    meters: Meters
  }
}

export function installMeters(): void {
  const meters: Meters = { idbBytes: 0, idbWrites: 0, requests: [] }
  window.meters = meters

  function sizeOf(value: unknown): number {
    if (typeof value === 'string') {
      // One byte a character where all are Latin-1, else two.
      return [...value].some(character => character > '\u00ff') ? value.length * 2 : value.length
    }
    if (typeof value === 'number') return 8
    if (value instanceof Blob) return value.size
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength
    if (Array.isArray(value)) return value.reduce((sum, part) => sum + sizeOf(part), 4)
    if (value instanceof Map) return sizeOf([...value].flat())
    if (value instanceof Set) return sizeOf([...value])
    if (typeof value !== 'object' || value === null) return 1
    return Object.entries(value).reduce(
      (sum, [key, part]) => sum + key.length + 2 + sizeOf(part),
      4,
    )
  }

  function count(value: unknown): void {
    meters.idbWrites += 1
    meters.idbBytes += sizeOf(value)
  }

  const { put, add } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (value: unknown, key?: IDBValidKey) {
    count(value)
    return key === undefined ? put.call(this, value) : put.call(this, value, key)
  }
  IDBObjectStore.prototype.add = function (value: unknown, key?: IDBValidKey) {
    count(value)
    return key === undefined ? add.call(this, value) : add.call(this, value, key)
  }
  const { update } = IDBCursor.prototype
  IDBCursor.prototype.update = function (value: unknown) {
    count(value)
    return update.call(this, value)
  }

  const originalFetch = window.fetch
  window.fetch = (input, init) => {
    const path = URL.parse(
      input instanceof Request ? input.url : String(input),
      location.href,
    )?.pathname
    const body = typeof init?.body === 'string' ? init.body : ''
    meters.requests.push(/"operationName":"(\w+)"/.exec(body)?.[1] ?? path ?? '')
    return originalFetch(input, init)
  }
}
