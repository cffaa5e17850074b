/** The household that somebody finds who tries Aisle without an account: theirs to change, in this browser alone. */

import { tagColors } from '../../rules/lists/tags.ts'
import { nameKey } from '../../rules/names.ts'
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
  type ListType,
  type Permission,
} from '../generated/operations.ts'
import type { SessionUser } from '../network/session/session.ts'
import { demoUnits } from './demo-units.ts'
import { type Home, type HouseholdState, openHome } from './home.ts'

/** Ids that no server gives out, so that nothing of a real account on the same device is ever touched. */
const firstUserId = 2_000_000_001
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
    id: firstUserId,
    firstName: 'Sam',
    lastName: 'Rivera',
    email: demoEmail,
    phone: null,
    role: 'SILVER',
    createdAt: ago(24 * 90),
    inviteId,
  }
  const robin = { userId: firstUserId + 1, firstName: 'Robin', lastName: 'Hale' }
  const noor = { userId: firstUserId + 2, firstName: 'Noor', lastName: 'Haddad' }
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

  const weekly = list(home, {
    name: 'Weekly shop',
    favourite: true,
    people: [{ ...robin, permission: 'EDIT' }],
    items: [
      ['Apples', 'Fruit & vegetables', 1, 'kg'],
      ['Bananas', 'Fruit & vegetables', 6],
      ['Tomatoes', 'Fruit & vegetables', 500, 'g', { notes: 'Ripe ones, for the salad' }],
      ['Spinach', 'Fruit & vegetables', 1, 'bag'],
      ['Sourdough', 'Bakery', 1, 'loaf', { purchased: true }],
      ['Rolls', 'Bakery', 6],
      ['Milk', 'Dairy', 2, 'l'],
      ['Yoghurt', 'Dairy', 4],
      ['Cheddar', 'Dairy', 250, 'g', { purchased: true }],
      ['Eggs', 'Dairy', 1, 'dozen'],
      ['Coffee beans', 'Dry goods', 1, 'bag', { notes: 'The dark ones' }],
      ['Spaghetti', 'Dry goods', 2, 'pack'],
      ['Olive oil', 'Dry goods', 1, 'bottle'],
      ['Dish soap', 'Household', 1],
    ],
  })
  list(home, {
    name: 'Pantry',
    listType: 'STOCK',
    items: [
      ['Rice', 'Dry goods', 2, 'kg', { stock: 1 }],
      ['Chopped tomatoes', 'Tins', 6, 'can', { stock: 2 }],
      ['Chickpeas', 'Tins', 4, 'can', { stock: 4 }],
      ['Flour', 'Baking', 2, 'kg', { stock: 0 }],
      ['Honey', 'Baking', 1, 'jar', { stock: 1 }],
    ],
  })
  list(home, {
    name: 'Garden party',
    notes: 'Saturday from four. Twelve people, two of them vegan.',
    owner: robin,
    items: [
      ['Lemonade', 'Drinks', 6, 'bottle'],
      ['Ice', 'Drinks', 3, 'bag'],
      ['Burger buns', 'Food', 12],
      ['Corn cobs', 'Food', 8],
      ['Paper lanterns', 'Decoration', 10],
    ],
  })
  list(home, {
    name: 'DIY store',
    items: [
      ['Wall filler', 'Paint', 1],
      ['Masking tape', 'Paint', 2],
      ['Picture hooks', 'Hardware', 1, 'box'],
    ],
  })

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
      reply: 'It can now: drag the aisles in the settings of the list.',
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

interface DemoPerson {
  readonly userId: number
  readonly firstName: string
  readonly lastName: string
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

type DemoItem = readonly [
  name: string,
  aisle: string,
  wanted: number,
  unit?: string,
  more?: { readonly notes?: string; readonly purchased?: boolean; readonly stock?: number },
]

interface DemoList {
  readonly name: string
  readonly notes?: string
  readonly listType?: ListType
  readonly favourite?: boolean
  /** Who shares it with the person; their own if it is absent. */
  readonly owner?: DemoPerson
  readonly people?: readonly (DemoPerson & { readonly permission: Permission })[]
  readonly items: readonly DemoItem[]
}

/** Answers with its id. */
function list({ cache, state: { user }, newId, at }: Home, demo: DemoList): string {
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
  const ownerName = demo.owner ? fullName(demo.owner) : fullName(user)
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
      name: fullName(person),
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

function fullName({ firstName, lastName }: Pick<DemoPerson, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`
}
