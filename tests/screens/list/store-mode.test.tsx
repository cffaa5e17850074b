/** In the store: totals, a screen that stays on, no keyboard by itself. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { createItem } from '../../../src/cache/edits/item-edits.ts'
import { createStoreVisit, forgetStoreVisit } from '../../../src/list/store-mode/store-visit.ts'
import { expectRows, shop, showList } from './list-stage.tsx'

afterEach(() => {
  Reflect.deleteProperty(navigator, 'wakeLock')
})

/** A browser that lets the screen stay on; it lets go when the page is hidden. */
function letScreenStayOn() {
  const locks: EventTarget[] = []
  let released = 0
  Object.defineProperty(navigator, 'wakeLock', {
    configurable: true,
    value: {
      async request() {
        const lock = Object.assign(new EventTarget(), {
          async release() {
            released += 1
          },
        })
        locks.push(lock)
        return lock
      },
    },
  })
  return {
    asked: () => locks.length,
    released: () => released,
    lose: () => locks.at(-1)?.dispatchEvent(new Event('release')),
  }
}

async function enterStore() {
  const stage = await showList({ items: ['Milk', 'Bread', 'Apples'] })
  await stage.user.click(screen.getByRole('button', { name: 'Shop in the store' }))
  return { ...stage, bar: await screen.findByRole('region', { name: 'In the store' }) }
}

