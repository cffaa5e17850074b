/** The lists that one has together with a friend, as far as this device knows who has which. */
import { useCallback, useSyncExternalStore } from 'react'
import { useOffline } from '../cache/hooks/sync/use-offline.tsx'
import { seenRecords } from '../cache/records/reader.ts'
import type { Offline } from '../offline/offline.ts'

export interface SharedList {
  readonly id: string
  readonly name: string
}

export function useSharedLists(friendId: number | null): readonly SharedList[] {
  const offline = useOffline()
  const subscribe = useCallback((listener: () => void) => offline.onChanged(listener), [offline])
  // As text, so that the same lists are the same value.
  const text = useSyncExternalStore(subscribe, () =>
    JSON.stringify(friendId === null ? [] : sharedLists(offline, friendId)),
  )
  return JSON.parse(text) as readonly SharedList[]
}

function sharedLists(offline: Offline, friendId: number): readonly SharedList[] {
  const view = seenRecords(offline)
  return view.listIds().flatMap(id => {
    const list = view.list(id)
    if (!list) return []
    const has =
      list.userId === friendId || view.people(id).some(person => person.friendId === friendId)
    return has ? [{ id, name: list.name }] : []
  })
}
