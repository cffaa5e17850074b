/** Rows that change their place by key and by menu; by hand they do it in a browser (tests/browser). */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { updateItem } from '../../../src/cache/edits/item-edits.ts'
import { listenToRowDrags } from '../../../src/ui/gestures/row-drag.ts'
import { withoutHoverQuery } from '../../../src/ui/use-media-query.ts'
import { matchQuery } from '../../support/match-query.ts'
import { expectRows, shop, showList, shownRows } from './list-stage.tsx'

const items = ['Apples', 'Bread', 'Cheese', 'Dates']
const untagged = ['# Without a tag', 'Dates']
const handle = (name: string) => screen.getByRole('button', { name: `Move ${name}` })

it('a screen reader hears that rows can be moved now, in a region that was there before', async () => {
  const { choose } = await showList({ items })
  const regions = [...document.querySelectorAll('[aria-live=polite]')]
  await choose('Move items')
  const words = await screen.findByText(/^Drag an item by its handle/)
  expect(regions.filter(region => region.contains(words))).toHaveLength(1)
})

describe('a row', () => {
  it('goes up and down, to the top and the bottom by key, and keeps the focus', async () => {
    const { user, names, waiting } = await showList({ items })
    handle('Cheese').focus()
    await user.keyboard('{ArrowUp}')
    await expectRows(['Apples', 'Cheese', 'Bread', 'Dates'])
    expect(waiting().at(-1)).toMatchObject({
      name: 'moveItem',
      variables: { id: 'cheese', afterItemId: 'apples' },
    })
    await waitFor(() => expect(document.activeElement).toBe(handle('Cheese')))
    await user.keyboard('{Home}')
    await expectRows(['Cheese', 'Apples', 'Bread', 'Dates'])
    await waitFor(() => expect(document.activeElement).toBe(handle('Cheese')))
    await user.keyboard('{End}')
    await expectRows(['Apples', 'Bread', 'Dates', 'Cheese'])
    expect(names(shop)).toEqual(['Apples', 'Bread', 'Dates', 'Cheese'])
  })

  it('shows a step by key before it is done, and counts each of several in one frame', async () => {
    const { names, waiting } = await showList({ items })
    const row = (name: string) => handle(name).closest('li')
    fireEvent.keyDown(handle('Apples'), { key: 'ArrowDown' })
    expect(['Apples', 'Bread'].map(name => row(name)?.style.translate)).not.toContain('')
    expect([names(shop), waiting()]).toEqual([items, []])
    fireEvent.keyDown(handle('Apples'), { key: 'ArrowDown' })
    fireEvent.keyDown(handle('Dates'), { key: 'ArrowUp' })
    await expectRows(['Bread', 'Cheese', 'Dates', 'Apples'])
    expect(names(shop)).toEqual(shownRows())
    expect(items.map(name => row(name)?.style.translate)).toEqual(['', '', '', ''])
    expect(waiting().map(entry => entry.name)).toEqual(['moveItem', 'moveItem', 'moveItem'])
    expect(screen.getByText('Dates moved behind Cheese')).toBeTruthy()
  })

  it('is said to be behind the row above it on the screen, though another one is before it in the list', async () => {
    const { user } = await showList({
      items,
      tags: { apples: 'Fruit', bread: 'Dairy', cheese: 'Dairy' },
    })
    await user.click(handle('Cheese'))
    await user.click(await screen.findByRole('menuitem', { name: 'Move up' }))
    await expectRows(['# Fruit', 'Apples', '# Dairy', 'Cheese', 'Bread', ...untagged])
    expect(screen.getByText('Cheese moved to the top of Dairy')).toBeTruthy()
  })

  it('is said to be moved each time, though it goes where it went before', async () => {
    const { user } = await showList({ items })
    handle('Bread').focus()
    await user.keyboard('{ArrowDown}')
    const words = await screen.findByText('Bread moved behind Cheese')
    const { parentElement: region } = words
    await user.keyboard('{Control>}z{/Control}')
    await expectRows(items)
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(words.isConnected).toBe(false))
    expect(screen.getByText('Bread moved behind Cheese').parentElement).toBe(region)
  })

  it('that a mouse drags is let go by Escape, and neither taken up again nor pressed', async () => {
    await showList({ items })
    const mouse = { pointerId: 1, isPrimary: true, button: 0 }
    const dragged = () => document.querySelector('[data-dragged]')
    fireEvent.pointerDown(handle('Cheese'), { ...mouse, clientY: 100 })
    fireEvent.pointerMove(window, { ...mouse, clientY: 140 })
    expect(dragged()?.getAttribute('data-drag-row')).toBe('cheese')
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(dragged()).toBeNull()
    fireEvent.pointerMove(window, { ...mouse, clientY: 180 })
    expect(dragged()).toBeNull()
    fireEvent.pointerUp(handle('Cheese'), mouse)
    expect(fireEvent.click(handle('Cheese'))).toBe(false)
  })

  it('under a finger that is still pressed when its list goes stays where it is', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    document.body.innerHTML = '<ul><li data-drag-row="bread">Bread</li></ul>'
    const [list, row] = [document.querySelector('ul'), document.querySelector('li')]
    const onPick = vi.fn()
    const stop = list && listenToRowDrags(list, () => ({ onPick, onDrop: vi.fn(), onKey: vi.fn() }))
    const press = () => row && fireEvent.touchStart(row, { touches: [{ clientX: 9, clientY: 9 }] })
    press()
    vi.advanceTimersByTime(1_000)
    expect(row?.dataset.dragged).toBe('')
    row && fireEvent.touchEnd(row)
    press()
    stop?.()
    vi.advanceTimersByTime(1_000)
    expect(row?.dataset.dragged).toBeUndefined()
  })

  it('stays at the edge without an edit', async () => {
    const { user, waiting } = await showList({ items })
    handle('Apples').focus()
    await user.keyboard('{ArrowUp}')
    expect(waiting()).toEqual([])
  })

  it('goes by the menu of its handle', async () => {
    const { user } = await showList({ items })
    await user.click(handle('Dates'))
    await user.click(await screen.findByRole('menuitem', { name: 'Move to the top' }))
    await expectRows(['Dates', 'Apples', 'Bread', 'Cheese'])
    expect(screen.getByText('Dates moved to the top')).toBeTruthy()
  })

  it('goes within its aisle, and at its edge into the next one with the tag of that', async () => {
    const { user, item, said } = await showList({
      items,
      tags: { apples: 'Fruit', dates: 'Fruit', cheese: 'Dairy' },
    })
    const before = ['# Fruit', 'Apples', 'Dates', '# Dairy', 'Cheese', '# Without a tag', 'Bread']
    await expectRows(before)
    handle('Dates').focus()
    await user.keyboard('{ArrowUp}')
    await expectRows(['# Fruit', 'Dates', 'Apples', ...before.slice(3)])
    await user.keyboard('{ArrowDown}')
    await expectRows(before)
    await user.keyboard('{ArrowDown}')
    await expectRows([
      '# Fruit',
      'Apples',
      '# Dairy',
      'Dates',
      'Cheese',
      '# Without a tag',
      'Bread',
    ])
    expect(item('dates').itemTags.map(tag => tag.name)).toEqual(['Dairy'])
    // By the message alone: what is told twice is heard twice.
    expect(said()).toEqual(['Dates moved to Dairy'])
    expect(screen.queryByText('Dates moved to Dairy')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(handle('Dates')))
    await user.keyboard('{Control>}z{/Control}')
    await expectRows(before)
  })

  it('of several tags changes the one of its aisle, and stands where it was put', async () => {
    const { user, item } = await showList({
      items,
      prepare: ({ offline }) => {
        const tag = (id: string, ...names: readonly string[]) =>
          offline.perform(updateItem, { id, itemTags: names.map(name => ({ name })) })
        tag('apples', 'Sale')
        tag('bread', 'Fruit', 'Sale')
        tag('cheese', 'Dairy')
      },
    })
    await expectRows(['# Sale', 'Apples', '# Fruit', 'Bread', '# Dairy', 'Cheese', ...untagged])
    handle('Bread').focus()
    await user.keyboard('{ArrowDown}')
    await expectRows(['# Sale', 'Apples', '# Dairy', 'Bread', 'Cheese', ...untagged])
    expect(item('bread').itemTags.map(tag => tag.name)).toEqual(['Dairy', 'Sale'])
    await user.click(handle('Bread'))
    await user.click(await screen.findByRole('menuitem', { name: 'Move up' }))
    await expectRows(['# Sale', 'Apples', 'Bread', '# Dairy', 'Cheese', ...untagged])
    expect(item('bread').itemTags.map(tag => tag.name)).toEqual(['Sale'])
  })

  it.each([
    ['', { key: 'z', code: 'KeyZ' }],
    [' with Caps Lock', { key: 'Z', code: 'KeyZ' }],
    [' of German keys', { key: 'z', code: 'KeyY' }],
    [' of Russian keys', { key: 'я', code: 'KeyZ' }],
  ])('comes back by Ctrl+Z%s', async (_, keys) => {
    const { user } = await showList({ items })
    handle('Cheese').focus()
    await user.keyboard('{Home}')
    const moved = ['Cheese', 'Apples', 'Bread', 'Dates']
    await expectRows(moved)
    fireEvent.keyDown(document.body, { key: 'y', code: 'KeyZ', ctrlKey: true })
    await expectRows(moved)
    fireEvent.keyDown(document.body, { ...keys, ctrlKey: true })
    await expectRows(items)
  })
})

