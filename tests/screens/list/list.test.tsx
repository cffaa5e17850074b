import { setTimeout } from 'node:timers/promises'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { editsByName } from '../../../src/cache/edits/all-edits.ts'
import {
  createItem,
  deleteItem,
  tickItem,
  updateItem,
} from '../../../src/cache/edits/item-edits.ts'
import { withTagsBefore } from '../../../src/cache/policies/with-tags-before.ts'
import { withUndo } from '../../../src/cache/undo/undo.ts'
import type { UndoStorage } from '../../../src/cache/undo/undo-storage.ts'
import { Rows } from '../../../src/list/rows/rows.tsx'
import type { Offline } from '../../../src/offline/offline.ts'
import { wideQuery } from '../../../src/ui/use-media-query.ts'
import { matchQuery } from '../../support/match-query.ts'
import { createMemoryUndoStorage } from '../../support/memory-undo-storage.ts'
import { openApp } from '../stage.tsx'
import { idOf, openServer, type StageServer } from '../stage-server.ts'
import { shop, showList } from './list-stage.tsx'

async function openList(...itemNames: string[]) {
  const stage = await openApp({
    path: '/product',
    signedIn: true,
    lists: ['Weekly shop'],
    itemNames,
  })
  await screen.findByRole('heading', { name: 'Weekly shop' })
  await screen.findByRole('textbox', { name: 'Add an item' })
  return stage
}

function rows(): (string | null)[] {
  const list = screen.queryByRole('list', { name: 'Items' })
  if (list === null) return []
  return within(list)
    .getAllByRole('checkbox')
    .map(
      box =>
        document.getElementById(box.getAttribute('aria-labelledby') ?? '')?.textContent ?? null,
    )
}

test('who hears the rows learns of each what others see on it', async () => {
  await showList({
    items: ['Milk', 'Bread'],
    prepare({ plain }) {
      plain.perform(updateItem, { id: 'milk', quantityToPurchase: 6, notes: 'without lactose' })
      plain.perform(updateItem, { id: 'bread', itemTags: [{ name: 'Bakery' }, { name: 'Sale' }] })
    },
  })
  const described = (name: string, description: RegExp) =>
    screen.getByRole('checkbox', { name, description })
  // That they wait is said once it has lasted.
  await waitFor(() => expect(described('Milk', /^6 +without lactose *(waiting)?$/)).toBeTruthy())
  // Its first tag is said by the heading above it.
  expect(described('Bread', /^ *Sale *(waiting)?$/)).toBeTruthy()
})

test.each([{ ctrlKey: true }, { metaKey: true }])(
  'the browser’s keys for paper print the whole list: %o',
  async modifier => {
    const print = vi.fn()
    Object.assign(window, { print })
    const items = Array.from({ length: 300 }, (_, place) => `Item ${place}`)
    const { user } = await showList({ items })
    const press = () => fireEvent.keyDown(document.body, { key: 'p', code: 'KeyP', ...modifier })
    await user.click(screen.getByRole('button', { name: 'List options' }))
    await screen.findByRole('menuitem', { name: 'Rename' })
    expect(press(), 'over a menu they are the browser’s').toBe(true)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(press()).toBe(false))
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    expect(document.querySelectorAll('.print-sheet li')).toHaveLength(300)
    window.dispatchEvent(new Event('afterprint'))
    await waitFor(() => expect(document.querySelector('.print-sheet')).toBeNull())
  },
)

test('on a Mac Ctrl+P in a field is the field’s own, and ⌘P prints', async () => {
  Object.assign(window, { print: vi.fn() })
  await showList({ items: ['Milk'] })
  const box = screen.getByRole('textbox', { name: 'Add an item' })
  const press = (modifier: object) =>
    fireEvent.keyDown(box, { key: 'p', code: 'KeyP', ...modifier })
  const agent = vi.spyOn(navigator, 'userAgent', 'get')
  onTestFinished(() => agent.mockRestore())
  agent.mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')
  expect(press({ ctrlKey: true }), 'up a line').toBe(true)
  expect(press({ metaKey: true })).toBe(false)
  agent.mockReturnValue('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')
  expect(press({ ctrlKey: true })).toBe(false)
})

