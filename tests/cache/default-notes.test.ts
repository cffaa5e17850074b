/**
 * What a person is told where the server refuses without a word: the default notes of spec section 4, to the
 * letter, for every edit and every query, through the real core and the real network.
 */

import { type DocumentNode, Kind } from 'graphql'
import { expect, test } from 'vitest'
import { apiTokensQuery } from '../../src/account/api-token-list.tsx'
import { downloadFeedbackQuery } from '../../src/account/own-data.ts'
import {
  auditQuery,
  feedbackQuery,
  recordQuery,
  summaryQuery,
} from '../../src/admin/desk-queries.ts'
import { allEdits, editsByName } from '../../src/cache/edits/all-edits.ts'
import { changesPull } from '../../src/cache/sync/changes.ts'
import { unitsQuery } from '../../src/cache/sync/load-units.ts'
import {
  deletedItemsQuery,
  deletedShoppingListsQuery,
  historyQuery,
} from '../../src/features/history/history-queries.ts'
import { ownFeedbackQuery } from '../../src/feedback/use-own-feedback.ts'
import * as accountOperations from '../../src/generated/account-operations.ts'
import * as deskOperations from '../../src/generated/desk-operations.ts'
import * as operations from '../../src/generated/operations.ts'
import { createDataNetwork } from '../../src/network/data/data-network.ts'
import type { EditVariables } from '../../src/offline/outbox/edit.ts'
import { createCallStates } from '../../src/offline/sync/call-states.ts'
import { operationName, trackCalls } from '../../src/offline/sync/track-calls.ts'
import { noticeSettingsQuery } from '../../src/preferences/use-notice-settings.ts'
import { listId, openDevice } from './undo-device.ts'

const shop = listId('Shop')
const pantry = listId('Pantry')

const edits: Readonly<Record<string, readonly [note: string, variables: EditVariables]>> = {
  createItem: ['Error while creating Item record(s)', { id: 'n', shoppingListId: shop, name: 'N' }],
  createItems: [
    'Error while creating Item record(s)',
    { shoppingListId: shop, items: [{ id: 'n', name: 'N' }] },
  ],
  updateItem: ['Error while updating Item record(s)', { id: 'apples', name: 'Pears' }],
  updateItems: [
    'Error while updating Item record(s)',
    { items: [{ id: 'apples', purchased: true }] },
  ],
  tickItem: ['Error while updating Item record(s)', { id: 'apples', purchased: true }],
  deleteItem: ['Error while deleting Item record(s)', { id: 'apples' }],
  deleteItems: ['Error while deleting Item record(s)', { ids: ['apples', 'bread'] }],
  moveItem: ['Error while reordering', { id: 'apples', afterItemId: 'bread' }],
  updateItemsOrder: [
    'Error while reordering',
    { shoppingListId: shop, itemIds: ['bread', 'apples'] },
  ],
  createShoppingList: ['Error while creating ShoppingList record(s)', { id: 'new', name: 'New' }],
  updateShoppingList: ['Error while updating ShoppingList record(s)', { id: shop, notes: 'x' }],
  renameShoppingList: ['Error while updating ShoppingList record(s)', { id: shop, name: 'X' }],
  deleteShoppingList: ['Error while deleting ShoppingList record(s)', { id: shop }],
  leaveShoppingList: ['Error while updating ShoppingList record(s)', { id: shop }],
  updateShoppingListsOrder: ['Error while reordering', { shoppingListIds: [pantry, shop] }],
  moveShoppingList: ['Error while reordering', { id: shop, afterShoppingListId: pantry }],
  resetShoppingList: ['Error while reseting', { id: shop }],
  copyShoppingList: ['Error while copying', { id: shop, name: 'Shop', newId: crypto.randomUUID() }],
  sampleShoppingList: ['Error while creating sample', { newId: crypto.randomUUID() }],
  swapShoppingListItems: [
    'Error while updating Item record(s)',
    {
      firstShoppingListId: shop,
      secondShoppingListId: pantry,
      firstItemIds: ['apples'],
      secondItemIds: [],
    },
  ],
  restoreShoppingList: [
    'Error while creating ShoppingList record(s)',
    {
      id: 'gone',
      newId: 'back',
      shown: {
        name: 'Gone',
        listType: 'SIMPLE',
        favourite: false,
        notes: null,
        itemTags: [],
        itemIds: [],
      },
    },
  ],
  updateUserConfig: [
    'Error while updating UserConfig record(s)',
    { id: 'config', itemConfirmDelete: true },
  ],
  createSavedFilter: [
    'Error while creating SavedFilter record(s)',
    { id: 'dry', kind: 'ITEMS', name: 'Dry', filter: '{}' },
  ],
  updateSavedFilter: ['Error while updating SavedFilter record(s)', { id: 'dry', name: 'Cold' }],
  deleteSavedFilter: ['Error while deleting SavedFilter record(s)', { id: 'dry' }],
  sendFriendRequestByEmail: ['Error while sending friend request.', { email: 'ben@example.org' }],
  updateFriend: ['Error while updating Friend record(s)', { id: 'ben', firendStatus: 'ACCEPTED' }],
  deleteByIdFriend: ['Error while deleting Friend record(s)', { id: 'ben' }],
  shareShoppingList: [
    'Error while updating ShoppingList record(s)',
    { id: shop, shoppingListFriends: [] },
  ],
  handOverShoppingList: ['Error while updating ShoppingList record(s)', { id: shop, userId: 8 }],
  createShareLink: [
    'Error while updating ShoppingList record(s)',
    { shoppingListId: shop, permission: 'VIEW', inviteId: crypto.randomUUID() },
  ],
  endShareLinks: ['Error while updating ShoppingList record(s)', { shoppingListId: shop }],
  createFeedback: [
    'Error while creating Feedback record(s)',
    { id: 'said', userId: 1, feedback: 'It works', rating: 5 },
  ],
  deleteFeedback: ['Error while deleting Feedback record(s)', { id: 'said', userId: 1 }],
}

