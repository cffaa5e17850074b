/** Back and Escape close what was opened last, and nothing else. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { panelQuery } from '../../../src/ui/use-media-query.ts'
import { matchQuery } from '../../support/match-query.ts'
import { openApp } from '../stage.tsx'
import { idOf } from '../stage-server.ts'

const lists = ['Weekly shop', 'Party']

afterEach(() => void vi.restoreAllMocks())

async function openLists() {
  const stage = await openApp({
    path: `/product?list=${idOf('Weekly shop')}`,
    signedIn: true,
    lists,
    itemNames: ['Milk', 'Bread'],
  })
  await screen.findByRole('checkbox', { name: 'Milk' })
  const press = async (name: string) => stage.user.click(screen.getByRole('button', { name }))
  async function choose(entry: string) {
    await press('List options')
    await stage.user.click(await screen.findByRole('menuitem', { name: entry }))
  }
  return { ...stage, press, choose }
}

const stays = () => expect(screen.getByRole('heading', { name: 'Weekly shop' })).toBeTruthy()

test.each(['{Tab}', '{Shift>}{Tab}{/Shift}'])(
  'a menu is closed by %s, too, and its button has the focus',
  async keys => {
    const { user, press } = await openLists()
    await press('List options')
    const menu = await screen.findByRole('menu')
    await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true))
    await user.keyboard(keys)
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    const button = screen.getByRole('button', { name: 'List options' })
    await waitFor(() => expect(document.activeElement).toBe(button))
  },
)

describe('Back closes', () => {
  test('the editor, and stays on the page', async () => {
    const { press, back, href } = await openLists()
    const before = href()
    await press('Edit Milk')
    await screen.findByRole('dialog', { name: 'Edit item' })
    await back()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(href()).toBe(before)
    stays()
  })

  test('the switcher of lists', async () => {
    const { press, back } = await openLists()
    await press('Weekly shop')
    await screen.findByRole('dialog', { name: 'Lists' })
    await back()
    expect(screen.queryByRole('dialog')).toBeNull()
    stays()
  })

  test('a menu', async () => {
    const { press, back } = await openLists()
    await press('List options')
    await screen.findByRole('menu')
    await back()
    expect(screen.queryByRole('menu')).toBeNull()
    stays()
  })

  test.each([
    ['Select items', () => screen.queryByRole('region', { name: 'Select items' })],
    ['Move items', () => screen.queryByText(/Drag rows|Move rows|Done/)],
  ])('the mode of %s', async (entry, mode) => {
    const { choose, back, steps } = await openLists()
    await choose(entry)
    await waitFor(() => expect(mode()).toBeTruthy())
    expect(steps()).toBe(1)
    await back()
    expect(mode()).toBeNull()
    expect(steps()).toBe(0)
    stays()
  })

  test('in-store mode', async () => {
    const { press, back } = await openLists()
    await press('Shop in the store')
    await screen.findByRole('region', { name: 'In the store' })
    await back()
    expect(screen.queryByRole('region', { name: 'In the store' })).toBeNull()
    stays()
  })

  test('one layer after the other, the topmost first', async () => {
    const { press, choose, back, user, steps } = await openLists()
    await press('Shop in the store')
    await choose('Tags')
    const dialog = await screen.findByRole('dialog', { name: 'Tags' })
    await user.type(within(dialog).getByRole('textbox', { name: 'New tag' }), 'Fresh{Enter}')
    await user.click(within(dialog).getByRole('button', { name: 'Colour of Fresh' }))
    expect(steps()).toBe(3)
    await back()
    expect(screen.queryByRole('radio', { name: 'Teal' })).toBeNull()
    expect(screen.getByRole('textbox', { name: 'Name of Fresh' })).toBeTruthy()
    await back()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('region', { name: 'In the store' })).toBeTruthy()
    await back()
    expect(screen.queryByRole('region', { name: 'In the store' })).toBeNull()
    stays()
  })
})

describe('the history', () => {
  test('keeps no step of a layer that was closed by its own button', async () => {
    const { press, user, steps } = await openLists()
    await press('Edit Milk')
    const dialog = await screen.findByRole('dialog', { name: 'Edit item' })
    expect(steps()).toBe(1)
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(steps()).toBe(0))
  })

  test('keeps none where a layer leads to another page, and Back goes to the page before', async () => {
    const { press, user, steps, back, href } = await openLists()
    await press('Weekly shop')
    await user.click(await screen.findByRole('link', { name: /^Party/ }))
    await screen.findByRole('heading', { name: 'Party' })
    await waitFor(() => expect(steps()).toBe(0))
    expect(href()).toContain(idOf('Party'))
    await back()
    expect(await screen.findByRole('heading', { name: 'Weekly shop' })).toBeTruthy()
    expect(href()).toContain(idOf('Weekly shop'))
  })
})

test('Escape in the choice of a colour closes the choice alone', async () => {
  const { choose, user } = await openLists()
  await choose('Tags')
  const dialog = await screen.findByRole('dialog', { name: 'Tags' })
  await user.type(within(dialog).getByRole('textbox', { name: 'New tag' }), 'Fresh{Enter}')
  await user.click(within(dialog).getByRole('button', { name: 'Colour of Fresh' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('radio', { name: 'Teal' })).toBeNull())
  expect(screen.getByRole('textbox', { name: 'Name of Fresh' })).toBeTruthy()
})

test('Escape leaves the store', async () => {
  const { press, user } = await openLists()
  await press('Shop in the store')
  await screen.findByRole('region', { name: 'In the store' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'In the store' })).toBeNull())
})

test('Escape in the filter bar closes the bar alone', async () => {
  const { press, choose, user } = await openLists()
  await press('Shop in the store')
  await choose('Filter and sort')
  const bar = await screen.findByRole('group', { name: 'Filter and sort' })
  act(() => within(bar).getByRole('button', { name: 'Saved filters' }).focus())
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('group', { name: 'Filter and sort' })).toBeNull()
  expect(screen.getByRole('region', { name: 'In the store' })).toBeTruthy()
})

test('Escape closes the details beside a list, but not from a field outside them', async () => {
  matchQuery(panelQuery)
  const { press, user } = await openLists()
  const notes = () => screen.queryByRole('textbox', { name: 'Notes' })
  await press('Edit Milk')
  await screen.findByRole('textbox', { name: 'Notes' })
  const box = screen.getByRole('textbox', { name: 'Add an item' })
  await user.type(box, 'bread{Escape}{Escape} x')
  expect(notes()).toBeTruthy()
  expect(document.activeElement).toBe(box)
  expect(box).toHaveProperty('value', 'bread x')
  act(() => screen.getByRole('checkbox', { name: 'Milk' }).focus())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(notes()).toBeNull())
})

describe.each([
  ['Escape that gives up a composition', { key: 'Escape', isComposing: true }],
  ['Escape in Safari, where the composition has ended by then,', { key: 'Escape', keyCode: 229 }],
])('%s closes nothing', (_, composing) => {
  test('of the details beside a list', async () => {
    const real = window.matchMedia
    vi.spyOn(window, 'matchMedia').mockImplementation(query =>
      query === panelQuery ? { ...real(query), matches: true } : real(query),
    )
    const { press } = await openLists()
    await press('Edit Milk')
    const notes = await screen.findByRole('textbox', { name: 'Notes' })
    fireEvent.keyDown(notes, composing)
    expect(screen.getByRole('textbox', { name: 'Notes' })).toBeTruthy()
    fireEvent.keyDown(notes, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Notes' })).toBeNull())
  })

  test('of the name of a new list', async () => {
    const { press } = await openLists()
    await press('Weekly shop')
    await screen.findByRole('dialog', { name: 'Lists' })
    await press('New list')
    const name = screen.getByRole('textbox', { name: 'List name' })
    fireEvent.keyDown(name, composing)
    expect(screen.getByRole('textbox', { name: 'List name' })).toBe(name)
    fireEvent.keyDown(name, { key: 'Escape' })
    expect(screen.queryByRole('textbox', { name: 'List name' })).toBeNull()
  })
})
