/** What is done with a whole list. */
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { tickItem, updateItem } from '../../../src/cache/edits/item-edits.ts'
import { shop, showList } from './list-stage.tsx'

const items = ['Milk', 'Bread']

describe('reset', () => {
  it('says beforehand what it does, does it, and Undo takes it back', async () => {
    const { user, choose, item, pressToast } = await showList({
      items,
      prepare({ plain }) {
        plain.perform(updateItem, { id: 'milk', quantityToPurchase: 2, quantityInStock: 1 })
        plain.perform(tickItem, { id: 'bread', purchased: true })
      },
    })
    await choose('Reset list')
    const dialog = await screen.findByRole('dialog', { name: 'Reset Shop?' })
    expect(
      within(dialog).getByText(/Every item is unticked. Quantities to buy become 0/),
    ).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Reset' }))
    expect(item('milk')).toMatchObject({ quantityToPurchase: 0, quantityInStock: 0 })
    expect(item('bread').purchased).toBe(false)
    pressToast()
    await waitFor(() => expect(item('bread').purchased).toBe(true))
    expect(item('milk')).toMatchObject({ quantityToPurchase: 2, quantityInStock: 1 })
  })

  it('says something else of a STOCK list, and keeps what is wanted', async () => {
    const { user, choose, item } = await showList({
      items,
      stock: true,
      prepare: ({ plain }) =>
        void plain.perform(updateItem, { id: 'milk', quantityToPurchase: 2, quantityInStock: 1 }),
    })
    await choose('Reset list')
    const dialog = await screen.findByRole('dialog', { name: 'Reset Shop?' })
    expect(within(dialog).getByText(/the wanted quantities stay/)).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Reset' }))
    expect(item('milk')).toMatchObject({ quantityToPurchase: 2, quantityInStock: 0 })
  })

  it.each([
    [null, 'No item goes, and Undo takes it back.'],
    ['Ana', 'No item goes. It holds for everybody who has this list, and Undo takes it back.'],
  ])('of a list that %j shares says whom it touches', async (sharedByName, sentence) => {
    const { choose } = await showList({
      items,
      prepare: ({ plain }) =>
        void plain.cache.modify({
          id: `ShoppingList:${shop}`,
          fields: { sharedByName: () => sharedByName, permission: () => 'ADMIN' },
        }),
    })
    await choose('Reset list')
    const dialog = await screen.findByRole('dialog', { name: 'Reset Shop?' })
    expect(within(dialog).getByText(sentence)).toBeTruthy()
  })

  it('does nothing when it is cancelled', async () => {
    const { user, choose, waiting } = await showList({ items })
    await choose('Reset list')
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(waiting()).toEqual([])
  })
})

describe('a list', () => {
  it('is copied under a name that is free, and the copy opens', async () => {
    const { user, choose, router, names, listNames } = await showList({ items })
    await choose('Copy list')
    const name = await screen.findByRole('textbox', { name: 'Name of the copy' })
    expect(name).toHaveProperty('value', 'Shop1')
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(listNames()).toEqual(['Shop', 'Pantry', 'Shop1'])
    const { list } = router.state.location.search as { list?: string }
    expect(names(list ?? '')).toEqual(items)
  })

  it('is marked as a favourite and unmarked', async () => {
    const { choose, list } = await showList({ items })
    await choose('Add to favourites')
    expect(list()?.favourite).toBe(true)
    await choose('Remove from favourites')
    expect(list()?.favourite).toBe(false)
  })

  it('gets notes and another type, only what changed is sent', async () => {
    const { user, choose, waiting } = await showList({ items })
    await choose('List settings')
    await user.type(await screen.findByRole('textbox', { name: 'Notes' }), 'For Sunday')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('For Sunday')).toBeTruthy()
    expect(waiting().at(-1)?.variables).toEqual({ id: shop, notes: 'For Sunday' })
    await choose('List settings')
    await user.click(await screen.findByRole('radio', { name: 'Stock list' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(waiting().at(-1)?.variables).toMatchObject({ id: shop, listType: 'STOCK' })
    expect(await screen.findAllByRole('button', { name: /One more/ })).toHaveLength(4)
  })

  it('keeps notes that are too long in the box, beside the sentence', async () => {
    const { user, choose } = await showList({ items })
    await choose('List settings')
    const notes = await screen.findByRole('textbox', { name: 'Notes' })
    await user.click(notes)
    await user.paste('x'.repeat(5_001))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByText(/5,001 characters, at most 5,000/)).toBeTruthy()
    expect(notes).toHaveProperty('value', 'x'.repeat(5_001))
  })

  it('that is empty offers a sample, which Undo takes back', async () => {
    const { user, listNames, pressToast } = await showList()
    await user.click(screen.getByRole('button', { name: 'Sample list' }))
    expect(listNames()).toContain('Sample list')
    pressToast()
    expect(listNames()).toEqual(['Shop', 'Pantry'])
  })

  it('of somebody else is left, after a question', async () => {
    const { user, choose, listNames } = await showList({
      items,
      prepare: ({ plain }) =>
        plain.cache.modify({
          id: `ShoppingList:${shop}`,
          fields: { userId: () => 8, permission: () => 'EDIT' },
        }),
    })
    await choose('Leave list')
    const question = await screen.findByRole('dialog', { name: 'Leave Shop?' })
    await user.click(within(question).getByRole('button', { name: 'Leave list' }))
    await waitFor(() => expect(listNames()).toEqual(['Pantry']))
  })

  it('shows each entry of its menu only to whom it works', async () => {
    const { user } = await showList({
      items,
      prepare: ({ plain }) =>
        plain.cache.modify({
          id: `ShoppingList:${shop}`,
          fields: { userId: () => 8, permission: () => 'VIEW' },
        }),
    })
    await user.click(screen.getByRole('button', { name: 'List options' }))
    const entries = await screen.findAllByRole('menuitem')
    expect(entries.map(entry => entry.textContent)).toEqual([
      'Find',
      'Filter and sort',
      'Add to favourites',
      'Copy list',
      'Send, print, export',
      'History',
      'Bin',
      'Refresh',
      'Leave list',
    ])
  })
})
