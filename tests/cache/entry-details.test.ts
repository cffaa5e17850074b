/** Each field that a person typed is told with its value, in the words of the interface. */

import { expect, test } from 'vitest'
import { entryDetails, entryText } from '../../src/cache/edits/entry-details.ts'
import { entrySentence } from '../../src/cache/edits/entry-sentence.ts'
import { createItems, updateItems } from '../../src/cache/edits/item-batch-edits.ts'
import { createItem, tickItem, updateItem } from '../../src/cache/edits/item-edits.ts'
import {
  createShoppingList,
  updateShoppingList,
} from '../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../src/cache/records/new-id.ts'
import { GetAllUnitDocument } from '../../src/generated/operations.ts'
import type { Edit, EditVariables } from '../../src/offline/outbox/edit.ts'
import { listId, openDevice } from './undo-device.ts'

async function open() {
  const { offline } = await openDevice({ Weekly: ['Milk', 'Eggs'], Pantry: [] })
  offline.cache.writeQuery({
    query: GetAllUnitDocument,
    data: {
      __typename: 'Query',
      getAllUnit: [{ __typename: 'Unit', id: 'kg', name: 'kilogram', abbreviation: 'kg' }],
    },
  })
  return <Variables extends EditVariables, Answer>(
    edit: Edit<Variables, Answer>,
    variables: Variables,
  ) => {
    offline.perform(edit, variables)
    const entry = offline.waiting.get().at(-1)
    if (!entry) throw new Error('Nothing waits.')
    const sentence = entrySentence(offline.cache, entry)
    return entryText(sentence, entryDetails(offline.cache, entry, sentence)).split('\n')
  }
}

test('one item: what its sentence says is not said twice, what is empty not at all', async () => {
  const told = await open()
  const flour = {
    id: newId(),
    shoppingListId: listId('Weekly'),
    name: 'Flour',
    quantityToPurchase: 1.5,
    quantityInStock: 0,
    unitId: 'kg',
    itemTags: [{ name: 'Baking' }, { name: 'Dry' }],
    notes: 'Type 00,\nnot 405',
    purchased: false,
  }
  expect(told(createItem, flour)).toEqual([
    'Add Flour',
    'List: Weekly',
    'Quantity to buy: 1.5',
    'Unit: kilogram',
    'Tags: Baking, Dry',
    'Notes: Type 00,',
    'not 405',
  ])
  expect(told(tickItem, { id: 'milk', purchased: true })).toEqual(['Tick Milk'])
})

test('a change: what it clears is told, and where it moves', async () => {
  const told = await open()
  const change = { id: 'milk', notes: null, itemTags: [], unitId: null, purchased: true }
  expect(told(updateItem, change)).toEqual([
    'Change Milk',
    'Unit: none',
    'Tags: none',
    'Notes: none',
    'Ticked: yes',
  ])
  expect(told(updateItem, { id: 'milk', name: 'Oat milk' })).toEqual(['Rename Milk to Oat milk'])
  expect(told(updateItem, { id: 'eggs', shoppingListId: listId('Pantry') })).toEqual([
    'Move Eggs',
    'List: Pantry',
  ])
  const list = { id: listId('Weekly'), notes: 'On Friday', listType: 'STOCK' as const }
  expect(told(updateShoppingList, list)).toEqual([
    'Change Weekly',
    'Notes: On Friday',
    'List type: Stock list',
  ])
})

test('many items: each by its name, with what was typed of it', async () => {
  const told = await open()
  const items = [
    { id: newId(), name: 'Salt', quantityToPurchase: 2 },
    { id: newId(), name: 'Oil' },
  ]
  expect(told(createItems, { shoppingListId: listId('Pantry'), items })).toEqual([
    'Add 2 items',
    'List: Pantry',
    'Salt, Quantity to buy: 2',
    'Oil',
  ])
  expect(told(createShoppingList, { id: newId(), name: 'Party', items: [] })).toEqual([
    'New list Party',
  ])
  expect(
    told(updateItems, {
      items: [
        { id: 'milk', notes: 'cold' },
        { id: 'eggs', quantityToPurchase: 12 },
      ],
    }),
  ).toEqual(['Change 2 items', 'Milk, Notes: cold', 'Eggs, Quantity to buy: 12'])
})
