/** The household that somebody finds who tries Aisle without an account: theirs to change, in this browser alone. */

import { tagColors } from '../../rules/lists/tags.ts'
import { nameKey } from '../../rules/names.ts'
import { fullName } from '../../rules/people/full-name.ts'
import { writeFriends, writeInviteId } from '../cache/records/friends.ts'
import { newContent } from '../cache/records/item-content.ts'
import { writeItems, writeList } from '../cache/records/list-records.ts'
import { accountUnit, ownerCacheId, ownerFields } from '../cache/records/local-records.ts'
import { writeOwnFeedback } from '../cache/records/own-feedback.ts'
import { writePeople } from '../cache/records/people.ts'
import {
  type FriendFieldsFragment,
  GetAllShoppingListDocument,
  GetAllUnitDocument,
  GetByFilterUserConfigDocument,
  type Permission,
} from '../generated/operations.ts'
import type { SessionUser } from '../network/session/session-user.ts'
import { type DemoList, type DemoPerson, demoLists, noor, robin, samId } from './demo-lists.ts'
import { demoUnits } from './demo-units.ts'
import { type Home, type HouseholdState, openHome } from './home.ts'

export const demoEmail = 'sam@aisle.example'

interface DemoParts {
  readonly at: string
  readonly newId: () => string
}

const hourMs = 3_600_000

export function makeDemoHousehold({ at, newId }: DemoParts): HouseholdState {
  const ago = (hours: number) => new Date(Date.parse(at) - hours * hourMs).toISOString()
  const inviteId = newId()
  const sam: SessionUser = {
    id: samId,
    firstName: 'Sam',
    lastName: 'Rivera',
    email: demoEmail,
    phone: null,
    role: 'SILVER',
    createdAt: ago(24 * 90),
    inviteId,
  }
  const home = openHome(emptyState(sam, newId()), { at, newId, requestToken: newId() })
  const { cache } = home

  cache.writeFragment({
    id: ownerCacheId,
    fragment: ownerFields,
    data: { __typename: 'Owner', id: 'me', userId: sam.id },
  })
  cache.writeQuery({
    query: GetAllUnitDocument,
    data: { __typename: 'Query', getAllUnit: demoUnits },
  })
  cache.writeQuery({
    query: GetAllShoppingListDocument,
    data: { __typename: 'Query', getAllShoppingList: [] },
  })
  writeInviteId(cache, inviteId)
  writeFriends(cache, [
    friend(robin, 'robin@aisle.example', 'ACCEPTED', ago(24 * 60)),
    friend(noor, 'noor@aisle.example', 'INVITED', ago(20)),
  ])

  const [weekly = ''] = demoLists.map(demo => writeDemoList(home, demo))

  cache.writeQuery({
    query: GetByFilterUserConfigDocument,
    data: {
      __typename: 'Query',
      getByFilterUserConfig: [
        {
          __typename: 'UserConfig',
          id: newId(),
          userId: sam.id,
          shoppingListId: weekly,
          unitId: null,
          shoppingListFilters: null,
          itemFilters: null,
          savedFilters: [],
          shoppingListConfirmDelete: true,
          itemConfirmDelete: false,
          createdAt: sam.createdAt,
          updatedAt: sam.createdAt,
        },
      ],
    },
  })
  writeOwnFeedback(cache, sam.id, [
    {
      __typename: 'Feedback',
      id: newId(),
      feedback: 'Could the list keep the aisles in the order of my shop?',
      rating: 4,
      status: 'FIXED',
      reply: 'It can now: drag them under “Tags” in the menu of the list.',
      fixedIn: '0.2.0',
      createdAt: ago(24 * 30),
      updatedAt: ago(24 * 21),
    },
  ])
  const ids = cache.readQuery({ query: GetAllShoppingListDocument })?.getAllShoppingList ?? []
  home.keep({
    revision: 1,
    revisions: Object.fromEntries([accountUnit, ...ids.map(({ id }) => id)].map(id => [id, 1])),
    activities: [
      {
        __typename: 'Activity',
        id: newId(),
        shoppingListId: weekly,
        kind: 'ITEM_ADDED',
        userId: robin.userId,
        userName: 'Robin Hale',
        requestToken: null,
        listName: 'Weekly shop',
        itemNames: ['Coffee beans', 'Olive oil'],
        itemCount: 2,
        fields: [],
        at: ago(3),
        undo: null,
      },
    ],
  })
  return home.state
}

function emptyState(user: SessionUser, epoch: string): HouseholdState {
  return {
    format: 1,
    records: {},
    user,
    tokens: [],
    epoch,
    revision: 0,
    revisions: {},
    deletedLists: [],
    deletedItems: [],
    activities: [],
    notices: {
      __typename: 'NoticeSettings',
      publicKey: '',
      subscribed: false,
      quietFrom: null,
      quietTo: null,
      timeZone: null,
      silentListIds: [],
    },
    apiTokens: [],
  }
}

function friend(
  person: DemoPerson,
  email: string,
  myStatus: 'ACCEPTED' | 'INVITED',
  at: string,
): FriendFieldsFragment {
  return {
    __typename: 'Friend',
    id: `friend-${person.userId}`,
    friendId: person.userId,
    myStatus,
    theirStatus: 'ACCEPTED',
    friendUser: { __typename: 'FriendUser', ...person, email },
    createdAt: at,
    updatedAt: at,
  }
}

/** Returns its id. */
function writeDemoList({ cache, state: { user }, newId, at }: Home, demo: DemoList): string {
  const id = newId()
  const aisles = [...new Set(demo.items.map(([, aisle]) => aisle))]
  const tags = aisles.map((name, place) => ({
    __typename: 'ItemTag' as const,
    id: newId(),
    name,
    color: tagColors[place % tagColors.length] ?? '#2b8a3e',
  }))
  const permission: Permission = demo.owner ? 'EDIT' : 'ADMIN'
  const updatedBy = demo.owner?.userId ?? user.id
  const made = { permission, createdAt: at, updatedAt: at, updatedBy }
  const { firstName, lastName } = demo.owner ?? user
  const ownerName = fullName(firstName, lastName)
  writeList(cache, {
    __typename: 'ShoppingList',
    ...made,
    id,
    userId: demo.owner?.userId ?? user.id,
    name: demo.name,
    listType: demo.listType ?? 'SIMPLE',
    favourite: demo.favourite ?? false,
    notes: demo.notes ?? null,
    order: cache.readQuery({ query: GetAllShoppingListDocument })?.getAllShoppingList.length ?? 0,
    sharedByName: demo.owner ? ownerName : null,
    itemTags: tags,
  })
  const self = demo.owner ? [{ ...user, userId: user.id, permission }] : []
  writePeople(cache, id, {
    ownerName,
    people: [...(demo.people ?? []), ...self].map(person => ({
      __typename: 'ShoppingListFriend',
      friendId: person.userId,
      name: fullName(person.firstName, person.lastName),
      permission: person.permission,
      byLink: false,
    })),
  })
  writeItems(
    cache,
    id,
    demo.items.map(([name, aisle, wanted, unit, more], order) => ({
      __typename: 'Item',
      ...made,
      id: newId(),
      shoppingListId: id,
      ...newContent({
        name,
        quantityInStock: more?.stock,
        quantityToPurchase: wanted,
        unitId: unit === undefined ? null : `unit-${unit}`,
        purchased: more?.purchased,
        notes: more?.notes,
      }),
      itemTags: tags.filter(tag => nameKey(tag.name) === nameKey(aisle)),
      order,
    })),
  )
  return id
}
