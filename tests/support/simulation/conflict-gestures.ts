/**
 * Everything that a person can do, as one side of a conflict: what it is done to, what it writes, what is
 * gone after it, and how its effect is seen. One gesture or more for each edit of the registry.
 */
import { createItems, updateItems } from '../../../src/cache/edits/item-batch-edits.ts'
import {
  createItem,
  deleteItem,
  deleteItems,
  moveItem,
  tickItem,
  updateItem,
  updateItemsOrder,
} from '../../../src/cache/edits/item-edits.ts'
import { restoreShoppingList } from '../../../src/cache/edits/restore-list-edit.ts'
import {
  createSavedFilter,
  deleteSavedFilter,
  updateSavedFilter,
} from '../../../src/cache/edits/saved-filter-edits.ts'
import {
  createShoppingList,
  deleteShoppingList,
  leaveShoppingList,
  moveShoppingList,
  renameShoppingList,
  updateShoppingList,
  updateShoppingListsOrder,
} from '../../../src/cache/edits/shopping-list-edits.ts'
import { updateUserConfig } from '../../../src/cache/edits/user-config-edits.ts'
import {
  copyShoppingList,
  resetShoppingList,
  sampleShoppingList,
  swapShoppingListItems,
} from '../../../src/cache/edits/whole-list-edits.ts'
import { withTagsBefore } from '../../../src/cache/policies/with-tags-before.ts'
import type { Offline, Performed } from '../../../src/offline/offline.ts'

/** What a gesture is done to. */
export interface Place {
  readonly item: string
  /** Further down on the same list. */
  readonly sibling: string
  readonly list: string
  /** Items of the list, first to last. */
  readonly items: readonly string[]
  readonly other: string
  /** Never used before. */
  readonly fresh: string
  /** A list of one's own that was deleted. */
  readonly binned: string
  readonly config: string
  /** A saved filter. */
  readonly filter: string
}

export interface Gesture {
  readonly name: string
  /** The edit's name in the registry. */
  readonly edit: string
  act(offline: Offline, place: Place): Performed
  /** Without this it is refused. */
  readonly needs: 'item' | 'list' | 'both lists' | 'item and both lists' | 'nothing'
  /** It cannot be refused for what is gone: gone is what it wants. */
  readonly removes?: 'item' | 'list'
  /** What of the records it decides; who comes later decides it. */
  writes(place: Place): readonly string[]
  /** Whether its effect is seen; what is not there any more says nothing against it. */
  stands(view: View, place: Place): boolean
}

/** What a person sees, by id. */
export interface View {
  item(id: string): Shown | undefined
  list(id: string): Shown | undefined
  /** Ids of lists, and of the items of one, in their order. */
  readonly listIds: readonly string[]
  itemIds(listId: string): readonly string[]
  config(id: string): Shown | undefined
  /** Of those saved under a name. */
  filter(place: Place, id: string): Shown | undefined
}

export type Shown = Readonly<Record<string, unknown>>

const tagNames = (record: Shown | undefined): readonly unknown[] =>
  Array.isArray(record?.itemTags) ? record.itemTags.map(tag => Object(tag).name) : []

/** Or one of the two is not there. */
function isBefore(ids: readonly string[], one: string, other: string): boolean {
  return ids.indexOf(one) < ids.indexOf(other) || !ids.includes(one) || !ids.includes(other)
}

/** A change of one field of the item. */
function itemField(name: string, field: string, value: unknown): Gesture {
  return {
    name,
    edit: 'updateItem',
    act: (o, { item }) => o.perform(updateItem, { id: item, [field]: value }),
    needs: 'item',
    writes: ({ item }) => [`${field} ${item}`],
    stands: (view, { item }) => view.item(item)?.[field] === value,
  }
}

function listField(name: string, field: string, value: unknown): Gesture {
  return {
    name,
    edit: 'updateShoppingList',
    act: (o, { list }) => o.perform(updateShoppingList, { id: list, [field]: value }),
    needs: 'list',
    writes: ({ list }) => [`${field} ${list}`],
    stands: (view, { list }) => view.list(list)?.[field] === value,
  }
}

