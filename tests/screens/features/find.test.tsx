/** Search, filters, sort, overview and preferences. */

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createRef } from 'react'
import { describe, expect, it } from 'vitest'
import {
  createItem,
  deleteItems,
  tickItem,
  updateItem,
} from '../../../src/cache/edits/item-edits.ts'
import {
  deleteShoppingList,
  renameShoppingList,
  updateShoppingList,
} from '../../../src/cache/edits/shopping-list-edits.ts'
import { updateUserConfig } from '../../../src/cache/edits/user-config-edits.ts'
import { useItem } from '../../../src/cache/hooks/use-item.ts'
import { useList } from '../../../src/cache/hooks/use-list.ts'
import { useListView } from '../../../src/cache/hooks/use-list-views.ts'
import { writePeople } from '../../../src/cache/records/people.ts'
import { createListViews } from '../../../src/cache/sync/list-views.ts'
import { FilterBar } from '../../../src/features/filters/filter-bar.tsx'
import { useItemView } from '../../../src/features/filters/use-view.ts'
import { useViewedItems } from '../../../src/features/filters/use-viewed-items.ts'
import {
  readItemViews,
  readListsView,
  writeItemView,
  writeListsView,
} from '../../../src/features/filters/views.ts'
import { createFindIndex } from '../../../src/features/find/find-index.ts'
import { FindPanel } from '../../../src/features/find/find-panel.tsx'
import { createLookedAt, forgetLookedAt } from '../../../src/features/news/looked-at.ts'
import type { CacheRecord } from '../../../src/offline/derived-cache.ts'
import { OverviewList } from '../../../src/overview/overview-list.tsx'
import { Preferences } from '../../../src/preferences/preferences.tsx'
import { ListNavigation } from '../../../src/shell/frame/list-navigation.tsx'
import { createDeviceChoice, keysChoices } from '../../../src/ui/device-choice.ts'
import { listId, unreachable, writeConfig } from '../../cache/undo-device.ts'
import { createMemoryKeyValue } from '../../support/memory-key-value.ts'
import { showList } from '../list/list-stage.tsx'
import { showPart } from './undo-stage.tsx'

const Shop = listId('Shop')
const Pantry = listId('Pantry')
const lists = {
  Shop: ['Oat milk', 'Milk', 'Bread', 'Milk chocolate', 'Buttermilk'],
  Pantry: ['Rice'],
}

describe('the index of names', () => {
  it('finds the whole name first, then starts, words, anything; lists before items, bought last', () => {
    const { index, run } = build({
      Milk: ['Buttermilk', 'Oat milk', 'Milk chocolate', 'Milk'],
      Other: ['MILK'],
    })
    run()
    expect(index.search('milk', 10).map(found => found.name)).toEqual([
      'Milk',
      'Milk',
      'MILK',
      'Milk chocolate',
      'Oat milk',
      'Buttermilk',
    ])
    expect(index.search('milk', 2)).toHaveLength(2)
    expect(index.search('  ', 10)).toEqual([])
    expect(index.search('straSSe', 10)).toEqual([])
  })

  it('does not mind case and spelling of marks', () => {
    const { index, run } = build({ Straße: ['Cafe\u0301'] })
    run()
    expect(index.search('STRASSE', 10)).toHaveLength(1)
    expect(index.search('CAFÉ', 10)).toHaveLength(1)
  })

  it('finds names without their marks, then notes and tags, which can be renamed', () => {
    const { index, run, change } = build({ Shop: ['Crème fraîche', 'Oats', 'Feta'] })
    change('ItemTag:d', { id: 'd', name: 'Crèmerie' })
    const of = { shoppingListId: 'Shop', purchased: false }
    change('Item:Oats', { ...of, name: 'Oats', notes: 'No CREME inside' })
    change('Item:Feta', { ...of, name: 'Feta', itemTags: [{ __ref: 'ItemTag:d' }] })
    run()
    const names = (text: string) => index.search(text, 9).map(found => found.name)
    expect(names('creme')).toEqual(['Crème fraîche', 'Feta', 'Oats'])
    change('ItemTag:d', { id: 'd', name: 'Dairy' })
    expect(names('creme')).toEqual(['Crème fraîche', 'Oats'])
    expect(names('dairy')).toEqual(['Feta'])
  })

  it('sorts before it cuts', () => {
    const names = Array.from({ length: 100 }, (_, n) => `Milk ${String(199 - n)}`)
    const { index, run } = build({ Shop: names })
    run()
    expect(index.search('milk', 2).map(found => found.name)).toEqual(['Milk 100', 'Milk 101'])
  })

  it('reads a large device slice by slice, and only what changed afterwards', () => {
    const names = Array.from({ length: 1_200 }, (_, n) => `Name ${n}`)
    const { index, run, reads, change, slices } = build({ Big: names })
    expect(index.complete()).toBe(false)
    run()
    expect([index.complete(), slices()]).toEqual([true, 3])
    const before = reads()
    change('Item:Name 7', { name: 'Seven', shoppingListId: 'Big' })
    expect(reads()).toBe(before + 1)
    expect(index.search('seven', 5)).toMatchObject([{ name: 'Seven', listName: 'Big' }])
    change('Item:Name 7', undefined)
    expect(index.search('seven', 5)).toEqual([])
  })

  it('forgets lists that went', () => {
    const { index, run } = build({ A: ['Milk'], B: ['Milk'] })
    run()
    index.load(['A'])
    expect(index.search('milk', 5)).toMatchObject([{ listName: 'A' }])
  })
})

