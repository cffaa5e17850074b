/** The end of a week: the list starts anew with its quantities, or what was bought goes. */

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { deedSentence } from '../../../src/cache/edits/deed.ts'
import { createItems } from '../../../src/cache/edits/item-batch-edits.ts'
import { tickItem, updateItem } from '../../../src/cache/edits/item-edits.ts'
import { idOf, itemCacheId, refsOf } from '../../../src/cache/records/cache-ids.ts'
import { focusedRow } from '../../../src/list/rows/use-target-in-sight.ts'
import { unreachable, writeConfig } from '../../cache/undo-device.ts'
import { shop, showList, shownRows } from './list-stage.tsx'

const button = (name: string) => screen.getByRole('button', { name })

async function showDone(ticked: readonly string[], stock = false) {
  return showList({
    items: ['Milk', 'Bread', 'Apples'],
    stock,
    prepare({ plain }) {
      plain.perform(updateItem, { id: 'milk', quantityToPurchase: 2, quantityInStock: 1 })
      for (const id of ticked) plain.perform(tickItem, { id, purchased: true })
    },
  })
}

describe('when all is in the trolley', () => {
  it.each([false, true])('the list starts anew, quantities stay (STOCK: %s)', async stock => {
    const { user, item, offline, waiting, pressToast, said } = await showDone(
      ['milk', 'bread', 'apples'],
      stock,
    )
    const before = waiting().length
    await screen.findByRole('heading', { name: 'All done' })
    await user.click(button('Use again next time'))
    // At once: nothing stays behind for a moment.
    expect(shownRows()).toEqual(['Milk', 'Bread', 'Apples'])
    expect(screen.queryByRole('heading', { name: 'All done' })).toBeNull()
    expect(item('milk')).toMatchObject({
      purchased: false,
      quantityToPurchase: 2,
      quantityInStock: 1,
    })
    expect(waiting().slice(before)).toMatchObject([{ name: 'updateItems' }])
    expect(said()).toEqual(['3 items ready for next time'])
    pressToast()
    expect(['milk', 'bread', 'apples'].map(id => item(id).purchased)).toEqual([true, true, true])
    await waitFor(() => expect(offline.unpersisted()).toBe(0))
  })

  it('a list that a full device let go of is not said to be empty', async () => {
    const gone = itemCacheId('milk')
    await showList({
      items: ['Milk'],
      prepare: ({ plain }) => void plain.cache.evict({ id: gone }),
      network: unreachable,
    })
    expect(await screen.findByRole('heading', { name: 'Not on this device' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Sample list' })).toBeNull()
  })

  it('nor explained at a start with a network, which is bringing it', async () => {
    await showList({
      items: ['Milk'],
      prepare: ({ plain }) => void plain.cache.evict({ id: itemCacheId('milk') }),
    })
    expect(await screen.findByText('Loading...')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Not on this device' })).toBeNull()
  })

  it('nor done or sent as if it were all, once something was added to it', async () => {
    const { user, choose } = await showList({
      items: ['Milk'],
      prepare: ({ plain }) => void plain.cache.evict({ id: itemCacheId('milk') }),
      network: unreachable,
    })
    await user.type(screen.getByRole('textbox', { name: 'Add an item' }), 'Bread{Enter}')
    const tick = await screen.findByRole('checkbox', { name: 'Bread' })
    expect(screen.getByText(/let go of this list’s items/)).toBeTruthy()
    expect(screen.queryByText('0 of 1')).toBeNull()
    await user.click(tick)
    expect(await screen.findByRole('heading', { name: 'Not on this device' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'All done' })).toBeNull()
    await choose('Send, print, export')
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    expect(await screen.findByRole('dialog', { name: 'Not on this device' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save file' })).toBeNull()
  })

  it('what was bought goes to the bin, and comes back by Undo', async () => {
    const { user, list, offline, pressToast, said } = await showDone(['milk', 'bread', 'apples'])
    await user.click(await screen.findByRole('button', { name: 'Clear the trolley' }))
    expect(await screen.findByRole('heading', { name: 'Nothing on this list yet' })).toBeTruthy()
    expect(offline.history.of(shop).map(({ deed }) => deedSentence(deed))[0]).toBe(
      'Clear from the trolley: 3 items',
    )
    expect(said()).toEqual(['3 items moved to the bin'])
    await user.hover(screen.getByRole('heading', { name: 'Shop' }))
    pressToast()
    expect(list()?.items).toHaveLength(3)
    await user.click(await screen.findByRole('button', { name: 'In the trolley (3)' }))
    expect(shownRows('In the trolley')).toEqual(['Milk', 'Bread', 'Apples'])
  })

  it('a name that is brought back by Enter is on the list at once', async () => {
    const { user } = await showDone(['milk', 'bread', 'apples'])
    await screen.findByRole('heading', { name: 'All done' })
    const box = screen.getByRole('textbox', { name: 'Add an item' })
    // Names are read when there is time.
    await waitFor(
      async () => {
        await user.clear(box)
        await user.type(box, 'bread')
        const offer = { name: 'Bring back Bread' }
        expect(await screen.findByRole('button', offer, { timeout: 200 })).toBeTruthy()
      },
      { timeout: 4_000 },
    )
    await user.keyboard('{Enter}')
    expect(shownRows()).toEqual(['Bread'])
    expect(screen.queryByRole('heading', { name: 'All done' })).toBeNull()
  })

  it.each(['Use again next time', 'Clear the trolley'])(
    'the filter “To buy” leaves the whole trolley to “%s”',
    async action => {
      const { user, choose, list, item } = await showDone(['milk', 'bread', 'apples'])
      await choose('Filter and sort')
      await user.selectOptions(await screen.findByRole('combobox', { name: 'Show' }), 'To buy')
      await screen.findByRole('heading', { name: 'All done' })
      await user.click(button(action))
      if (action === 'Clear the trolley') expect(list()?.items).toEqual([])
      else expect(['milk', 'bread', 'apples'].some(id => item(id).purchased)).toBe(false)
    },
  )

  it('what is added and hidden by the filter is said to be on the list', async () => {
    const { user, choose } = await showDone(['milk'])
    await choose('Filter and sort')
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Show' }),
      'In the trolley',
    )
    await user.type(screen.getByRole('textbox', { name: 'Add an item' }), 'Rice{Enter}')
    expect(await screen.findByText('“Rice” is on the list; the filter hides it.')).toBeTruthy()
    await user.click(button('Show all items'))
    expect(shownRows()).toContain('Rice')
    expect(screen.queryByText(/the filter hides it/)).toBeNull()
    // Whoever filters now sees that something is hidden.
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'In the trolley')
    expect(screen.queryByText(/the filter hides it/)).toBeNull()
  })

  it('each is said anew, until something else is done', async () => {
    const { user, choose } = await showDone(['milk'])
    await choose('Filter and sort')
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Show' }),
      'In the trolley',
    )
    const add = screen.getByRole('textbox', { name: 'Add an item' })
    await user.type(add, 'Rice{Enter}')
    const first = await screen.findByText('“Rice” is on the list; the filter hides it.')
    await user.type(add, 'Bread{Enter}')
    // Put in as a whole, it is read out as a whole.
    expect(await screen.findByText('“Bread” is on the list; the filter hides it.')).not.toBe(first)
    await user.click(screen.getByRole('checkbox', { name: 'Milk' }))
    await waitFor(() => expect(screen.queryByText(/the filter hides it/)).toBeNull())
  })

  it('nor of what leaves the filter later', async () => {
    const { user, choose, happens, plain, list } = await showDone([], true)
    await choose('Filter and sort')
    await user.click(await screen.findByRole('checkbox', { name: 'Running low' }))
    await user.type(screen.getByRole('textbox', { name: 'Add an item' }), '2 Eggs{Enter}')
    await waitFor(() => expect(shownRows()).toContain('Eggs'))
    const id = idOf(refsOf(list()?.items).at(-1) ?? '')
    happens(() => plain.perform(updateItem, { id, quantityInStock: 5 }))
    await waitFor(() => expect(shownRows()).not.toContain('Eggs'))
    expect(screen.queryByText(/the filter hides it/)).toBeNull()
  })

  it('each is offered once', async () => {
    await showDone(['milk', 'bread', 'apples'])
    await screen.findByRole('heading', { name: 'All done' })
    expect(screen.getAllByRole('button', { name: 'Use again next time' })).toHaveLength(1)
    expect(screen.getAllByRole('button', { name: 'Clear the trolley' })).toHaveLength(1)
  })
})

const toBuy = JSON.stringify({ v: 1, lists: { [shop]: { purchased: false } } })

it.each([
  ['where all is done', ['milk', 'bread', 'apples'], 'Delete 3 items?', null],
  ['where a filter shows none of it', ['milk', 'bread', 'apples'], 'Delete 3 items?', toBuy],
  ['beside the heading', ['milk', 'bread'], 'Delete 2 items?', null],
])(
  'a clearing is asked about first where the preferences want so, %s',
  async (_where, ticked, question, itemFilters) => {
    const { user, item, waiting, plain } = await showDone(ticked)
    act(() => writeConfig({ plain }, { itemConfirmDelete: true, itemFilters }))
    await user.click(await screen.findByRole('button', { name: 'Clear the trolley' }))
    const dialog = await screen.findByRole('dialog', { name: question })
    await user.click(within(dialog).getByRole('button', { name: 'Keep' }))
    expect(item('milk').purchased).toBe(true)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(button('Clear the trolley'))
    const again = await screen.findByRole('dialog', { name: question })
    await user.click(within(again).getByRole('button', { name: 'Delete' }))
    expect(waiting().at(-1)).toMatchObject({ name: 'deleteItems', variables: { ids: ticked } })
  },
)

describe('the heading of the trolley', () => {
  it('clears what is ticked and leaves the rest', async () => {
    const { user, offline } = await showDone(['bread'])
    await user.click(await screen.findByRole('button', { name: 'Clear the trolley' }))
    await waitFor(() => expect(screen.queryByText(/^In the trolley/)).toBeNull())
    expect(shownRows()).toEqual(['Milk', 'Apples'])
    expect(offline.history.of(shop)[0]?.deed).toEqual({ kind: 'clearTrolley', name: 'Bread' })
  })

  it('takes along what was ticked a moment ago and stands among the others still', async () => {
    const { user, waiting } = await showDone(['bread'])
    await user.click(screen.getByRole('checkbox', { name: 'Apples' }))
    expect(shownRows()).toEqual(['Milk', 'Apples'])
    await user.click(button('Clear the trolley'))
    expect(waiting().at(-1)).toMatchObject({
      name: 'deleteItems',
      variables: { ids: ['apples', 'bread'] },
    })
    expect(shownRows()).toEqual(['Milk'])
  })

  it('acts on what a filter shows', async () => {
    const { user, choose, item } = await showList({
      items: ['Milk', 'Bread', 'Apples'],
      tags: { bread: 'Bakery' },
      prepare({ plain }) {
        for (const id of ['milk', 'bread']) plain.perform(tickItem, { id, purchased: true })
      },
    })
    await choose('Filter and sort')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Tag' }), 'Bakery')
    await screen.findByRole('button', { name: 'In the trolley (1)' })
    expect(screen.getByText(/^No open item of this list is what the filter/)).toBeTruthy()
    await user.click(button('Use again next time'))
    expect([item('milk').purchased, item('bread').purchased]).toEqual([true, false])
  })

  it('is unfolded by the filter that asks for it, which finds something then', async () => {
    const { user, choose } = await showDone(['bread'])
    await choose('Filter and sort')
    const show = await screen.findByRole('combobox', { name: 'Show' })
    await user.selectOptions(show, 'In the trolley')
    await waitFor(() => expect(shownRows('In the trolley')).toEqual(['Bread']))
    expect(screen.queryByRole('heading', { name: 'Nothing to show' })).toBeNull()
    const heading = button('In the trolley (1)')
    await user.click(heading)
    expect(heading.getAttribute('aria-expanded')).toBe('false')
    await user.click(heading)
    await user.click(screen.getByRole('checkbox', { name: 'Bread' }))
    await user.hover(screen.getByRole('heading', { name: 'Shop' }))
    const none = { name: 'Nothing to show' }
    expect(await screen.findByRole('heading', none, { timeout: 5_000 })).toBeTruthy()
    // They are all open, and none of them was asked for.
    expect(screen.getByText(/^No item of this list is what the filter/)).toBeTruthy()
    await user.click(button('Show all items'))
    expect(shownRows()).toEqual(['Milk', 'Bread', 'Apples'])
  })

  it('has for a filter what was ticked a moment ago', async () => {
    const { user, choose } = await showList({ items: ['Milk', 'Bread', 'Apples'] })
    await choose('Filter and sort')
    const show = await screen.findByRole('combobox', { name: 'Show' })
    await user.click(screen.getByRole('checkbox', { name: 'Bread' }))
    await user.selectOptions(show, 'In the trolley')
    expect(screen.queryByRole('heading', { name: 'Nothing to show' })).toBeNull()
    expect(shownRows('In the trolley')).toEqual(['Bread'])
  })

  it('offers neither in the store, where the way to the till is long', async () => {
    const { user } = await showDone(['bread'])
    await screen.findByRole('button', { name: 'In the trolley (1)' })
    await user.click(button('Shop in the store'))
    const bar = await screen.findByRole('region', { name: 'In the store' })
    expect(within(bar).getByText(/^1 of 3/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Clear the trolley' })).toBeNull()
  })
})

it('a trolley of 5,000 is one edit', async () => {
  const { user, waiting } = await showList({
    prepare({ plain }) {
      const items = Array.from({ length: 5_000 }, (_, at) => ({
        id: `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
        name: `Thing ${at}`,
        purchased: true,
      }))
      plain.perform(createItems, { shoppingListId: shop, items })
    },
  })
  const before = waiting().length
  await user.click(await screen.findByRole('button', { name: 'Use again next time' }))
  expect(waiting().slice(before)).toMatchObject([{ name: 'updateItems' }])
})

it('a trolley that is unfolded again shows what one looks at, not the row turned to before', async () => {
  const many = Array.from({ length: 61 }, (_, at) => `Thing ${at}`)
  const { user } = await showList({
    items: ['Bread', ...many],
    prepare({ plain }) {
      for (const name of many) plain.perform(tickItem, { id: name.toLowerCase(), purchased: true })
    },
  })
  const fold = button('In the trolley (61)')
  const scroller = fold.closest('[data-scroller]')
  if (scroller === null) throw new Error('Nothing scrolls.')
  await user.click(fold)
  await user.keyboard('k')
  expect(scroller.scrollTop).toBeGreaterThan(0)
  fireEvent.scroll(scroller)
  await waitFor(() => expect(focusedRow(scroller)).toBe('thing 60'))
  scroller.scrollTop = 0
  await user.click(fold)
  await user.click(fold)
  expect(screen.getByRole('list', { name: 'In the trolley' })).toBeTruthy()
  expect(scroller.scrollTop).toBe(0)
})
