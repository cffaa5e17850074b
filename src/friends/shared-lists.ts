import { seenRecords } from '../cache/records/reader.ts'
import type { Offline } from '../offline/offline.ts'

interface SharedList {
  readonly id: string
  readonly name: string
}

/** The lists that one has together with a friend, as far as this device knows who has which. */
export function sharedLists(offline: Offline, friendId: number | null): readonly SharedList[] {
  if (friendId === null) return []
  const view = seenRecords(offline)
  return view.listIds().flatMap(id => {
    const list = view.list(id)
    if (!list) return []
    const has =
      list.userId === friendId || view.people(id).some(person => person.friendId === friendId)
    return has ? [{ id, name: list.name }] : []
  })
}