/** A server that says no, and what it says besides. */
function refusing(message: string, body: object = { errors: [{ message, extensions: no }] }) {
  return createDataNetwork({
    httpClient: {
      fetch: async (_path, request) =>
        Response.json(request.body?.includes('"changes"') ? silence : body),
      discardToken() {},
      leaveSession: async () => true,
    },
    changed: operations.ChangedDocument,
    reportSignedOut() {},
    now: () => 0,
  })
}

const no = { code: 'FORBIDDEN' }
const silence = { errors: [{ message: '', extensions: no }] }

async function refusalOf(name: string, network = refusing('')) {
  const device = await openDevice({ Shop: ['Apples', 'Bread'], Pantry: ['Rice'] }, { network })
  const edit = editsByName.get(name)
  if (!edit) throw new Error(`There is no edit ${name}.`)
  await device.plain.perform(edit, edits[name]?.[1] ?? {}).durable
  await expect.poll(() => device.plain.tray.get()).toHaveLength(1)
  const state = device.plain.callState(name).get()
  return { state, message: device.plain.tray.get()[0]?.refusal.message }
}

test.each(Object.entries(edits))('%s', async (name, [note]) => {
  for (const blank of ['', ' \n']) {
    const { state, message } = await refusalOf(name, refusing(blank))
    expect(message).toBe(note)
    expect(state).toEqual({ status: 'FAILED', note })
  }
})

test('every edit is in the table', () => {
  expect(Object.keys(edits).sort()).toEqual(allEdits.map(edit => edit.name).sort())
})

