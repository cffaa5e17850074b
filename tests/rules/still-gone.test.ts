import { expect, test } from 'vitest'
import { stillGone } from '../../rules/items/still-gone.ts'

const milk = {
  name: 'Milk',
  notes: null,
  quantityInStock: 0,
  quantityToPurchase: 2,
  unitId: 'l',
  itemTags: [] as readonly { readonly id: string; readonly name: string }[],
}
const dairy = { id: 'dairy', name: 'Dairy' }
const bare = { ...milk, quantityToPurchase: null, unitId: null }

test.each([
  ['nothing stands there', milk, undefined, true],
  ['another name', milk, { ...milk, name: 'Oat milk' }, true],
  ['the same', milk, milk, false],
  ['in other letters', milk, { ...milk, name: ' MILK' }, false],
  ['which carried a quantity', milk, bare, true],
  ['which carried another quantity', milk, { ...milk, quantityToPurchase: 3 }, true],
  ['which carried another unit', milk, { ...milk, unitId: 'ml' }, true],
  ['which carried no quantity', bare, milk, false],
  ['which carried notes', { ...milk, notes: 'Fresh' }, milk, true],
  ['which carried no notes', milk, { ...milk, notes: 'Fresh' }, false],
  ['which carried a tag', { ...milk, itemTags: [dairy] }, milk, true],
  [
    'which carried one of its tags',
    { ...milk, itemTags: [dairy] },
    { ...milk, itemTags: [{ id: 'fridge', name: 'Fridge' }, dairy] },
    false,
  ],
  [
    'which carried a tag of another id',
    { ...milk, itemTags: [dairy] },
    { ...milk, itemTags: [{ id: 'other', name: ' DAIRY' }] },
    false,
  ],
  [
    'which carried a tag that is called otherwise now',
    { ...milk, itemTags: [dairy] },
    { ...milk, itemTags: [{ ...dairy, name: 'Fridge' }] },
    false,
  ],
  ['which carried no tag', milk, { ...milk, itemTags: [dairy] }, false],
  ['which carried stock', { ...milk, quantityInStock: 1 }, milk, true],
  ['which carried no stock', milk, { ...milk, quantityInStock: 1 }, false],
] as const)('%s', (_what, deleted, present, isShown) => {
  expect(stillGone([deleted], present ? [present] : [])).toEqual(isShown ? [deleted] : [])
})
