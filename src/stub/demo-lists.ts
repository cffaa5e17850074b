/** What lies on the lists of the demo, and who shares them. */
import type { ListType, Permission } from '../generated/operations.ts'

/** Ids that no server gives out, so that nothing of a real account on the same device is ever touched. */
export const samId = 2_000_000_001

export interface DemoPerson {
  readonly userId: number
  readonly firstName: string
  readonly lastName: string
}

export const robin: DemoPerson = { userId: samId + 1, firstName: 'Robin', lastName: 'Hale' }
export const noor: DemoPerson = { userId: samId + 2, firstName: 'Noor', lastName: 'Haddad' }

type DemoItem = readonly [
  name: string,
  aisle: string,
  wanted: number,
  unit?: string,
  more?: { readonly notes?: string; readonly purchased?: boolean; readonly stock?: number },
]

export interface DemoList {
  readonly name: string
  readonly notes?: string
  readonly listType?: ListType
  readonly favourite?: boolean
  /** Who shares it with the person; their own if it is absent. */
  readonly owner?: DemoPerson
  readonly people?: readonly (DemoPerson & { readonly permission: Permission })[]
  readonly items: readonly DemoItem[]
}

/** In the order of the overview; the first is the one that opens. */
export const demoLists: readonly DemoList[] = [
  {
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
  },
  {
    name: 'Pantry',
    listType: 'STOCK',
    items: [
      ['Rice', 'Dry goods', 2, 'kg', { stock: 1 }],
      ['Chopped tomatoes', 'Tins', 6, 'can', { stock: 2 }],
      ['Chickpeas', 'Tins', 4, 'can', { stock: 4 }],
      ['Flour', 'Baking', 2, 'kg', { stock: 0 }],
      ['Honey', 'Baking', 1, 'jar', { stock: 1 }],
    ],
  },
  {
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
  },
  {
    name: 'DIY store',
    items: [
      ['Wall filler', 'Paint', 1],
      ['Masking tape', 'Paint', 2],
      ['Picture hooks', 'Hardware', 1, 'box'],
    ],
  },
]