/** Edits about people and feedback, no part of a list's content: tests/offline/conflicts/people.test.ts has their conflicts. */
export const aboutPeople: ReadonlySet<string> = new Set([
  'createFeedback',
  'deleteFeedback',
  'sendFriendRequestByEmail',
  'updateFriend',
  'deleteByIdFriend',
  'handOverShoppingList',
  'shareShoppingList',
  'createShareLink',
  'endShareLinks',
])

export const gestures: readonly Gesture[] = [
  {
    name: 'add',
    edit: 'createItem',
    act: (o, { fresh, list }) =>
      o.perform(createItem, { id: fresh, shoppingListId: list, name: 'Butter' }),
    needs: 'list',
    writes: ({ fresh }) => [`item ${fresh}`],
    stands: (view, { fresh, list }) => view.itemIds(list).includes(fresh),
  },
  {
    name: 'add several',
    edit: 'createItems',
    act: (o, { fresh, list }) =>
      o.perform(createItems, { shoppingListId: list, items: [{ id: fresh, name: 'Butter' }] }),
    needs: 'list',
    writes: ({ fresh }) => [`item ${fresh}`],
    stands: (view, { fresh, list }) => view.itemIds(list).includes(fresh),
  },
  {
    name: 'tick',
    edit: 'tickItem',
    act: (o, { item }) => o.perform(tickItem, { id: item, purchased: true }),
    needs: 'item',
    writes: ({ item }) => [`purchased ${item}`],
    stands: (view, { item }) => view.item(item)?.purchased === true,
  },
  {
    name: 'change several',
    edit: 'updateItems',
    act: (o, { item, sibling }) =>
      o.perform(updateItems, { items: [item, sibling].map(id => ({ id, purchased: true })) }),
    needs: 'item',
    writes: ({ item, sibling }) => [`purchased ${item}`, `purchased ${sibling}`],
    stands: (view, { item, sibling }) =>
      [item, sibling].every(id => view.item(id)?.purchased !== false),
  },
  itemField('rename', 'name', 'Oat milk'),
  itemField('quantity', 'quantityToPurchase', 3),
  itemField('stock', 'quantityInStock', 2),
  itemField('note', 'notes', 'cold'),
  {
    name: 'tag',
    edit: 'updateItem',
    act: (o, { item }) =>
      withTagsBefore(o).perform(updateItem, { id: item, itemTags: [{ name: 'Cold' }] }),
    needs: 'item',
    writes: () => [],
    stands: (view, { item }) => tagNames(view.item(item)).includes('Cold'),
  },
  {
    name: 'move to another list',
    edit: 'updateItem',
    act: (o, { item, other }) => o.perform(updateItem, { id: item, shoppingListId: other }),
    needs: 'item and both lists',
    writes: ({ item, other }) => [`place ${item}`, `in ${other}`],
    stands: (view, { item, other }) => view.itemIds(other).includes(item),
  },
  {
    name: 'delete',
    edit: 'deleteItem',
    act: (o, { item }) => o.perform(deleteItem, { id: item }),
    needs: 'item',
    removes: 'item',
    writes: () => [],
    stands: (view, { item }) => view.item(item) === undefined,
  },
  {
    name: 'delete several',
    edit: 'deleteItems',
    act: (o, { item }) => o.perform(deleteItems, { ids: [item] }),
    needs: 'item',
    removes: 'item',
    writes: () => [],
    stands: (view, { item }) => view.item(item) === undefined,
  },
  {
    name: 'move down',
    edit: 'moveItem',
    act: (o, { item, sibling }) => o.perform(moveItem, { id: item, afterItemId: sibling }),
    needs: 'item',
    writes: ({ item, list }) => [`row ${item}`, `place ${item}`, `some rows ${list}`],
    stands: (view, { item, sibling, list }) => isBefore(view.itemIds(list), sibling, item),
  },
  {
    name: 'reorder',
    edit: 'updateItemsOrder',
    act: (o, { list, items }) =>
      o.perform(updateItemsOrder, { shoppingListId: list, itemIds: items.toReversed() }),
    needs: 'list',
    writes: ({ list, items }) => [`some rows ${list}`, ...items.map(id => `row ${id}`)],
    stands(view, { list, items }) {
      const ids = view.itemIds(list).filter(id => items.includes(id))
      return (
        ids.join() ===
        items
          .filter(id => ids.includes(id))
          .toReversed()
          .join()
      )
    },
  },
  {
    name: 'new list',
    edit: 'createShoppingList',
    act: (o, { fresh }) => o.perform(createShoppingList, { id: fresh, name: 'Party' }),
    needs: 'nothing',
    writes: () => [],
    stands: (view, { fresh }) => /^Party\d*$/.test(String(view.list(fresh)?.name)),
  },
  listField('notes of the list', 'notes', 'x'),
  listField('favourite', 'favourite', true),
  {
    name: 'type of the list',
    edit: 'updateShoppingList',
    act: (o, { list }) => o.perform(updateShoppingList, { id: list, listType: 'STOCK' }),
    needs: 'list',
    writes: ({ list }) => [`listType ${list}`],
    stands: (view, { list }) => view.list(list)?.listType === 'STOCK',
  },
  {
    name: 'tags of the list',
    edit: 'updateShoppingList',
    act: (o, { list }) =>
      withTagsBefore(o).perform(updateShoppingList, { id: list, itemTags: [{ name: 'Home' }] }),
    needs: 'list',
    writes: () => [],
    stands: (view, { list }) => tagNames(view.list(list)).includes('Home'),
  },
  {
    name: 'rename the list',
    edit: 'renameShoppingList',
    act: (o, { list }) => o.perform(renameShoppingList, { id: list, name: 'Monthly' }),
    needs: 'list',
    writes: ({ list }) => [`name ${list}`],
    stands: (view, { list }) => /^Monthly\d*$/.test(String(view.list(list)?.name)),
  },
  {
    name: 'delete the list',
    edit: 'deleteShoppingList',
    act: (o, { list }) => o.perform(deleteShoppingList, { id: list }),
    needs: 'list',
    removes: 'list',
    writes: () => [],
    stands: (view, { list }) => view.list(list) === undefined,
  },
  {
    name: 'leave the list',
    edit: 'leaveShoppingList',
    act: (o, { list }) => o.perform(leaveShoppingList, { id: list }),
    needs: 'list',
    removes: 'list',
    writes: () => [],
    stands: (view, { list }) => view.list(list) === undefined,
  },
  {
    name: 'reorder the lists',
    edit: 'updateShoppingListsOrder',
    act: (o, { list, other }) =>
      o.perform(updateShoppingListsOrder, { shoppingListIds: [other, list] }),
    needs: 'nothing',
    writes: () => ['order of lists'],
    stands: (view, { list, other }) => isBefore(view.listIds, other, list),
  },
  {
    name: 'move the list',
    edit: 'moveShoppingList',
    act: (o, { list, other }) =>
      o.perform(moveShoppingList, { id: list, afterShoppingListId: other }),
    needs: 'list',
    writes: () => ['order of lists'],
    stands: (view, { list, other }) => isBefore(view.listIds, other, list),
  },
  {
    name: 'reset',
    edit: 'resetShoppingList',
    act: (o, { list }) => o.perform(resetShoppingList, { id: list }),
    needs: 'list',
    writes: ({ items }) =>
      items.flatMap(id => [`purchased ${id}`, `quantityToPurchase ${id}`, `quantityInStock ${id}`]),
    stands: (view, { list, items }) =>
      items.every(id => view.item(id)?.shoppingListId !== list || !view.item(id)?.purchased),
  },
  {
    name: 'copy',
    edit: 'copyShoppingList',
    act: (o, { list, fresh }) =>
      o.perform(copyShoppingList, { id: list, name: 'Copy', newId: fresh }),
    needs: 'list',
    writes: () => [],
    stands: (view, { fresh }) => /^Copy\d*$/.test(String(view.list(fresh)?.name)),
  },
  {
    name: 'sample',
    edit: 'sampleShoppingList',
    act: (o, { fresh }) => o.perform(sampleShoppingList, { newId: fresh }),
    needs: 'nothing',
    writes: () => [],
    stands: (view, { fresh }) => view.itemIds(fresh).length > 0,
  },
  {
    name: 'swap',
    edit: 'swapShoppingListItems',
    act: (o, { list, other, item }) =>
      o.perform(swapShoppingListItems, {
        firstShoppingListId: list,
        secondShoppingListId: other,
        firstItemIds: [item],
        secondItemIds: [],
      }),
    needs: 'both lists',
    writes: ({ item, other }) => [`place ${item}`, `in ${other}`],
    stands: (view, { item, other }) =>
      view.item(item) === undefined || view.itemIds(other).includes(item),
  },
  {
    name: 'bring back a list',
    edit: 'restoreShoppingList',
    act: (o, { binned, fresh }) =>
      o.perform(restoreShoppingList, {
        id: binned,
        newId: fresh,
        shown: {
          name: 'Binned',
          listType: 'SIMPLE',
          favourite: false,
          notes: null,
          itemTags: [],
          itemIds: [],
        },
      }),
    needs: 'nothing',
    writes: () => [],
    stands: (view, { fresh }) => /^Binned\d*$/.test(String(view.list(fresh)?.name)),
  },
  {
    name: 'preferences',
    edit: 'updateUserConfig',
    act: (o, { config }) => o.perform(updateUserConfig, { id: config, itemFilters: '{"a":1}' }),
    needs: 'nothing',
    writes: () => [],
    stands: (view, { config }) => view.config(config)?.itemFilters === '{"a":1}',
  },
  {
    name: 'save a filter',
    edit: 'createSavedFilter',
    act(o, { fresh }) {
      const kind = 'ITEMS' as const
      return o.perform(createSavedFilter, { id: fresh, kind, name: 'Soon', filter: '{}' })
    },
    needs: 'nothing',
    writes: () => [],
    stands: (view, place) => /^Soon\d*$/.test(String(view.filter(place, place.fresh)?.name)),
  },
  {
    name: 'rename a saved filter',
    edit: 'updateSavedFilter',
    act: (o, { filter }) => o.perform(updateSavedFilter, { id: filter, name: 'Frozen' }),
    needs: 'nothing',
    writes: () => ['name of the filter'],
    stands: (view, place) => view.filter(place, place.filter)?.name === 'Frozen',
  },
  {
    name: 'change a saved filter',
    edit: 'updateSavedFilter',
    act: (o, { filter }) => o.perform(updateSavedFilter, { id: filter, filter: '{"low":true}' }),
    needs: 'nothing',
    writes: () => ['choice of the filter'],
    stands: (view, place) => view.filter(place, place.filter)?.filter === '{"low":true}',
  },
  {
    name: 'delete a saved filter',
    edit: 'deleteSavedFilter',
    act: (o, { filter }) => o.perform(deleteSavedFilter, { id: filter }),
    needs: 'nothing',
    writes: () => ['name of the filter', 'choice of the filter'],
    stands: (view, place) => view.filter(place, place.filter) === undefined,
  },
]

