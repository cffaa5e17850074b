import { useSyncExternalStore } from 'react'
import type { Readable } from '../../offline/readable.ts'

export function useReadable<T>(readable: Readable<T>): T {
  return useSyncExternalStore(readable.subscribe, readable.get, readable.get)
}