describe('search', () => {
  it('opens lists and items, by mouse and by keys, and follows what changes', async () => {
    const { user, offline, happens, opened, box } = await showFind(lists)
    expect(screen.getByText(/Type a part of a name, a note or a tag/)).toBeTruthy()
    await user.type(box, 'milk')
    const found = screen.getByRole('list', { name: 'Found' })
    await waitFor(() => expect(within(found).getAllByRole('button')).toHaveLength(4))
    expect(screen.getByRole('status').textContent).toBe('4 found')
    await user.click(within(found).getByRole('button', { name: /Buttermilk/ }))
    await user.click(box)
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(opened).toEqual([`${Shop}/buttermilk`, `${Shop}/milk chocolate`])
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(document.activeElement).toBe(box)
    happens(() =>
      offline.perform(createItem, { id: 'x', shoppingListId: Pantry, name: 'Milk powder' }),
    )
    expect(await within(found).findByRole('button', { name: /Milk powder.*Pantry/ })).toBeTruthy()
    happens(() => offline.perform(tickItem, { id: 'milk', purchased: true }))
    expect(await within(found).findByRole('button', { name: /^Milk.*in the trolley/ })).toBeTruthy()
    happens(() => offline.perform(renameShoppingList, { id: Shop, name: 'Market' }))
    expect((await within(found).findAllByText(/Market/)).length).toBeGreaterThan(0)
    happens(() => offline.perform(deleteShoppingList, { id: Shop }))
    await waitFor(() => expect(within(found).getAllByRole('button')).toHaveLength(1))
    await user.clear(box)
    await user.type(box, 'pantry{Enter}')
    expect(opened.at(-1)).toBe(Pantry)
  })

  it('leaves the arrow keys to the words of a composition', async () => {
    const { user, box } = await showFind(lists)
    await user.type(box, 'milk')
    await screen.findByRole('button', { name: /Buttermilk/ })
    fireEvent.keyDown(box, { key: 'ArrowDown', isComposing: true })
    expect(document.activeElement).toBe(box)
    fireEvent.keyDown(box, { key: 'ArrowDown' })
    expect(document.activeElement).not.toBe(box)
    await user.type(box, 'zzz')
    expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeTruthy()
  })

  it('Enter opens the best of what the box holds, drawn or not', async () => {
    const { opened, box } = await showFind(lists)
    fireEvent.input(box, { target: { value: 'bread' } })
    expect(await screen.findByRole('button', { name: /^Bread/ })).toBeTruthy()
    act(() => {
      fireEvent.input(box, { target: { value: 'rice' } })
      fireEvent.submit(screen.getByRole('form', { name: 'Find' }))
    })
    expect(opened).toEqual([`${Pantry}/rice`])
  })

  it('shows the first 50 of many, and goes on showing them where something changes', async () => {
    const eggs = Array.from({ length: 60 }, (_, n) => `Eggs ${String(n + 10)}`)
    const { user, offline, happens, box } = await showFind({ Shop: eggs })
    await user.type(box, 'eggs')
    const found = screen.getByRole('list', { name: 'Found' })
    await waitFor(() => expect(within(found).getAllByRole('button')).toHaveLength(50))
    expect(screen.getByRole('status').textContent).toBe('The first 50 found')
    const last = within(found).getByRole('button', { name: /^Eggs 59/ })
    happens(() => offline.perform(tickItem, { id: 'eggs 10', purchased: true }))
    expect(await within(found).findByRole('button', { name: /^Eggs 60/ })).toBeTruthy()
    expect(last.isConnected).toBe(true)
  })
})

