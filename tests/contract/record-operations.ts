/**
 * Prints what this version of the client sends, to the letter: every edit of the registry, every query and the
 * subscription. `node tests/contract/record-operations.ts > tests/contract/recorded/<release>.json` belongs to
 * a release; `released.test.ts` sends all that was ever recorded to the server.
 */
import type { DocumentNode } from '@apollo/client'
import { editsByName } from '../../src/cache/edits/all-edits.ts'
import { GetAllApiTokenDocument } from '../../src/generated/account-operations.ts'
import * as operations from '../../src/generated/operations.ts'
import { createDataNetwork } from '../../src/network/data/data-network.ts'
import type { EditVariables } from '../../src/offline/outbox/edit.ts'

const id = (number: number) => `019aa500-0000-7000-8000-${String(number).padStart(12, '0')}`
const [weekly, cellar, copy, sample, restored] = [id(1), id(2), id(3), id(4), id(5)]
const [filter, feedback] = [id(6), id(7)]
const [milk, bread, eggs, wine, soap] = [id(11), id(12), id(13), id(14), id(15)]
/**
 * A list that somebody else shares, that friend, as an id and as a number, and the person's preferences and number:
 * the test puts in what there is.
 */
const [shared, config, friend] = ['{shared}', '{config}', '{friend}']
const [friendNumber, ownNumber] = ['{friend as a number}', '{own number}']

const edits: readonly (readonly [name: string, variables: EditVariables])[] = [
  [
    'createShoppingList',
    {
      id: weekly,
      name: 'Weekly',
      listType: 'SIMPLE',
      favourite: true,
      notes: 'for two',
      itemTags: [{ name: 'Dairy', color: '#123456' }],
      items: [{ id: milk, name: 'Milk', itemTags: [{ name: 'Dairy' }] }],
    },
  ],
  ['createShoppingList', { id: cellar, name: 'Cellar', listType: 'STOCK' }],
  [
    'createItem',
    {
      id: bread,
      shoppingListId: weekly,
      name: 'Bread',
      purchased: false,
      notes: 'sliced',
      unitId: 'unit-g',
      quantityInStock: 1.5,
      quantityToPurchase: 2,
      itemTags: [{ name: 'Bakery' }],
    },
  ],
  [
    'createItems',
    {
      shoppingListId: weekly,
      items: [
        { id: eggs, name: 'Eggs', afterItemId: milk, quantityToPurchase: 12, unitId: 'unit-l' },
        { id: soap, name: 'Soap', purchased: true, notes: 'n', quantityInStock: 1, itemTags: [] },
      ],
    },
  ],
  ['createItem', { id: wine, shoppingListId: cellar, name: 'Wine' }],
  [
    'updateItem',
    {
      id: bread,
      name: 'Rye bread',
      notes: null,
      unitId: null,
      quantityInStock: 0,
      quantityToPurchase: null,
      itemTags: [],
    },
  ],
  [
    'updateItems',
    {
      items: [
        { id: milk, name: 'Oat milk', purchased: false, itemTags: [{ name: 'Dairy' }] },
        { id: eggs, notes: 'large', unitId: null, quantityInStock: 2, quantityToPurchase: 6 },
      ],
    },
  ],
  ['tickItem', { id: milk, purchased: true }],
  ['moveItem', { id: milk, afterItemId: bread }],
  ['updateItemsOrder', { shoppingListId: weekly, itemIds: [eggs, bread, milk] }],
  [
    'swapShoppingListItems',
    {
      firstShoppingListId: weekly,
      secondShoppingListId: cellar,
      firstItemIds: [bread],
      secondItemIds: [wine],
      places: [{ id: wine, afterItemId: null }],
    },
  ],
  ['updateItem', { id: bread, shoppingListId: weekly }],
  ['deleteItem', { id: soap }],
  ['deleteItems', { ids: [bread, eggs] }],
  [
    'updateShoppingList',
    { id: weekly, listType: 'STOCK', favourite: false, notes: null, itemTags: [{ name: 'Cold' }] },
  ],
  ['renameShoppingList', { id: weekly, name: 'Monthly' }],
  ['updateShoppingListsOrder', { shoppingListIds: [cellar, weekly] }],
  ['moveShoppingList', { id: weekly, afterShoppingListId: null }],
  ['resetShoppingList', { id: weekly }],
  ['copyShoppingList', { id: weekly, name: 'Copy', newId: copy }],
  ['sampleShoppingList', { newId: sample }],
  ['deleteShoppingList', { id: copy }],
  [
    'restoreShoppingList',
    {
      id: copy,
      newId: restored,
      shown: {
        name: 'Copy',
        listType: 'STOCK',
        favourite: false,
        notes: null,
        itemTags: [],
        itemIds: [],
      },
    },
  ],
  ['leaveShoppingList', { id: shared }],
  [
    'updateUserConfig',
    {
      id: config,
      shoppingListId: weekly,
      unitId: 'unit-g',
      shoppingListFilters: '{}',
      itemFilters: '{}',
      shoppingListConfirmDelete: true,
      itemConfirmDelete: true,
    },
  ],
  ['createSavedFilter', { id: filter, kind: 'ITEMS', name: 'Cold', filter: '{}' }],
  ['updateSavedFilter', { id: filter, name: 'Frozen', filter: '{"sort":"name"}' }],
  ['deleteSavedFilter', { id: filter }],
  ['sendFriendRequestByEmail', { email: 'bo@example.org' }],
  ['updateFriend', { id: friend, firendStatus: 'ACCEPTED' }],
  [
    'shareShoppingList',
    { id: cellar, shoppingListFriends: [{ friendId: friendNumber, permission: 'EDIT' }] },
  ],
  [
    'createShareLink',
    { shoppingListId: weekly, permission: 'VIEW', inviteId: 'AbCdEfGhIjKlMnOpQrStUv' },
  ],
  ['endShareLinks', { shoppingListId: weekly }],
  ['handOverShoppingList', { id: cellar, userId: friendNumber }],
  ['deleteByIdFriend', { id: friend }],
  [
    'createFeedback',
    { id: feedback, userId: ownNumber, feedback: 'Well done', rating: 5, deviceLog: 'one line' },
  ],
  ['deleteFeedback', { id: feedback, userId: ownNumber }],
]

