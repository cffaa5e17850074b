/** Lists of any size, made through the API as a script of somebody's would. */
import { randomUUID } from 'node:crypto'
import type { Person } from './person.ts'

export interface MadeList {
  readonly id: string
  readonly name: string
}

const addedOneByOne = 1_000

/**
 * A list with `count` open items named "Item 1", …, each with a quantity and one of five tags. Up to 1,000
 * are added one by one; more come as copies of those, moved over, which is ten times as fast.
 */
export async function makeList(person: Person, name: string, count: number): Promise<MadeList> {
  const id = randomUUID()
  const itemTags = ['Fruit', 'Bakery', 'Dairy', 'Frozen', 'Household'].map(tag => ({
    id: randomUUID(),
    name: tag,
  }))
  await person.ask(
    `mutation ($id: ID, $name: String!, $itemTags: [ItemTagInput!]) {
      createShoppingList(id: $id, name: $name, itemTags: $itemTags) { id }
    }`,
    { id, name, itemTags },
  )
  const first = Math.min(count, addedOneByOne)
  for (let n = 1; n <= first; n += 1) {
    await person.ask(
      `mutation ($list: ID!, $name: String!, $itemTags: [ItemTagInput!]) {
        createItem(shoppingListId: $list, name: $name, itemTags: $itemTags, quantityToPurchase: 2) { id }
      }`,
      { list: id, name: `Item ${n}`, itemTags: [itemTags[n % itemTags.length]] },
    )
  }
  for (let have = first; have < count; have += addedOneByOne)
    await addCopies(person, id, count - have)
  return { id, name }
}

const kinds = [
  'Red',
  'Green',
  'Small',
  'Frozen',
  'Fresh',
  'Organic',
  'Dried',
  'Sweet',
  'Hot',
  'Wild',
]
const foods = ['apples', 'tomatoes', 'bread', 'cheese', 'olives', 'noodles', 'garlic', 'mushrooms']

/** So many more names that this person knows: "Red apples 1", … on lists of 1,000, all in the trolley. */
export async function makeKnownNames(person: Person, count: number): Promise<void> {
  for (let have = 0; have < count; have += addedOneByOne) {
    const id = randomUUID()
    await person.ask(
      'mutation ($id: ID, $name: String!) { createShoppingList(id: $id, name: $name) { id } }',
      { id, name: `Known ${have}` },
    )
    const items = Array.from({ length: Math.min(addedOneByOne, count - have) }, (_, n) => ({
      name: `${kinds[n % 10]} ${foods[Math.floor(n / 10) % 8]} ${have + n + 1}`,
      purchased: true,
    }))
    await person.ask(
      'mutation ($id: ID!, $items: [NewItemInput!]!) { createItems(shoppingListId: $id, items: $items) { id } }',
      { id, items },
    )
  }
}

async function addCopies(person: Person, id: string, most: number): Promise<void> {
  const spare = randomUUID()
  await person.ask(
    'mutation ($id: ID!, $spare: ID) { copyShoppingList(id: $id, name: "Spare", newId: $spare) { id } }',
    { id, spare },
  )
  const { getByFilterItem: copies } = await person.ask<{
    getByFilterItem: readonly { id: string }[]
  }>('query ($spare: ID) { getByFilterItem(filters: { shoppingListId: $spare }) { id } }', {
    spare,
  })
  const ids = copies.map(item => item.id).slice(0, Math.min(most, addedOneByOne))
  await person.ask(
    `mutation ($spare: ID!, $id: ID!, $ids: [ID!]!) {
      swapShoppingListItems(firstShoppingListId: $spare, secondShoppingListId: $id, firstItemIds: $ids, secondItemIds: []) { id }
    }`,
    { spare, id, ids },
  )
  await person.ask('mutation ($spare: ID!) { deleteByIdShoppingList(id: $spare) { status } }', {
    spare,
  })
}

/** How many items a list has on the server, and how many of them are ticked. */
export async function countItems(person: Person, id: string) {
  const { getByFilterItem: items } = await person.ask<{
    getByFilterItem: readonly { purchased: boolean }[]
  }>('query ($id: ID) { getByFilterItem(filters: { shoppingListId: $id }) { purchased } }', { id })
  return { all: items.length, ticked: items.filter(item => item.purchased).length }
}