it('the search box has the focus as often as Find opens, also where its code comes late', async () => {
  const { user, choose } = await showList({ items: ['Milk'] })
  for (const _ of ['its code comes late', 'it is there']) {
    await choose('Find')
    const box = await screen.findByRole('searchbox', { name: 'Find in all lists' })
    await nextFrames()
    expect(document.activeElement).toBe(box)
    await user.keyboard('rice')
    expect(await screen.findByRole('button', { name: /^Rice/ })).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
})

describe('saved filters', () => {
  it('come back as they were saved, list by list', () => {
    const text = writeItemView(null, 'a', { purchased: false, tagId: 't', low: true, sort: 'name' })
    const both = writeItemView(text, 'b', { sort: 'changed' })
    expect(readItemViews(both).get('a')).toEqual({
      purchased: false,
      tagId: 't',
      low: true,
      sort: 'name',
    })
    expect(readItemViews(both).get('b')).toEqual({ sort: 'changed' })
    expect(writeItemView(writeItemView(both, 'a', {}), 'b', {})).toBeNull()
    expect(readListsView(writeListsView({ favourite: true, sort: 'name' }))).toEqual({
      favourite: true,
      sort: 'name',
    })
    expect(writeListsView({})).toBeNull()
  })

  it.each([
    null,
    '',
    'nonsense',
    '[]',
    '{"lists":5}',
    '{"lists":{"a":{"sort":"size","low":"yes"}}}',
  ])('%j is no filter', text => {
    expect(readItemViews(text).get('a') ?? {}).toEqual({})
    expect(readListsView(text)).toEqual({})
  })

  it('keep to 5,000 characters: the oldest goes', () => {
    let text: string | null = null
    for (let n = 0; n < 200; n += 1)
      text = writeItemView(text, `list-${n}-${'x'.repeat(30)}`, { sort: 'name' })
    expect(text?.length).toBeLessThanOrEqual(5_000)
    const kept = [...readItemViews(text).keys()]
    expect(kept.at(-1)).toContain('list-199')
    expect(kept.length).toBeGreaterThan(50)
  })
})

describe('filter and sort of a list', () => {
  it('narrow the rows at once, follow changes, and are kept in the preferences', async () => {
    const { user, offline, happens } = await showPart(lists, <Filtered />, device => {
      writeConfig(device)
      device.offline.perform(updateItem, { id: 'milk', itemTags: [{ name: 'Dairy' }] })
      device.offline.perform(tickItem, { id: 'bread', purchased: true })
    })
    expect(rows()).toBe('Oat milk, Milk, Milk chocolate, Buttermilk, Bread')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Name')
    expect(rows()).toBe('Buttermilk, Milk, Milk chocolate, Oat milk, Bread')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'To buy')
    expect(rows()).toBe('Buttermilk, Milk, Milk chocolate, Oat milk')
    expect(screen.getByRole('status').textContent).toBe('4 of 5 items shown')
    happens(() => offline.perform(updateItem, { id: 'oat milk', name: 'Almond milk' }))
    expect(rows()).toBe('Almond milk, Buttermilk, Milk, Milk chocolate')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Tag' }), 'Dairy')
    expect(rows()).toBe('Milk')
    const saved = offline.waiting.get().at(-1)?.variables.itemFilters
    expect(readItemViews(String(saved)).get(Shop)).toMatchObject({ purchased: false, sort: 'name' })
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    expect(rows()).toContain('Bread')
    expect(offline.waiting.get().at(-1)?.variables.itemFilters).toBeNull()
  })

  it('what is running low, on STOCK lists', async () => {
    const { user } = await showPart(lists, <Filtered />, device => {
      writeConfig(device)
      device.offline.perform(updateShoppingList, { id: Shop, listType: 'STOCK' })
      device.offline.perform(updateItem, { id: 'milk', quantityToPurchase: 2, quantityInStock: 1 })
      device.offline.perform(updateItem, { id: 'bread', quantityToPurchase: 2, quantityInStock: 2 })
    })
    await user.click(screen.getByRole('checkbox', { name: 'Running low' }))
    expect(rows()).toBe('Milk')
  })

  it('without preferences the choice holds for the visit, and that is said', async () => {
    const { user, offline, said } = await showPart(lists, <Filtered />)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Name')
    expect(said()).toEqual(['User Config not found'])
    expect(rows()).toBe('Bread, Buttermilk, Milk, Milk chocolate, Oat milk')
    expect(offline.waiting.get()).toEqual([])
  })
})