describe('in the store', () => {
  it('nobody is asked about two of one name before the shopping is done', async () => {
    await showList({
      items: ['Milk'],
      prepare: ({ plain }) =>
        plain.perform(createItem, { id: 'other', name: 'milk', shoppingListId: shop }),
    })
    const twins = { name: 'On the list twice' }
    await screen.findByRole('region', twins)
    fireEvent.click(screen.getByRole('button', { name: 'Shop in the store' }))
    await screen.findByRole('region', { name: 'In the store' })
    expect(screen.queryByRole('region', twins)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Leave store' }))
    await screen.findByRole('region', twins)
  })

  it('says how far it is', async () => {
    const { user, bar } = await enterStore()
    expect(within(bar).getByText(/^0 of 3/)).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Bread' }))
    expect(within(bar).getByText(/^1 of 3/)).toBeTruthy()
    expect(within(bar).getByRole('progressbar')).toHaveProperty('value', 1)
  })

  it('says what each aisle still has', async () => {
    const { user } = await showList({
      items: ['Milk', 'Apples', 'Feta', 'Soap'],
      tags: { milk: 'Dairy', apples: 'Fruit', feta: 'Dairy' },
    })
    const headings = () => screen.getAllByRole('heading', { level: 2 }).map(one => one.textContent)
    expect(headings()).toEqual(['Dairy', 'Fruit', 'Without a tag'])
    await user.click(screen.getByRole('button', { name: 'Shop in the store' }))
    expect(headings()).toEqual(['Dairy2 left', 'Fruit1 left', 'Without a tag1 left'])
    // At once, though the row stays where it is while the mouse is over it.
    await user.click(screen.getByRole('checkbox', { name: 'Feta' }))
    expect(headings()).toEqual(['Dairy1 left', 'Fruit1 left', 'Without a tag1 left'])
  })

  it('keeps the screen on, again after the page was hidden, until it is left', async () => {
    const screenLock = letScreenStayOn()
    const { user, bar, happens } = await enterStore()
    expect(await within(bar).findByText('The screen stays on')).toBeTruthy()
    happens(() => void screenLock.lose())
    expect(await within(bar).findByText('This browser lets the screen go dark')).toBeTruthy()
    fireEvent(document, new Event('visibilitychange'))
    expect(await within(bar).findByText('The screen stays on')).toBeTruthy()
    expect(screenLock.asked()).toBe(2)
    await user.click(within(bar).getByRole('button', { name: 'Leave store' }))
    await waitFor(() => expect(screenLock.released()).toBe(1))
    expect(screen.queryByRole('region', { name: 'In the store' })).toBeNull()
  })

  it('works where the browser cannot keep the screen on', async () => {
    const { bar } = await enterStore()
    expect(within(bar).getByText('This browser lets the screen go dark')).toBeTruthy()
  })

  it('is at its own button, where the one that was pressed is gone', async () => {
    const { bar } = await enterStore()
    expect(document.activeElement).toBe(within(bar).getByRole('button', { name: 'Leave store' }))
  })

  it('speaks of the add box only where there is one', async () => {
    const { user } = await showList()
    expect(screen.getByText(/^Type what you need in the box below/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'List options' }))
    await screen.findByRole('menuitem', { name: 'Rename' })
    expect(screen.queryByRole('menuitem', { name: 'Move items' })).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Shop in the store' }))
    expect(screen.getByText(/^Add what you need/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Add an item' }))
    expect(screen.getByText(/^Type what you need in the box below/)).toBeTruthy()
  })

  it('opens the add box only when asked', async () => {
    const { user } = await enterStore()
    expect(screen.queryByRole('textbox', { name: 'Add an item' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Add an item' }))
    const box = screen.getByRole('textbox', { name: 'Add an item' })
    expect(document.activeElement).toBe(box)
    await user.type(box, 'Candles{Enter}')
    await expectRows(['Milk', 'Bread', 'Apples', 'Candles'])
  })

  it('is gone on with where the phone had discarded the page, until it is left', async () => {
    const memory = new Map<string, string>()
    const items = ['Milk', 'Bread']
    const { user } = await showList({ items, memory })
    await user.click(screen.getByRole('button', { name: 'Shop in the store' }))
    cleanup()
    const again = await showList({ items, memory })
    const bar = screen.getByRole('region', { name: 'In the store' })
    await again.user.click(within(bar).getByRole('button', { name: 'Leave store' }))
    cleanup()
    await showList({ items, memory })
    expect(screen.queryByRole('region', { name: 'In the store' })).toBeNull()
  })

  it.each(['Done', 'Escape', 'Back'])('is where selecting leads back to by %s', async way => {
    const { user, choose, list, back } = await showList({ items: ['Milk', 'Bread'] })
    await user.click(screen.getByRole('button', { name: 'Shop in the store' }))
    await choose('Select items')
    await user.click(await screen.findByRole('checkbox', { name: 'Select Milk' }))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(list()?.items).toHaveLength(1)
    if (way === 'Escape') await user.keyboard('{Escape}')
    else if (way === 'Back') await back()
    else await user.click(screen.getByRole('button', { name: way }))
    expect(screen.queryByRole('region', { name: 'Select items' })).toBeNull()
    await user.click(
      within(screen.getByRole('region', { name: 'In the store' })).getByRole('button', {
        name: 'Leave store',
      }),
    )
    // Left is left: selecting ends on the plain list from now on.
    await choose('Select items')
    await user.click(await screen.findByRole('button', { name: 'Done' }))
    expect(screen.queryByRole('region', { name: 'In the store' })).toBeNull()
  })

  it('keeps the screen on while one selects, though that is chosen once more', async () => {
    const screenLock = letScreenStayOn()
    const { choose } = await enterStore()
    await choose('Select items')
    await choose('Select items')
    expect(screenLock.asked() - screenLock.released()).toBe(1)
  })

  it('is there for somebody who may only look, without ticking', async () => {
    const { user } = await showList({
      items: ['Milk'],
      prepare: ({ plain }) =>
        plain.cache.modify({
          id: `ShoppingList:${shop}`,
          fields: { permission: () => 'VIEW' },
        }),
    })
    await user.click(screen.getByRole('button', { name: 'Shop in the store' }))
    expect(screen.getByRole('region', { name: 'In the store' })).toBeTruthy()
    expect(screen.getByRole('checkbox', { name: 'Milk' })).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: 'Add an item' })).toBeNull()
  })
})

describe('a visit to a store', () => {
  it('lasts for the hours of a shopping after the last look, and is one list’s', () => {
    const memory = new Map<string, string>()
    const storage = {
      get: (key: string) => memory.get(key),
      set: (key: string, value: string) => void memory.set(key, value),
      remove: (key: string) => void memory.delete(key),
    }
    let hour = 8
    const visitOf = (list: string) => createStoreVisit(storage, 7, list, () => hour * 3_600_000)
    visitOf('a').begin()
    hour = 10
    expect([visitOf('a').lasts(), visitOf('b').lasts()]).toEqual([true, false])
    visitOf('b').prolong()
    visitOf('a').prolong()
    hour = 12
    expect(visitOf('a').lasts()).toBe(true)
    hour = 14
    expect(visitOf('a').lasts()).toBe(false)
    visitOf('a').prolong()
    expect(visitOf('a').lasts()).toBe(false)
    visitOf('a').begin()
    // The clock was set back.
    hour = -200
    expect(visitOf('a').lasts()).toBe(false)
    visitOf('a').begin()
    forgetStoreVisit(storage, 7)
    expect(memory.size).toBe(0)
  })
})
