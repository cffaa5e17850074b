/** Records as a server answers with them; what a test does not say is plain. */
import type { ExchangeItem } from '../../rules/exchange/exchange-list.ts'
import type {
  ItemFieldsFragment,
  ShoppingListFieldsFragment,
  UserConfigFieldsFragment,
} from '../../src/generated/operations.ts'

const moment = '2026-11-20T09:00:00.000Z'

export function aList(
  fields: Partial<ShoppingListFieldsFragment> = {},
): ShoppingListFieldsFragment {
  return {
    __typename: 'ShoppingList',
    id: 'list',
    userId: 7,
    name: 'List',
    listType: 'SIMPLE',
    favourite: false,
    notes: null,
    order: 0,
    permission: 'ADMIN',
    sharedByName: null,
    itemTags: [],
    createdAt: moment,
    updatedAt: moment,
    updatedBy: null,
    ...fields,
  }
}

export function anItem(fields: Partial<ItemFieldsFragment> = {}): ItemFieldsFragment {
  return {
    __typename: 'Item',
    id: 'item',
    name: 'Item',
    shoppingListId: 'list',
    quantityInStock: 0,
    quantityToPurchase: null,
    unitId: null,
    purchased: false,
    itemTags: [],
    notes: null,
    order: 0,
    permission: 'ADMIN',
    createdAt: moment,
    updatedAt: moment,
    updatedBy: null,
    ...fields,
  }
}

export function someConfig(
  fields: Partial<UserConfigFieldsFragment> = {},
): UserConfigFieldsFragment {
  return {
    __typename: 'UserConfig',
    id: 'config',
    userId: 7,
    shoppingListId: null,
    unitId: null,
    shoppingListFilters: null,
    itemFilters: null,
    savedFilters: [],
    shoppingListConfirmDelete: false,
    itemConfirmDelete: false,
    createdAt: moment,
    updatedAt: moment,
    ...fields,
  }
}

export function anExchangeItem(name: string, fields: Partial<ExchangeItem> = {}): ExchangeItem {
  return {
    name,
    quantityToPurchase: null,
    quantityInStock: 0,
    unit: null,
    tags: [],
    notes: '',
    purchased: false,
    ...fields,
  }
}
