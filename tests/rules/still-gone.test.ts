import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stillGone } from '../../rules/items/still-gone.ts'
import { nameKey } from '../../rules/names.ts'

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

const tags = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('1', '2', '3'),
    name: fc.constantFrom('Dairy', ' DAIRY', 'Fridge', 'Straße', 'STRASSE'),
  }),
  { maxLength: 4 },
)
const anItem = fc.record({
  name: fc.constantFrom('Milk', ' MILK', 'Oat milk'),
  notes: fc.constantFrom(undefined, null, '', 'Fresh', 'null'),
  quantityInStock: fc.constantFrom(0, 1, 1.5),
  quantityToPurchase: fc.constantFrom(undefined, null, 0, 1, 1.5),
  unitId: fc.constantFrom(undefined, null, 'l', '1'),
  itemTags: tags,
})
type AnItem = Parameters<typeof stillGone>[1][number]

test('of many items it is what comparing each deleted one with each present one says', () => {
  const some = fc.array(anItem, { maxLength: 12 })
  // More than 32 of one kind, too.
  const many = fc.array(
    anItem.map(item => ({ ...milk, itemTags: item.itemTags })),
    { maxLength: 80 },
  )
  fc.assert(
    fc.property(some, some, many, (deleted, present, alike) => {
      const all = [...present, ...alike]
      expect(stillGone(deleted, all)).toEqual(
        deleted.filter(item => !all.some(other => isAsMuch(other, item))),
      )
      const tagged = deleted.map(({ itemTags }) => ({ ...milk, itemTags }))
      expect(stillGone(tagged, all)).toEqual(
        tagged.filter(item => !all.some(other => isAsMuch(other, item))),
      )
    }),
    { numRuns: 1_000 },
  )
})

/** The rule as a sentence: the same name, and all that the deleted one carried. */
function isAsMuch(present: AnItem, deleted: AnItem): boolean {
  const sameTag = (tag: AnItem['itemTags'][number]) =>
    present.itemTags.some(({ id, name }) => id === tag.id || nameKey(name) === nameKey(tag.name))
  const sameQuantity =
    deleted.quantityToPurchase === present.quantityToPurchase && deleted.unitId === present.unitId
  return (
    nameKey(present.name) === nameKey(deleted.name) &&
    (deleted.notes == null || deleted.notes === present.notes) &&
    (deleted.quantityInStock === 0 || deleted.quantityInStock === present.quantityInStock) &&
    (deleted.quantityToPurchase == null || sameQuantity) &&
    deleted.itemTags.every(sameTag)
  )
}

test('each item of a long list is looked at a few times, however many were deleted of its name', () => {
  let looks = 0
  const counted = <T extends object>(item: T): T =>
    new Proxy(item, {
      get(target, field, receiver) {
        looks += 1
        return Reflect.get(target, field, receiver)
      },
    })
  const aisles = Array.from({ length: 10 }, (_, at) =>
    counted({ id: `aisle-${at}`, name: `Aisle ${at}` }),
  )
  const present = Array.from({ length: 300 }, () => counted({ ...milk, itemTags: aisles }))
  const eleventh = counted({ id: 'aisle-10', name: 'Aisle 10' })
  const deleted = Array.from({ length: 200 }, () =>
    counted({ ...milk, itemTags: [...aisles, eleventh] }),
  )
  expect(stillGone(deleted, present)).toHaveLength(200)
  const fields = (300 + 200) * (6 + 2 * 11)
  expect(looks).toBeLessThan(4 * fields)
})