/** What the core of a device shows. */
export function viewOf(offline: Offline): View {
  const refsOf = (value: unknown): readonly string[] =>
    Array.isArray(value) ? value.map(ref => String(ref.__ref)) : []
  const idsOf = (value: unknown) =>
    refsOf(value)
      .filter(id => offline.peek(id))
      .map(id => id.slice(id.indexOf(':') + 1))
  const withTags = (record: Shown | undefined): Shown | undefined =>
    record && { ...record, itemTags: refsOf(record.itemTags).map(id => offline.peek(id)) }
  const listIds = idsOf(offline.peek('ROOT_QUERY')?.getAllShoppingList)
  return {
    listIds,
    list: id => (listIds.includes(id) ? withTags(offline.peek(`ShoppingList:${id}`)) : undefined),
    item(id) {
      const item = withTags(offline.peek(`Item:${id}`))
      return listIds.includes(String(item?.shoppingListId)) ? item : undefined
    },
    itemIds: listId =>
      listIds.includes(listId) ? idsOf(offline.peek(`ShoppingList:${listId}`)?.items) : [],
    config: id => offline.peek(`UserConfig:${id}`),
    filter({ config }, id) {
      const filters = offline.peek(`UserConfig:${config}`)?.savedFilters
      return Array.isArray(filters) ? filters.find(filter => filter.id === id) : undefined
    },
  }
}
