/** Who has a list and what they may do, in plain words; a choice is done at once. */
import { useRef, useState } from 'react'
import { areFriends } from '../../../rules/friends.ts'
import { mayDelete } from '../../../rules/permissions.ts'
import { handOverShoppingList, shareShoppingList } from '../../cache/edits/sharing-edits.ts'
import { useFriends } from '../../cache/hooks/use-friends.ts'
import { useOffline } from '../../cache/hooks/use-offline.tsx'
import { usePeople } from '../../cache/hooks/use-people.ts'
import { friendName, standingOf } from '../../cache/records/friends.ts'
import { type Person, readPeople } from '../../cache/records/people.ts'
import { seenRecords } from '../../cache/records/reader.ts'
import type { Permission, ShoppingListFieldsFragment } from '../../generated/operations.ts'
import { usePerform } from '../../parts/perform/use-perform.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button } from '../../ui/form/button.tsx'
import { PlainList } from '../../ui/plain-list.tsx'
import { HandOver } from './hand-over.tsx'
import { PersonPermission, type Wanted } from './person-permission.tsx'
import { ShareLink } from './share-link.tsx'

interface ShareDialogProps {
  readonly list: ShoppingListFieldsFragment
  readonly onClose: () => void
}

export function ShareDialog({ list, onClose }: ShareDialogProps) {
  const { userId } = useOffline()
  const share = useShare(list)
  const perform = usePerform()
  const owns = mayDelete(userId, list)
  const [handing, setHanding] = useState(false)
  return (
    <Dialog title={`Share ${list.name}`} open onClose={onClose}>
      <div className="flex flex-col gap-4">
        <PlainList aria-label="People">
          {owns ? null : (
            <PersonPermission name={share.ownerName} fixed="Owner: everything, and deleting it" />
          )}
          {share.people.map(person => (
            <PersonPermission
              key={person.friendId}
              name={person.name}
              permission={person.permission}
              byLink={person.byLink}
              isSelf={person.friendId === userId}
              onChange={wanted => share.set(person.friendId, wanted)}
            />
          ))}
          {share.others.map(friend => (
            <PersonPermission
              key={friend.friendId}
              name={friend.name}
              permission="NONE"
              onChange={wanted => share.set(friend.friendId, wanted)}
            />
          ))}
        </PlainList>
        {share.people.length + share.others.length > 0 ? null : (
          <p className="text-quiet">
            No friends yet. A link makes somebody your friend and shares this list in one step.
          </p>
        )}
        <ShareLink list={list} />
        {owns && share.people.length > 0 ? (
          <p className="flex flex-wrap items-center gap-x-1 text-quiet">
            You own this list.
            <Button look="quiet" className="px-2" onClick={() => setHanding(true)}>
              Hand it over
            </Button>
          </p>
        ) : null}
      </div>
      {handing ? (
        <HandOver
          list={list}
          people={share.people}
          onChoose={friendId => {
            setHanding(false)
            perform(handOverShoppingList, { id: list.id, userId: friendId })
          }}
          onClose={() => setHanding(false)}
        />
      ) : null}
    </Dialog>
  )
}

/** The people of a list, the friends who could be, and how one of them changes. */
function useShare(list: ShoppingListFieldsFragment) {
  const offline = useOffline()
  const perform = usePerform()
  const kept = usePeople(list.id)
  const friends = useFriends() ?? []
  const people = kept?.people ?? []
  const known = new Set([list.userId, ...people.map(person => person.friendId)])
  /** Of whom one changed something, and at which revision of the list that was. */
  const changedAt = useRef(new Map<number, number>())

  function set(friendId: number, wanted: Wanted) {
    const others = people.filter(person => person.friendId !== friendId).map(toWish)
    const own = wanted === 'NONE' ? [] : [{ friendId, permission: wanted }]
    perform(shareShoppingList, {
      id: list.id,
      shoppingListFriends: [...others, ...own],
      ...knownRevision(friendId),
    })
    const revision = seenRecords(offline).revision(list.id)
    if (revision !== undefined) changedAt.current.set(friendId, revision)
  }

  /**
   * What one's own change that waits is based on, this is based on too: who joined meanwhile is on neither. But of
   * whom that change is, this one is no news from before it: then it is the whole truth. So it is behind a change that
   * was answered, until the list is told anew.
   */
  function knownRevision(friendId: number) {
    const [first] = offline.waiting
      .get()
      .filter(entry => entry.name === shareShoppingList.name && entry.needs.includes(list.id))
    const revision = first ? first.variables.knownRevision : seenRecords(offline).revision(list.id)
    const told = readPeople(offline.cache, list.id).people
    const isChanged = first && permissionIn(told, friendId) !== permissionIn(people, friendId)
    const isAnswered = changedAt.current.get(friendId) === revision
    return typeof revision === 'number' && !isChanged && !isAnswered
      ? { knownRevision: revision }
      : {}
  }

  return {
    ownerName: kept?.ownerName ?? '',
    people,
    others: friends
      .flatMap(friend =>
        friend.friendId !== null && areFriends(standingOf(friend)) && !known.has(friend.friendId)
          ? [{ friendId: friend.friendId, name: friendName(friend) }]
          : [],
      )
      .sort((a, b) => a.name.localeCompare(b.name)),
    set,
  }
}

function permissionIn(people: readonly Person[], friendId: number): Permission | undefined {
  return people.find(person => person.friendId === friendId)?.permission
}

function toWish({ friendId, permission }: Person): { friendId: number; permission: Permission } {
  return { friendId, permission }
}