/** Of all items, as another device is told of them. */
async function namesOn(server: StageServer) {
  return (await server.items()).map(item => item.name)
}

async function isTicked(server: StageServer, name: string) {
  return (await server.items()).find(item => item.name === name)?.purchased
}

function sync(): string | null {
  return screen.getByRole('status', { name: 'Sync' }).textContent
}

describe('lists', () => {
  test('are made by name and open at once, on a phone behind the button of the name', async () => {
    const { user, server } = await openList()
    await user.click(screen.getByRole('button', { name: 'Weekly shop' }))
    const navigation = within(await screen.findByRole('navigation', { name: 'Lists' }))
    await user.click(navigation.getByRole('button', { name: 'New list' }))
    await user.type(navigation.getByRole('textbox', { name: 'List name' }), 'Hardware store')
    await user.click(navigation.getByRole('button', { name: 'Create' }))
    expect(await screen.findByRole('heading', { name: 'Hardware store' })).toBeTruthy()
    await waitFor(async () =>
      expect((await server.lists()).map(list => list.name)).toContain('Hardware store'),
    )
  })

  test('that are made in the column beside the page have the focus, as one that is chosen there', async () => {
    matchQuery(wideQuery)
    const { user } = await openApp({
      path: '/product',
      signedIn: true,
      lists: ['Weekly shop', 'Pantry'],
    })
    const column = within(await screen.findByRole('navigation', { name: 'Lists' }))
    await user.click(column.getByRole('button', { name: 'New list' }))
    await user.type(column.getByRole('textbox', { name: 'List name' }), 'Hardware{Enter}')
    const link = await column.findByRole('link', { name: /^Hardware/ })
    await waitFor(() => expect(document.activeElement).toBe(link))
    await screen.findByRole('heading', { name: 'Hardware' })
    expect(document.activeElement).toBe(link)
  })

  test('are chosen in the navigation', async () => {
    const { user } = await openApp({
      path: '/product',
      signedIn: true,
      lists: ['Weekly shop', 'Pantry'],
    })
    await user.click(await screen.findByRole('button', { name: 'Weekly shop' }))
    const navigation = await screen.findByRole('navigation', { name: 'Lists' })
    await user.click(within(navigation).getByRole('link', { name: /^Pantry/ }))
    expect(await screen.findByRole('heading', { name: 'Pantry' })).toBeTruthy()
  })

  test('are put in another order by key and by menu', async () => {
    const { user, server } = await openApp({
      path: '/product',
      signedIn: true,
      lists: ['Weekly shop', 'Pantry', 'Hardware'],
    })
    await user.click(await screen.findByRole('button', { name: 'Weekly shop' }))
    const navigation = await screen.findByRole('navigation', { name: 'Lists' })
    const order = () =>
      within(navigation)
        .getAllByRole('link')
        .map(link => link.textContent?.replace(/\d+ open$/, ''))
    within(navigation).getByRole('button', { name: 'Move Hardware' }).focus()
    await user.keyboard('{ArrowUp}')
    await waitFor(() => expect(order()).toEqual(['Weekly shop', 'Hardware', 'Pantry']))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Hardware')
    await user.click(within(navigation).getByRole('button', { name: 'Move Pantry' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Move to the top' }))
    await waitFor(() => expect(order()).toEqual(['Pantry', 'Weekly shop', 'Hardware']))
    await waitFor(async () =>
      expect((await server.lists()).map(list => list.name)).toEqual(order()),
    )
  })

  test('keep a bad name in the field and say what is wrong with it', async () => {
    const { user } = await openList()
    await user.click(screen.getByRole('button', { name: 'Weekly shop' }))
    await user.click(await screen.findByRole('button', { name: 'New list' }))
    const name = screen.getByRole('textbox', { name: 'List name' })
    await user.type(name, '   {Enter}')
    // Nobody comes to the field, to hear of it there: the focus has been in it all the time.
    expect(screen.getByRole('alert').textContent).toMatch(/^List name is empty/)
    expect(name.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
    expect(name).toHaveProperty('value', '   ')
  })

  test('whoever gives up a new list is at its button again', async () => {
    const { user } = await openList()
    await user.click(screen.getByRole('button', { name: 'Weekly shop' }))
    for (const giveUp of ['{Escape}', '{Tab}{Tab}{Enter}']) {
      await user.click(await screen.findByRole('button', { name: 'New list' }))
      expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'List name' }))
      await user.keyboard(giveUp)
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New list' }))
    }
  })

  test('are renamed', async () => {
    const { user, server } = await openList()
    await user.click(screen.getByRole('button', { name: 'List options' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    const name = await screen.findByRole('textbox', { name: 'List name' })
    await user.clear(name)
    await user.type(name, 'Monthly shop')
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    expect(await screen.findByRole('heading', { name: 'Monthly shop' })).toBeTruthy()
    await waitFor(async () => expect((await server.lists())[0]?.name).toBe('Monthly shop'))
  })

  test('are told under the name that they have then', async () => {
    const lists = ['Weekly shop', 'Party']
    const { user } = await openApp({ path: '/product', signedIn: true, lists })
    await user.click(await screen.findByRole('button', { name: 'List options' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    const name = await screen.findByRole('textbox', { name: 'List name' })
    await user.clear(name)
    await user.type(name, ' party')
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    expect(await screen.findByText('Weekly shop is now party1')).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'party1' })).toBeTruthy()
  })

  test('say in the navigation that they wait, to who hears it, too', async () => {
    const { user, server } = await openList()
    server.reachable = false
    await user.click(screen.getByRole('button', { name: 'List options' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Add to favourites' }))
    await user.click(screen.getByRole('button', { name: 'Weekly shop' }))
    const navigation = within(await screen.findByRole('navigation', { name: 'Lists' }))
    expect(await navigation.findByRole('link', { name: /^Weekly shop.*waiting/ })).toBeTruthy()
  })

  test('are deleted, and come back with their items by Undo', async () => {
    const { user, server } = await openList('Milk', 'Bread')
    await user.click(screen.getByRole('button', { name: 'List options' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete list' }))
    expect(await screen.findByRole('heading', { name: 'Make your first list' })).toBeTruthy()
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Lists' })),
    )
    await waitFor(async () => expect(await server.lists()).toEqual([]))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('heading', { name: 'Weekly shop' })).toBeTruthy()
    await waitFor(() => expect(rows()).toEqual(['Milk', 'Bread']))
  })
})

describe('items', () => {
  // A browser that keeps the boxes of a page writes all of them to its disk after each tick.
  test('have boxes that the browser does not keep by itself', async () => {
    await openList('Milk')
    expect(
      (await screen.findByRole('checkbox', { name: 'Milk' })).getAttribute('autocomplete'),
    ).toBe('off')
  })

  test('are added with Enter, ten in one go, and the box keeps the focus', async () => {
    const { user } = await openList()
    const box = screen.getByRole('textbox', { name: 'Add an item' })
    const ten = Array.from({ length: 10 }, (_, count) => `Thing ${String.fromCharCode(65 + count)}`)
    await user.type(box, ten.map(name => `${name}{Enter}`).join(''))
    await waitFor(() => expect(rows()).toEqual(ten))
    expect(document.activeElement).toBe(box)
    expect(box).toHaveProperty('value', '')
  })

  test.each(['🍎🍏', '‏חלב', '<b>Bold</b>', 'Ünïcode & more'])(
    'keep the name %s to the letter',
    async name => {
      const { user, server } = await openList()
      await user.type(screen.getByRole('textbox', { name: 'Add an item' }), `${name}{Enter}`)
      expect(await screen.findByRole('checkbox', { name: name.trim() })).toBeTruthy()
      await waitFor(async () => expect(await namesOn(server)).toEqual([name]))
    },
  )

  test('with a name that is too long are refused, and what was typed stays', async () => {
    const { user } = await openList()
    const box = screen.getByRole('textbox', { name: 'Add an item' })
    await user.click(box)
    await user.paste('x'.repeat(201))
    await user.keyboard('{Enter}')
    expect(screen.getByRole('alert').textContent).toMatch(/201 characters, at most 200/)
    expect(box).toHaveProperty('value', 'x'.repeat(201))
  })

  test('that are ticked stay where they are, and are in the trolley later', async () => {
    const { user, server } = await openList('Apples', 'Bread', 'Milk')
    await user.click(await screen.findByRole('checkbox', { name: 'Bread' }))
    expect(rows()).toEqual(['Apples', 'Bread', 'Milk'])
    expect(screen.getByRole('checkbox', { name: 'Bread' })).toHaveProperty('checked', true)
    expect(await screen.findByText(/^1 of 3/)).toBeTruthy()
    // No row moves under a mouse: it goes elsewhere.
    await user.hover(screen.getByRole('textbox', { name: 'Add an item' }))
    const fold = await screen.findByRole('button', { name: 'In the trolley (1)' })
    expect(rows()).toEqual(['Apples', 'Milk'])
    await user.click(fold)
    const trolley = screen.getByRole('list', { name: 'In the trolley' })
    expect(within(trolley).getByRole('checkbox', { name: 'Bread' })).toHaveProperty('checked', true)
    await waitFor(async () => expect(await isTicked(server, 'Bread')).toBe(true))
  })

  test('show a tick before anything else is done with it, and a second one in the same frame takes it back', async () => {
    const { server } = await openList('Bread', 'Milk')
    const bread = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Bread' })
    fireEvent.click(bread)
    expect(bread.checked).toBe(true)
    expect(screen.getByText(/^0 of 2/)).toBeTruthy()
    await screen.findByText(/^1 of 2/)
    await waitFor(async () => expect(await isTicked(server, 'Bread')).toBe(true))

    const milk = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Milk' })
    fireEvent.click(milk)
    fireEvent.click(milk)
    fireEvent.click(bread)
    await screen.findByText(/^0 of 2/)
    expect([bread.checked, milk.checked]).toEqual([false, false])
    await waitFor(async () => expect(await isTicked(server, 'Bread')).toBe(false))
    expect(await isTicked(server, 'Milk')).toBe(false)
  })

  test('are edited in the dialog, which sends only what changed', async () => {
    const { user, server } = await openList('Milk')
    await user.click(await screen.findByRole('button', { name: 'Edit Milk' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit item' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Quantity to buy' }), '1,5')
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Unit' }), 'litre')
    await user.type(within(dialog).getByRole('textbox', { name: 'Notes' }), 'the fresh one')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('1½ l')).toBeTruthy()
    expect(screen.getByText('the fresh one')).toBeTruthy()
    await waitFor(async () =>
      expect((await server.items())[0]).toMatchObject({
        name: 'Milk',
        quantityToPurchase: 1.5,
        unitId: 'unit-l',
        notes: 'the fresh one',
      }),
    )
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('keep what was typed beside the sentence that refuses it', async () => {
    const { user } = await openList('Milk')
    await user.click(await screen.findByRole('button', { name: 'Edit Milk' }))
    const quantity = await screen.findByRole('textbox', { name: 'Quantity to buy' })
    await user.type(quantity, '-1')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByText('Quantity to buy must be at least 0.')).toBeTruthy()
    expect(quantity).toHaveProperty('value', '-1')
    expect(document.activeElement).toBe(quantity)
  })

  test('are deleted, and come back in their place by Undo', async () => {
    const { user, server } = await openList('Milk', 'Bread')
    await user.click(await screen.findByRole('button', { name: 'Edit Milk' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(rows()).toEqual(['Bread']))
    await waitFor(async () => expect(await namesOn(server)).toEqual(['Bread']))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(rows()).toEqual(['Milk', 'Bread']))
  })

  test('are reached by keys', async () => {
    const { user, server } = await openList('Milk', 'Bread')
    await screen.findByRole('checkbox', { name: 'Milk' })
    await user.keyboard('j')
    await user.keyboard('j')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Bread' })),
    )
    await user.keyboard('x')
    await waitFor(async () => expect(await isTicked(server, 'Bread')).toBe(true))
    await user.keyboard('e')
    expect(await screen.findByRole('dialog', { name: 'Edit item' })).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('/')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Add an item' }))
  })

  test('go on by keys from the row that has the focus, not from the one chosen before', async () => {
    const { user, server } = await openList('Milk', 'Bread', 'Eggs')
    const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
    await screen.findByRole('checkbox', { name: 'Milk' })
    await user.keyboard('j')
    await waitFor(() => expect(document.activeElement).toBe(box('Milk')))
    // By Tab, or because a row has folded.
    act(() => box('Bread').focus())
    await user.keyboard('x')
    await waitFor(async () => expect(await isTicked(server, 'Bread')).toBe(true))
    expect(box('Milk').checked).toBe(false)
    await user.keyboard('j')
    await waitFor(() => expect(document.activeElement).toBe(box('Eggs')))
  })
})

function openedBeside(plain: Offline, storage: UndoStorage) {
  return withUndo(withTagsBefore(plain), {
    storage,
    edits: editsByName,
    newId: crypto.randomUUID,
    now: () => 1_770_000_000_000,
  })
}

test('Ctrl+Z right after opening waits for what was done before', async () => {
  const storage = createMemoryUndoStorage()
  const read = Promise.withResolvers<void>()
  const { user, item, said } = await showList({
    items: ['Salt'],
    undoStorage: { ...storage, load: () => read.promise.then(() => storage.load()) },
    prepare({ plain }) {
      openedBeside(plain, storage).perform(tickItem, { id: 'salt', purchased: true })
    },
  })
  await user.keyboard('{Control>}z{/Control}')
  expect(item('salt').purchased).toBe(true)
  expect(said()).toEqual([])
  await act(async () => read.resolve())
  await waitFor(() => expect(item('salt').purchased).toBe(false))
  expect(said()).toHaveLength(1)
})

test('Ctrl+Z takes back what was done here though the storage never answers', async () => {
  const storage = createMemoryUndoStorage()
  const { user, item, said } = await showList({
    items: ['Salt'],
    undoStorage: { ...storage, load: () => new Promise(() => {}) },
  })
  await user.click(screen.getByRole('checkbox', { name: 'Salt' }))
  await waitFor(() => expect(item('salt').purchased).toBe(true))
  await user.keyboard('{Control>}zz{/Control}')
  await waitFor(() => expect(item('salt').purchased).toBe(false), { timeout: 5_000 })
  expect(said()).toHaveLength(1)
})

test('Ctrl+Z takes back what was done last, in another tab too', async () => {
  const { user, item, plain, storage } = await showList({ items: ['Salt', 'Flour'] })
  await user.click(screen.getByRole('checkbox', { name: 'Salt' }))
  const beside = openedBeside(plain, storage)
  act(() => void beside.perform(tickItem, { id: 'flour', purchased: true }))
  await beside.history.settled()
  fireEvent.focus(window)
  await act(() => setTimeout(0))
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(item('flour').purchased).toBe(false))
  expect(item('salt').purchased).toBe(true)
})

test('what is painted before the code stays with the list after the add box was asked for', async () => {
  const { user } = await showList({ items: ['Salt'] })
  const painted = () => document.querySelector('[data-scroller]')?.getAttribute('data-painted')
  await user.keyboard('/')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Add an item' }))
  expect(painted()).toBe('list')
  await user.click(screen.getByRole('button', { name: 'Shop in the store' }))
  expect(painted()).toBe('store')
  await user.click(screen.getByRole('button', { name: 'Add an item' }))
  expect(painted()).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Leave store' }))
  await waitFor(() => expect(painted()).toBe('list'))
})

test('no key reaches the rows that are hidden while others are selected', async () => {
  const { user, server } = await openList('Milk', 'Bread')
  await screen.findByRole('checkbox', { name: 'Milk' })
  await user.keyboard('j')
  await user.click(screen.getByRole('button', { name: 'List options' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Select items' }))
  await screen.findByRole('checkbox', { name: 'Select Milk' })
  await user.keyboard('xe')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.getByRole('checkbox', { name: 'Milk' })).toHaveProperty('checked', false)
  expect(await isTicked(server, 'Milk')).toBe(false)
})

test.each([
  ['few', 3],
  ['many', 80],
])('%s rows are said to be a list, which without bullets WebKit does not see', (_, count) => {
  const ids = Array.from({ length: count }, (_each, at) => `row-${at}`)
  render(
    <Rows label="Items" ids={ids} scroller={{ current: null }} target={undefined}>
      {id => id}
    </Rows>,
  )
  expect(screen.getByRole('list', { name: 'Items' }).getAttribute('role')).toBe('list')
})

describe('a list that becomes long', () => {
  const items = Array.from({ length: 59 }, (_, at) => `Thing ${at}`)
  async function growTo60() {
    const stage = await showList({ items })
    await stage.user.type(screen.getByRole('textbox', { name: 'Add an item' }), 'Bread{Enter}')
    const bread = await screen.findByRole('checkbox', { name: 'Bread' })
    return { ...stage, bread, list: screen.getByRole('list', { name: 'Items' }) }
  }

  test('has its rows where they stood', async () => {
    const rect = vi.spyOn(Element.prototype, 'getBoundingClientRect')
    onTestFinished(() => rect.mockRestore())
    rect.mockReturnValue(new DOMRect(0, 0, 300, 72))
    const { list } = await growTo60()
    // The new one was not measured yet.
    expect(list.style.height).toBe(`${59 * 72 + 56}px`)
  })

  test.each([
    ['the box', 'checkbox', 'Thing 2'],
    ['the button', 'button', 'Edit Thing 2'],
  ] as const)('keeps the focus on %s of a row while others add to it', async (_, role, name) => {
    const { plain } = await showList({ items })
    act(() => screen.getByRole(role, { name }).focus())
    const added = { id: 'bread', shoppingListId: shop, name: 'Bread' }
    act(() => void plain.perform(createItem, added))
    await screen.findByText(/^0 of 60/)
    expect(screen.getByRole('list', { name: 'Items' }).style.height).not.toBe('')
    expect(document.activeElement).toBe(screen.getByRole(role, { name }))
    // Once: whoever leaves the row has left it.
    act(() => screen.getByRole(role, { name }).blur())
    act(() => void plain.perform(createItem, { ...added, id: 'rye', name: 'Rye' }))
    await screen.findByText(/^0 of 61/)
    expect(document.activeElement).toBe(document.body)
  })

  test('keeps the focus where it is short again', async () => {
    const { plain, bread } = await growTo60()
    act(() => bread.focus())
    act(() => void plain.perform(deleteItem, { id: 'thing 0' }))
    await screen.findByText(/^0 of 59/)
    expect(document.activeElement).toBe(bread)
  })
})

test('no key reaches the rows beneath a dialog, wherever the focus is', async () => {
  const { user, server } = await openList('Milk', 'Bread')
  await screen.findByRole('checkbox', { name: 'Milk' })
  await user.keyboard('j')
  await user.keyboard('?')
  await screen.findByRole('dialog')
  const box = screen.getByRole('checkbox', { name: 'Milk', hidden: true })
  // As what takes the focus from a control in the dialog leaves it.
  fireEvent.keyDown(document.body, { key: 'x' })
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  expect(box).toHaveProperty('checked', false)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.keyDown(document.body, { key: 'x' })
  await waitFor(async () => expect(await isTicked(server, 'Milk')).toBe(true))
})

describe('the address of an item', () => {
  test('is copied from its details; where the browser refuses, it stands there to be copied', async () => {
    const { user } = await openList('Milk')
    await user.click(screen.getByRole('button', { name: 'Edit Milk' }))
    await user.click(await screen.findByRole('button', { name: 'Copy link' }))
    await screen.findByText('Link copied.')
    const address = `${window.location.origin}/product/item?item=${idOf('Milk')}`
    expect(await navigator.clipboard.readText()).toBe(address)

    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    await screen.findByText(`Copy this: ${address}`)
  })
})

describe('without a network', () => {
  test('everything goes on, is marked, and is sent later', async () => {
    const { user, server, account } = await openList('Milk')
    await waitFor(() => expect(sync()).toBe('All changes saved'))
    server.reachable = false
    await user.type(screen.getByRole('textbox', { name: 'Add an item' }), 'Bread{Enter}')
    await user.click(screen.getByRole('checkbox', { name: 'Milk' }))
    await waitFor(() => expect(sync()).toBe('Offline – 2 changes waiting'))
    await waitFor(() => expect(screen.getAllByText('waiting')).toHaveLength(2))
    // Who hears the row hears it, too.
    expect(screen.getByRole('checkbox', { name: 'Milk', description: /waiting$/ })).toBeTruthy()
    expect(await namesOn(server)).toEqual(['Milk'])

    await user.click(screen.getByRole('button', { name: 'Show what waits' }))
    const waiting = await screen.findByRole('list', { name: 'Waiting changes' })
    expect(within(waiting).getAllByRole('listitem')).toHaveLength(2)
    const send = screen.getByRole('button', { name: 'Send now' })
    server.reachable = true
    await user.click(send)
    await waitFor(() => expect(account.state.get().offline?.sync.get().waiting).toBe(0))
    expect(await namesOn(server)).toEqual(['Milk', 'Bread'])
  })

  test('what is on the device is shown at once, deep link too', async () => {
    const first = await openList('Milk')
    await screen.findByRole('checkbox', { name: 'Milk' })
    const path = first.href()
    await first.close()
    first.server.reachable = false
    await openApp({ path, server: first.server, local: first.local })
    expect(await screen.findByRole('checkbox', { name: 'Milk' })).toBeTruthy()
  })

  test('a list that is not on the device says when it will be', async () => {
    const first = await openList('Milk')
    await screen.findByRole('checkbox', { name: 'Milk' })
    await first.close()
    first.server.reachable = false
    await openApp({ path: '/product?list=elsewhere', server: first.server, local: first.local })
    await screen.findByRole('heading', { name: 'This list is not on this device' })
    expect(
      screen.getByText(/^It can be fetched as soon as .* Your other lists are here\.$/),
    ).toBeTruthy()
  })

  test('and of a device that has no list, nothing more', async () => {
    const server = await openServer()
    server.reachable = false
    await openApp({ path: '/product?list=elsewhere', signedIn: true, server })
    await screen.findByRole('heading', { name: 'This list is not on this device' })
    expect(screen.getByText('It can be fetched as soon as the server can be reached.')).toBeTruthy()
  })
})

describe('what the server refuses', () => {
  /** On a list that a friend shares, who at that moment lets nobody change it. */
  async function tickWhatIsProtected() {
    const server = await openServer()
    const { protect, release } = await server.addSharedList('Weekly shop', ['Milk'])
    const { user } = await openApp({ path: '/product', signedIn: true, server })
    const milk = await screen.findByRole('checkbox', { name: 'Milk' })
    await protect()
    await user.click(milk)
    return { user, server, release, milk }
  }

  test('lies in the tray with its reason until it is tried again', async () => {
    const { user, server, release, milk } = await tickWhatIsProtected()
    await user.click(await screen.findByRole('button', { name: '1 to look at' }))
    const tray = await screen.findByRole('region', { name: 'Could not be saved' })
    expect(within(tray).getByText(/^You may look at this list but not change it/)).toBeTruthy()
    expect(milk).toHaveProperty('checked', false)
    await release()
    await user.click(within(tray).getByRole('button', { name: 'Try again' }))
    await waitFor(async () => expect(await isTicked(server, 'Milk')).toBe(true))
    expect(milk).toHaveProperty('checked', true)
    expect(screen.queryByRole('region', { name: 'Could not be saved' })).toBeNull()
  })

  test('comes back as a new item where the old one was deleted', async () => {
    const { user, server } = await openList('Milk')
    await screen.findByRole('checkbox', { name: 'Milk' })
    await server.deleteItem('Milk')
    await user.click(screen.getByRole('checkbox', { name: 'Milk' }))
    await user.click(await screen.findByRole('button', { name: '1 to look at' }))
    const tray = await screen.findByRole('region', { name: 'Could not be saved' })
    await user.click(within(tray).getByRole('button', { name: 'Bring it back' }))
    await waitFor(async () =>
      expect(await server.items()).toMatchObject([{ name: 'Milk', purchased: true }]),
    )
    expect((await server.items())[0]?.id).not.toBe(idOf('Milk'))
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Could not be saved' })).toBeNull(),
    )
  })

  test('can be discarded', async () => {
    const { user } = await tickWhatIsProtected()
    await user.click(await screen.findByRole('button', { name: '1 to look at' }))
    const tray = await screen.findByRole('region', { name: 'Could not be saved' })
    await user.click(within(tray).getByRole('button', { name: 'Discard' }))
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Could not be saved' })).toBeNull(),
    )
    expect(screen.getByRole('checkbox', { name: 'Milk' })).toHaveProperty('checked', false)
  })
})