describe('no row moves', () => {
  it('by a handle where no mouse finds one, until items are to be moved', async () => {
    matchQuery(withoutHoverQuery)
    const { choose } = await showList({ items })
    expect(screen.queryByRole('button', { name: 'Move Apples' })).toBeNull()
    await choose('Move items')
    expect(await screen.findByRole('button', { name: 'Move Apples' })).toBeTruthy()
  })

  it('where another order is shown than the own', async () => {
    const { user, choose } = await showList({ items })
    await choose('Filter and sort')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Name')
    expect(screen.queryByRole('button', { name: 'Move Apples' })).toBeNull()
  })

  it('once items that are being moved are sorted, and nothing asks for it', async () => {
    const { choose, user } = await showList({ items: ['Milk', 'Apples'] })
    await choose('Move items')
    await screen.findByText(/^Drag an item by its handle/)
    await choose('Filter and sort')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Sort by' }), 'Name')
    await expectRows(['Apples', 'Milk'])
    expect(screen.queryByText(/^Drag an item by its handle/)).toBeNull()
    expect(screen.getByRole('textbox', { name: 'Add an item' })).toBeTruthy()
  })

  it('for somebody who may only look', async () => {
    await showList({
      items,
      prepare: ({ plain }) =>
        plain.cache.modify({
          id: `ShoppingList:${shop}`,
          fields: { permission: () => 'VIEW' },
        }),
    })
    expect(screen.queryByRole('button', { name: 'Move Apples' })).toBeNull()
    expect(screen.getByRole('checkbox', { name: 'Apples' })).toHaveProperty('disabled', true)
  })

  it('because a row was ticked, whatever the sort', async () => {
    const { user, choose } = await showList({ items })
    await choose('Filter and sort')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Last changed')
    const before = shownRows()
    await user.click(screen.getByRole('checkbox', { name: 'Cheese' }))
    expect(shownRows()).toEqual(before)
  })
})
