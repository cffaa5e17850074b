/** What people do at their devices about each other and about who has their lists, for random histories. */
import {
  answerFriend,
  removeFriend,
  sendFriendRequest,
} from '../../src/cache/edits/friend-edits.ts'
import {
  createShareLink,
  endShareLinks,
  handOverShoppingList,
  shareShoppingList,
} from '../../src/cache/edits/sharing-edits.ts'
import { newId } from '../../src/cache/records/new-id.ts'
import type { Offline } from '../../src/offline/offline.ts'

export type PeopleGesture = (
  offline: Offline,
  happening: { readonly pick: number; readonly value: number },
  /** Addresses of all who are there. */
  emails: readonly string[],
) => Promise<unknown> | undefined

const answers = ['ACCEPTED', 'ACCEPTED', 'ACCEPTED', 'REJECTED', 'BLOCKED'] as const
const levels = ['EDIT', 'ADMIN', 'VIEW', undefined] as const

export const peopleGestures: Readonly<Record<string, PeopleGesture>> = {
  askFriend(offline, { value }, emails) {
    const email = pickFrom(emails, value)
    return email ? offline.perform(sendFriendRequest, { email }).durable : undefined
  },
  answer(offline, { pick, value }) {
    const friend = pickFrom(friendsOf(offline), pick)
    const firendStatus = pickFrom(answers, value)
    if (!friend || !firendStatus) return
    return offline.perform(answerFriend, { id: String(friend.id), firendStatus }).durable
  },
  unfriend(offline, { pick, value }) {
    const friend = pickFrom(friendsOf(offline), pick)
    if (!friend || value % 3 > 0) return
    return offline.perform(removeFriend, { id: String(friend.id) }).durable
  },
  shareList(offline, { pick, value }) {
    const id = pickFrom(listIds(offline), pick)
    const accepted = friendsOf(offline).filter(
      friend => friend.myStatus === 'ACCEPTED' && friend.firendStatus === 'ACCEPTED',
    )
    if (!id) return
    const known = Number(offline.peek(`Cursor:${id}`)?.revision)
    const knownRevision = Number.isNaN(known) ? {} : { knownRevision: known }
    const wishes = accepted.flatMap(({ friendId }, at) => {
      const permission = levels[(value + at) % levels.length]
      return typeof friendId === 'number' ? { friendId, permission } : []
    })
    // As the dialog of the app does it, one by one; or all at once, as the apps of before and scripts do.
    const one = pickFrom(wishes, value)
    const meant = value % 2 && one ? [one] : wishes
    const shoppingListFriends = meant.flatMap(({ friendId, permission }) =>
      permission ? { friendId, permission } : [],
    )
    const changed = meant === wishes ? {} : { changedFriendIds: meant.map(wish => wish.friendId) }
    const wanted = { id, shoppingListFriends, ...changed, ...knownRevision }
    return offline.perform(shareShoppingList, wanted).durable
  },
  handOver(offline, { pick, value }) {
    const id = pickFrom(listIds(offline), pick)
    const person = pickFrom(peopleOf(offline, id ?? ''), value)
    if (!id || !person || value % 2) return
    return offline.perform(handOverShoppingList, { id, userId: person.friendId }).durable
  },
  makeLink(offline, { pick, value }) {
    const shoppingListId = pickFrom(listIds(offline), pick)
    const permission = pickFrom(levels, value)
    if (!shoppingListId || !permission) return
    const inviteId = newId()
    return offline.perform(createShareLink, { shoppingListId, permission, inviteId }).durable
  },
  endLinks(offline, { pick, value }) {
    const shoppingListId = pickFrom(listIds(offline), pick)
    if (!shoppingListId || value % 3 > 0) return
    return offline.perform(endShareLinks, { shoppingListId }).durable
  },
}

/** The person's friends, as a device shows them. */
export function friendsOf(offline: Offline): readonly Readonly<Record<string, unknown>>[] {
  const refs = offline.peek('ROOT_QUERY')?.getAllFriend
  if (!Array.isArray(refs)) return []
  return refs.map(({ __ref }) => Object(offline.peek(String(__ref))))
}

/** Who has a list besides its owner, as a device shows it. */
export function peopleOf(
  offline: Offline,
  listId: string,
): readonly { readonly friendId: number; readonly permission: string }[] {
  const people = offline.peek(`People:${listId}`)?.people
  return Array.isArray(people) ? people.map(person => Object(person)) : []
}

function listIds(offline: Offline): readonly string[] {
  const refs = offline.peek('ROOT_QUERY')?.getAllShoppingList
  if (!Array.isArray(refs)) return []
  return refs
    .map(({ __ref }) => String(__ref))
    .filter(ref => offline.peek(ref))
    .map(ref => ref.slice(ref.indexOf(':') + 1))
}

/** The one that a number of chance stands for; undefined of none. */
export function pickFrom<T>(values: readonly T[], pick: number): T | undefined {
  return values[pick % Math.max(values.length, 1)]
}