test('what the server says stands before the default note: its message, then that of the first error', async () => {
  const errors = [{ message: 'Not yours.', extensions: no }]
  expect((await refusalOf('tickItem', refusing('Not yours.'))).message).toBe('Not yours.')
  const both = refusing('', { message: 'Closed for today.', errors })
  expect((await refusalOf('tickItem', both)).message).toBe('Closed for today.')
  const second = refusing('', { errors: [{ message: '', extensions: no }, ...errors] })
  expect((await refusalOf('tickItem', second)).message).toBe('Not yours.')
})

const fail = (id: string, message: string | null) => ({ id, status: 'FAIL', message })

test.each([
  ['deleteItem', 'deleteByIdItem', 'Error while deleting Item record(s)'],
  ['deleteShoppingList', 'deleteByIdShoppingList', 'Error while deleting ShoppingList record(s)'],
  ['leaveShoppingList', 'leaveShoppingList', 'Error while updating ShoppingList record(s)'],
])('%s that FAILs', async (name, field, note) => {
  const answering = (message: string | null) =>
    refusing('', { data: { [field]: [fail('apples', message)] } })
  expect((await refusalOf(name, answering(null))).message).toBe(note)
  expect((await refusalOf(name, answering(''))).message).toBe(note)
  expect((await refusalOf(name, answering('Only its owner may.'))).message).toBe(
    'Only its owner may.',
  )
})

test('several deletions of which some FAIL, whatever the server says of each', async () => {
  const results = [
    { id: 'apples', status: 'PASS', message: null },
    fail('bread', 'You may not delete this.'),
  ]
  const { message, state } = await refusalOf(
    'deleteItems',
    refusing('', { data: { deleteByIdsItem: results } }),
  )
  const note = 'Error while deleting few Item records'
  expect(message).toBe(note)
  expect(state).toEqual({ status: 'FAILED', note })
})

const queries = [
  [changesPull, 'Error while fetching ShoppingList record(s)'],
  [unitsQuery, 'Error while fetching Unit record(s)'],
  [historyQuery, 'Error while fetching Activity record(s)'],
  [deletedItemsQuery, 'Error while fetching Item record(s)'],
  [deletedShoppingListsQuery, 'Error while fetching ShoppingList record(s)'],
  [ownFeedbackQuery, 'Error while fetching Feedback record(s)'],
  [downloadFeedbackQuery, 'Error while fetching Feedback record(s)'],
  [feedbackQuery, 'Error while fetching Feedback record(s)'],
  [recordQuery, 'Error while fetching Feedback record(s)'],
  [summaryQuery, 'Error while fetching Feedback record(s)'],
  [auditQuery, 'Error while fetching Activity record(s)'],
  [apiTokensQuery, 'Error while fetching ApiToken record(s)'],
  [noticeSettingsQuery, 'Error while fetching NoticeSettings record(s)'],
] as const

const nameOf = ({ document }: (typeof queries)[number][0]) => operationName(document)

test.each(queries.map(([query, note]) => [nameOf(query), query, note] as const))(
  '%s',
  async (name, { document, note: own }, note) => {
    const calls = createCallStates()
    for (const body of [
      { errors: [{ message: '', extensions: no }] },
      { errors: [{ message: '', extensions: { code: 'INTERNAL' } }] },
    ]) {
      const network = trackCalls(refusing('', body), calls)
      await network.send(document as DocumentNode, {}, { note: own, requestToken: '1' })
      expect(calls.of(name).get()).toEqual({ status: 'FAILED', note })
    }
  },
)

test('every query that the browser asks is in the table', () => {
  /** Read from the cache alone. */
  const neverAsked = ['getAllShoppingList', 'getByFilterUserConfig', 'getAllFriend']
  const all = Object.values({ ...operations, ...accountOperations, ...deskOperations }).flatMap(
    document =>
      document.definitions.flatMap(one =>
        one.kind === Kind.OPERATION_DEFINITION && one.operation === 'query'
          ? (one.name?.value ?? [])
          : [],
      ),
  )
  const asked = queries.map(([query]) => nameOf(query))
  expect([...asked, ...neverAsked].sort()).toEqual(all.sort())
})
