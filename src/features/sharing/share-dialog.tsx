/** Who has a list and what they may do, in plain words; a choice is done at once. */
import { useState } from 'react'
import { compareNames } from '../../../rules/lists/sort.ts'
import { areFriends } from '../../../rules/people/friends.ts'
import { mayDelete } from '../../../rules/people/permissions.ts'
import { handOverShoppingList, shareShoppingList } from '../../cache/edits/sharing-edits.ts'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { useFriends } from '../../cache/hooks/use-friends.ts'
import { usePeople } from '../../cache/hooks/use-people.ts'
import { friendName, standingOf } from '../../cache/records/friends.ts'
import { seenRecords } from '../../cache/records/reader.ts'
import type { ShoppingListFieldsFragment } from '../../generated/operations.ts'
import { usePerform } from '../../parts/perform/use-perform.ts'
import { useTellTakenAway } from '../../parts/perform/use-tell-lost.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button } from '../../ui/form/button.tsx'
import { PlainList } from '../../ui/plain-list.tsx'
import { Said, useSaid } from '../../ui/said.tsx'
import { HandOver } from './hand-over.tsx'
import {
  Meanings,
  ownerMeaning,
  PersonPermission,
  type Wanted,
  words,
} from './person-permission.tsx'
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
  const [said, setSaid] = useSaid()
  // Nobody's row leaves the hand that gives them the list, or takes it away.
  const [first] = useState(() => new Set(share.people.map(person => person.friendId)))
  const rank = (row: { readonly friendId: number }) => Number(!first.has(row.friendId))
  const rows = [...share.people, ...share.others].sort(
    (a, b) => rank(a) - rank(b) || compareNames(a.name, b.name),
  )
  // It was handed over on another device.
  if (handing && !owns) setHanding(false)
  useTellTakenAway(list, undefined)
  return (
    <Dialog title={`Share ${list.name}`} open onClose={onClose}>
      <div className="flex flex-col gap-4">
        <PlainList aria-label="People">
          {owns ? null : (
            <PersonPermission friendId={list.userId} name={share.ownerName} fixed={ownerMeaning} />
          )}
          {rows.map(person => (
            <PersonPermission
              key={person.friendId}
              {...person}
              email={share.emailOf(person.friendId)}
              isSelf={person.friendId === userId}
              keptAs={`permission.${list.id}.${person.friendId}`}
              onChange={wanted => {
                share.set(person.friendId, wanted)
                setSaid(`${person.name}: ${words[wanted]}`)
              }}
            />
          ))}
        </PlainList>
        <Said className="sr-only">{said}</Said>
        {rows.length > 0 ? null : (
          <p className="text-quiet">
            No friends yet. A link makes somebody your friend and shares this list in one step.
          </p>
        )}
        <Meanings />
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

  function set(friendId: number, wanted: Wanted) {
    const revision = seenRecords(offline).revision(list.id)
    const isChange = people.some(person => person.friendId === friendId)
    perform(shareShoppingList, {
      id: list.id,
      shoppingListFriends: wanted === 'NONE' ? [] : [{ friendId, permission: wanted }],
      changedFriendIds: [friendId],
      // Another permission brings nobody back who left meanwhile.
      ...(isChange && revision !== undefined && { knownRevision: revision }),
    })
  }

  return {
    ownerName: kept?.ownerName ?? '',
    people,
    others: friends.flatMap(friend =>
      friend.friendId !== null && areFriends(standingOf(friend)) && !known.has(friend.friendId)
        ? [{ friendId: friend.friendId, name: friendName(friend) }]
        : [],
    ),
    /** By which friends of one name are told apart; of others none is told. */
    emailOf: (friendId: number) =>
      friends.find(friend => friend.friendId === friendId)?.friendUser.email,
    set,
  }
}