const queries: readonly (readonly [DocumentNode, EditVariables])[] = [
  [operations.ChangesDocument, { known: [{ id: 'account', revision: 0 }] }],
  [operations.HistoryDocument, { shoppingListId: weekly, limit: 50 }],
  [operations.DeletedShoppingListsDocument, {}],
  [operations.DeletedItemsDocument, { shoppingListId: weekly }],
  [operations.GetAllUnitDocument, {}],
  [operations.GetByFilterUserConfigDocument, {}],
  [operations.GetAllFriendDocument, {}],
  [operations.OwnFeedbackDocument, { userId: ownNumber }],
  [operations.DownloadFeedbackDocument, { userId: ownNumber, first: 25 }],
  [GetAllApiTokenDocument, {}],
]

const sent: unknown[] = []
let edit: string | undefined
const network = createDataNetwork({
  httpClient: {
    async fetch(_path, { headers = {}, body = '' }) {
      const { accept } = headers
      sent.push({ ...(edit && { edit }), accept, body: JSON.parse(body) })
      throw new TypeError('Nothing is sent.')
    },
    discardToken() {},
    leaveSession: async () => true,
  },
  changed: operations.ChangedDocument,
  reportSignedOut() {},
  now: () => 0,
})

for (const [name, variables] of edits) {
  const { document } = editsByName.get(name) ?? {}
  if (!document) throw new Error(`There is no edit ${name}.`)
  edit = name
  await network.send(document, variables, { note: '', requestToken: 'x' })
}
edit = undefined
for (const [document, variables] of queries) {
  await network.send(document, variables, { note: '', requestToken: 'x' })
}
const ended = Promise.withResolvers<void>()
network.listen({ onOpen() {}, onHint() {}, onEnd: () => ended.resolve() })
await ended.promise
process.stdout.write(`${JSON.stringify({ sent }, null, 2)}\n`)
