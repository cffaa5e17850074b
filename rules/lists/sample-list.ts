/**
 * The list that shows what lists can do, made by `sampleShoppingList`. Pure data, so that browser and
 * server make the same one: the id of each tag and item is the UUID v5 of its `key` under the list's id,
 * units are found by their name or abbreviation (`findUnit`) and left out if there is none.
 */
export interface SampleItem {
  readonly key: string
  readonly name: string
  readonly tagKey: string
  readonly quantityToPurchase: number | null
  /** Abbreviation of a unit. */
  readonly unit: string | null
  readonly notes: string | null
}

export interface SampleTag {
  readonly key: string
  readonly name: string
  readonly color: string
}

export const sampleList: {
  readonly name: string
  readonly listType: 'SIMPLE'
  readonly notes: string
  readonly itemTags: readonly SampleTag[]
  readonly items: readonly SampleItem[]
} = {
  name: 'Sample list',
  listType: 'SIMPLE',
  notes: 'A list to try things on. Tick, change and delete what you like.',
  itemTags: [
    { key: 'tag-fruit', name: 'Fruit & vegetables', color: '#2b8a3e' },
    { key: 'tag-bakery', name: 'Bakery', color: '#b7791f' },
    { key: 'tag-dairy', name: 'Dairy', color: '#1c7ed6' },
    { key: 'tag-household', name: 'Household', color: '#b84fd1' },
  ],
  items: [
    item('apples', 'Apples', 'tag-fruit', 1, 'kg', null),
    item('cucumber', 'Cucumber', 'tag-fruit', 1, null, null),
    item('tomatoes', 'Tomatoes', 'tag-fruit', 500, 'g', 'Ripe ones, for the salad'),
    item('bread', 'Bread', 'tag-bakery', 1, null, 'Sliced, if they have it'),
    item('milk', 'Milk', 'tag-dairy', 2, 'l', null),
    item('yoghurt', 'Yoghurt', 'tag-dairy', 4, null, null),
    item('eggs', 'Eggs', 'tag-dairy', 12, null, null),
    item('dish-soap', 'Dish soap', 'tag-household', null, null, null),
  ],
}

function item(
  key: string,
  name: string,
  tagKey: string,
  quantityToPurchase: number | null,
  unit: string | null,
  notes: string | null,
): SampleItem {
  return { key: `item-${key}`, name, tagKey, quantityToPurchase, unit, notes }
}