describe('the overview', () => {
  it('favourites first, counts, what waits, and what changed since one last looked', async () => {
    const looks = createLookedAt(createMemoryKeyValue(), 7)
    looks.set(Shop, '2026-11-20T09:00:00.000Z')
    const { user, offline, plain, happens } = await showPart(
      { ...lists, Empty: [] },
      <OverviewList lookedAt={looks} />,
      device => {
        writePeople(device.plain.cache, Shop, {
          ownerName: 'Me',
          people: ['Ana', 'Ben'].map((name, at) => ({
            __typename: 'ShoppingListFriend',
            friendId: 20 + at,
            name,
            permission: 'EDIT',
            byLink: false,
          })),
        })
        device.plain.cache.modify({
          id: 'Item:bread',
          fields: { updatedAt: () => '2026-11-20T10:00:00.000Z' },
        })
        device.offline.perform(tickItem, { id: 'milk', purchased: true })
      },
    )
    const all = screen.getByRole('list', { name: 'All lists' })
    const cards = () =>
      within(all)
        .getAllByRole('listitem')
        .map(card => card.textContent ?? '')
    expect(cards()).toHaveLength(3)
    expect(cards()[0]).toContain('4 to buy, 1 in the trolley · waiting')
    expect(cards()[0]).toContain('With Ana, Ben')
    expect(cards()[0]).toContain('Changed: Bread')
    expect(cards()[1]).toBe('Pantry1 to buy')
    expect(cards()[2]).toContain('Nothing on it yet')
    const star = screen.getByRole('button', { name: 'Mark Pantry as favourite' })
    // Its name says what it would do: that it is pressed would say the opposite.
    expect(star.getAttribute('aria-pressed')).toBeNull()
    await user.click(star)
    expect(cards()[0]).toContain('Pantry')
    happens(() => {
      plain.cache.modify({
        id: 'Item:buttermilk',
        fields: { updatedAt: () => '2026-11-20T11:00:00.000Z' },
      })
    })
    expect(cards()[1]).toContain('Changed: Buttermilk, Bread')
    happens(() => looks.set(Shop, '2026-11-20T11:00:00.000Z'))
    expect(cards()[1]).not.toContain('Changed')
    happens(() => writeConfig({ plain }))
    await user.click(screen.getByRole('button', { name: 'Favourites only' }))
    expect(
      within(screen.getByRole('list', { name: 'All lists' })).getAllByRole('listitem'),
    ).toHaveLength(1)
    expect(offline.waiting.get().length).toBeGreaterThan(0)
  })

  it.each([
    ['card', 'Not on this device', unreachable],
    ['card', 'Loading...', undefined],
    ['link', '', unreachable],
  ])('what a full device let go of is not called empty: %s, %s', async (shown, words, network) => {
    const looks = createLookedAt(createMemoryKeyValue(), 7)
    await showPart(
      lists,
      shown === 'card' ? (
        <OverviewList lookedAt={looks} />
      ) : (
        <ListNavigation chosenId={undefined} />
      ),
      ({ plain }) => void plain.cache.evict({ id: 'Item:rice' }),
      network && { network },
    )
    const { textContent } = screen.getByRole('link', { name: /^Pantry/ })
    expect(textContent).toBe(`Pantry${words}`)
  })

  it('what was refused is not said to wait', async () => {
    const refusal = { code: 'FORBIDDEN', message: 'You may not.' } as const
    const { offline } = await showPart(
      lists,
      <OverviewList lookedAt={createLookedAt(createMemoryKeyValue(), 7)} />,
      undefined,
      {
        network: {
          send: async () => ({ kind: 'refused', refusal }),
          listen: () => ({ close() {} }),
        },
      },
    )
    await act(async () => {
      await offline.perform(renameShoppingList, { id: Pantry, name: 'Larder' }).durable
    })
    const { textContent } = await screen.findByRole('link', { name: /^Pantry.*not saved/ })
    expect(textContent).toBe('Pantry1 to buy · not saved')
  })

  it('of a STOCK list it tells what is running low', async () => {
    const { offline, happens } = await showPart(
      { ...lists, Cellar: [] },
      <OverviewList lookedAt={createLookedAt(createMemoryKeyValue(), 7)} />,
      device => {
        for (const id of [Shop, Pantry, listId('Cellar')])
          device.offline.perform(updateShoppingList, { id, listType: 'STOCK' })
        for (const id of ['milk', 'bread', 'buttermilk'])
          device.offline.perform(updateItem, { id, quantityToPurchase: 2, quantityInStock: 1 })
      },
    )
    const card = (name: string) => screen.getByRole('link', { name: new RegExp(`^${name}`) })
    expect(card('Shop').textContent).toContain('3 running low of 5')
    expect(card('Pantry').textContent).toContain('1 item, not running low')
    expect(card('Cellar').textContent).toContain('Nothing on it yet')
    happens(() => {
      offline.perform(updateItem, { id: 'milk', quantityInStock: 2 })
    })
    expect(card('Shop').textContent).toContain('2 running low of 5')
    happens(() => {
      offline.perform(deleteItems, { ids: ['bread', 'buttermilk'] })
    })
    expect(card('Shop').textContent).toContain('3 items, none running low')
  })

  it('with no favourite left it says what to do', async () => {
    const { user } = await showPart(
      lists,
      <OverviewList lookedAt={createLookedAt(createMemoryKeyValue(), 7)} />,
      device => writeConfig(device),
    )
    await user.click(screen.getByRole('button', { name: 'Favourites only' }))
    await user.click(screen.getByRole('button', { name: 'Show all lists' }))
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
  })

  it('remembers until when was looked, per person, until the sign-out', () => {
    const storage = createMemoryKeyValue()
    createLookedAt(storage, 7).set('list', '2026-11-20T09:00:00.000Z')
    const again = createLookedAt(storage, 7)
    again.set('list', '2026-11-19T09:00:00.000Z')
    expect(again.get('list')).toBe('2026-11-20T09:00:00.000Z')
    expect(createLookedAt(storage, 8).get('list')).toBeUndefined()
    // A release before this one kept it.
    storage.set('aisle.own-changes.7', '{}')
    createLookedAt(storage, 7)
    expect(storage.get('aisle.own-changes.7')).toBeUndefined()
    forgetLookedAt(storage, 7)
    expect(createLookedAt(storage, 7).get('list')).toBeUndefined()
    storage.set('aisle.looked-at.7', 'nonsense')
    expect(createLookedAt(storage, 7).get('list')).toBeUndefined()
  })
})

