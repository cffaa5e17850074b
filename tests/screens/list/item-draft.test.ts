import { describe, expect, test } from 'vitest'
import type { ItemFieldsFragment } from '../../../src/generated/operations.ts'
import {
  type DraftField,
  type ItemDraft,
  readFields,
  shownValue,
} from '../../../src/list/item/item-draft.ts'

const milk: ItemFieldsFragment = {
  __typename: 'Item',
  id: 'milk',
  name: 'Milk',
  shoppingListId: 'weekly',
  quantityInStock: 0,
  quantityToPurchase: 1.5,
  unitId: 'litre',
  purchased: false,
  itemTags: [],
  notes: null,
  order: 0,
  permission: 'ADMIN',
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
  updatedBy: null,
}

describe('the form of an item', () => {
  test('shows what was typed, and else what the item has now', () => {
    expect(shownValue(milk, {}, 'quantityToPurchase')).toBe('1.5')
    expect(shownValue(milk, { name: 'Oat milk' }, 'name')).toBe('Oat milk')
    expect(shownValue(milk, {}, 'notes')).toBe('')
  })

  test('saves only the fields that changed', () => {
    expect(readFields(milk, { name: 'Milk ', notes: 'fresh' }, [])).toEqual({
      changes: { notes: 'fresh' },
      issues: {},
    })
  })

  test('clears what was emptied', () => {
    expect(
      readFields({ ...milk, notes: 'x' }, { quantityToPurchase: '', unitId: '', notes: '' }, []),
    ).toEqual({ changes: { quantityToPurchase: null, unitId: null, notes: null }, issues: {} })
  })

  test.each(['1,5', '1.5', '1½', '3/2'])('reads %s', typed => {
    const item = { ...milk, quantityToPurchase: 9 }
    expect(readFields(item, { quantityToPurchase: typed }, [])).toEqual({
      changes: { quantityToPurchase: 1.5 },
      issues: {},
    })
  })

  test.each<[ItemDraft, DraftField | 'newTag', RegExp]>([
    [{ name: '  ' }, 'name', /Name is empty/],
    [{ name: 'x'.repeat(201) }, 'name', /201 characters, at most 200/],
    [{ name: 'a\u0000b' }, 'name', /cannot be shown/],
    [{ name: '\ud800' }, 'name', /./],
    [{ quantityToPurchase: '-1' }, 'quantityToPurchase', /^Quantity to buy must be at least 0/],
    [{ quantityToPurchase: 'NaN' }, 'quantityToPurchase', /is not a number/],
    [{ quantityToPurchase: '1e9' }, 'quantityToPurchase', /is not a number/],
    [{ quantityToPurchase: '1000000000' }, 'quantityToPurchase', /at most 999,999.999/],
    [{ quantityToPurchase: '1.000' }, 'quantityToPurchase', /“1.000” may be 1 or 1000\./],
    [
      { quantityInStock: ' 2,500' },
      'quantityInStock',
      /^Quantity in stock: “2,500” may be 2.5 or 2500/,
    ],
    [{ quantityInStock: '1.2345' }, 'quantityInStock', /^Quantity in stock.*3 decimals/],
    [{ notes: 'x'.repeat(5001) }, 'notes', /^Notes are too long: 5,001 characters, at most 5,000/],
    // Beside the field of the name it would speak of that.
    [{ newTag: { text: 'x'.repeat(201) } }, 'newTag', /^Tag is too long/],
  ])('refuses %j with a sentence beside its field', (draft, field, sentence) => {
    expect(readFields(milk, draft, []).issues[field]).toMatch(sentence)
  })
})