describe('preferences', () => {
  const root = document.createElement('html')
  const keys = createDeviceChoice(createMemoryKeyValue(), root, 'keys', keysChoices)
  const preferences = <Preferences keys={keys} />

  it('save only what changed, without a network, too', async () => {
    const { user, offline } = await showPart(lists, preferences, device => writeConfig(device))
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'List that opens first' }),
      'Pantry',
    )
    await user.click(screen.getByRole('checkbox', { name: 'Items' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByRole('status', { name: 'Preferences' }).textContent).toBe(
      'Your preferences are set.',
    )
    expect(offline.waiting.get().map(entry => entry.variables)).toEqual([
      { id: 'config', shoppingListId: Pantry, itemConfirmDelete: true },
    ])
  })

  it('leave what another device changed meanwhile, and was not touched here', async () => {
    const { user, offline, happens } = await showPart(lists, preferences, device =>
      writeConfig(device),
    )
    await user.click(await screen.findByRole('checkbox', { name: 'Items' }))
    happens(() => offline.perform(updateUserConfig, { id: 'config', shoppingListId: Pantry }))
    const first = screen.getByRole('combobox', { name: 'List that opens first' })
    expect(first).toHaveProperty('value', Pantry)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(offline.waiting.get().at(-1)?.variables).toMatchObject({ itemConfirmDelete: true })
    expect(first).toHaveProperty('value', Pantry)
  })

  it('save no list that went after it was chosen, and say so', async () => {
    const { user, offline, happens } = await showPart(lists, preferences, device =>
      writeConfig(device),
    )
    const first = await screen.findByRole('combobox', { name: 'List that opens first' })
    await user.selectOptions(first, 'Pantry')
    await user.click(screen.getByRole('checkbox', { name: 'Items' }))
    happens(() => offline.perform(deleteShoppingList, { id: Pantry }))
    expect(first).toHaveProperty('value', '')
    expect(screen.getByText('The chosen list is not there any more.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(offline.waiting.get().at(-1)?.variables).toEqual({
      ...{ id: 'config', itemConfirmDelete: true },
    })
  })

  it('forget all filters at once, and offer it only where there are some', async () => {
    const { user, offline } = await showPart(lists, preferences, device =>
      writeConfig(device, { itemFilters: '{}', shoppingListFilters: null }),
    )
    await user.click(await screen.findByRole('button', { name: 'Forget them all' }))
    expect(screen.queryByRole('button', { name: 'Forget them all' })).toBeNull()
    expect(offline.waiting.get().map(entry => entry.variables)).toEqual([
      { id: 'config', itemFilters: null, shoppingListFilters: null },
    ])
  })

  it('say so where none are on the device yet', async () => {
    await showPart(lists, preferences)
    expect(await screen.findByText(/Your preferences are not on this device yet/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })
})

async function showFind(within: Parameters<typeof showPart>[0]) {
  const opened: string[] = []
  const stage = await showPart(
    within,
    <FindPanel
      box={createRef()}
      onOpenList={id => opened.push(id)}
      onOpenItem={(list, item) => opened.push(`${list}/${item}`)}
    />,
  )
  return { ...stage, opened, box: screen.getByRole('searchbox', { name: 'Find in all lists' }) }
}

/** A dialog gives the focus in the frame after it opened. */
async function nextFrames() {
  for (let frame = 0; frame < 2; frame += 1) {
    await act(() => new Promise<void>(resolve => requestAnimationFrame(() => resolve())))
  }
}

function Filtered() {
  const list = useList(Shop)
  const all = useListView(Shop)
  const [view, setView] = useItemView(Shop)
  const shown = useViewedItems(Shop, all, view)
  return (
    <>
      <FilterBar
        view={view}
        tags={list?.itemTags ?? []}
        stock={list?.listType === 'STOCK'}
        shown={shown.openIds.length + shown.doneIds.length}
        all={all.openIds.length + all.doneIds.length}
        asked={1}
        onChange={setView}
        onOpen={() => {}}
        onClose={() => {}}
      />
      <ul aria-label="Rows">
        {[...shown.openIds, ...shown.doneIds].map(id => (
          <Name key={id} id={id} />
        ))}
      </ul>
    </>
  )
}

function Name({ id }: { readonly id: string }) {
  return <li>{useItem(id)?.name}</li>
}

function rows(): string {
  const list = screen.getByRole('list', { name: 'Rows' })
  return [...list.children].map(row => row.textContent).join(', ')
}

/** An index over lists by name; ids are the names. */
function build(lists: Readonly<Record<string, readonly string[]>>) {
  const records = new Map<string, CacheRecord>()
  for (const [list, names] of Object.entries(lists)) {
    const items = names.map((name, at) => ({
      __ref: `Item:${records.has(`Item:${name}`) ? at : name}`,
    }))
    records.set(`ShoppingList:${list}`, { name: list, items })
    for (const [at, { __ref }] of items.entries()) {
      records.set(__ref, { id: __ref, name: names[at], shoppingListId: list, purchased: false })
    }
  }
  let reads = 0
  let slices = 0
  let tasks: (() => void)[] = []
  const listeners = new Set<(cacheIds: ReadonlySet<string>) => void>()
  const views = createListViews({
    peek: cacheId => records.get(cacheId),
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  const index = createFindIndex({
    views: {
      ...views,
      item(id) {
        reads += 1
        return views.item(id)
      },
    },
    later(work) {
      tasks.push(work)
      return () => {
        tasks = tasks.filter(task => task !== work)
      }
    },
    onProgress() {},
  })
  views.onTouched(index.changed)
  index.load(Object.keys(lists))
  return {
    index,
    reads: () => reads,
    slices: () => slices,
    run() {
      for (let task = tasks.shift(); task; task = tasks.shift()) {
        slices += 1
        task()
      }
    },
    change(cacheId: string, record: CacheRecord | undefined) {
      if (record) records.set(cacheId, record)
      else records.delete(cacheId)
      for (const listener of listeners) listener(new Set([cacheId]))
    },
  }
}
