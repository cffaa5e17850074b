/** STOCK lists: what is there and what is wanted, on the row. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { updateItem } from '../../../src/cache/edits/item-edits.ts'
import { updateShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { expectRows, shop, showList } from './list-stage.tsx'

async function showStock() {
  return showList({
    items: ['Rice', 'Salt'],
    stock: true,
    prepare({ plain }) {
      plain.perform(updateItem, { id: 'rice', quantityInStock: 1, quantityToPurchase: 3 })
      plain.perform(updateItem, { id: 'salt', quantityInStock: 2, quantityToPurchase: 1 })
    },
  })
}

const more = (name: string, what: string) =>
  screen.getByRole('button', { name: `One more ${name} ${what}` })

describe('steppers', () => {
  it('make one edit of quick taps, with the value they end at', async () => {
    const { item, waiting, offline } = await showStock()
    const before = waiting().length
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      for (let taps = 0; taps < 4; taps += 1) fireEvent.click(more('Rice', 'in stock'))
      expect(screen.getByLabelText('Rice in stock').textContent).toBe('5')
      expect(waiting()).toHaveLength(before)
      act(() => void vi.advanceTimersByTime(500))
    } finally {
      vi.useRealTimers()
    }
    await waitFor(() => expect(item('rice').quantityInStock).toBe(5))
    const made = waiting().slice(before)
    expect(made.map(entry => entry.variables)).toEqual([{ id: 'rice', quantityInStock: 5 }])
    expect(offline.history.all()).toHaveLength(1)
  })

  it('hand on what is pending when the page is left', async () => {
    const { user, item } = await showStock()
    await user.click(more('Salt', 'wanted'))
    fireEvent(window, new Event('pagehide'))
    await waitFor(() => expect(item('salt').quantityToPurchase).toBe(2))
  })

  it.each([
    ['from the stepper itself', () => more('Flour', 'in stock').focus()],
    // As in Safari, where a press gives none.
    ['while the focus is elsewhere', () => {}],
  ])('are what Ctrl+Z takes back first, %s', async (_, focus) => {
    const { user, item } = await showList({ items: ['Flour', 'Salt'], stock: true })
    await user.click(screen.getByRole('checkbox', { name: 'Salt' }))
    act(focus)
    fireEvent.click(more('Flour', 'in stock'))
    expect(screen.getByLabelText('Flour in stock').textContent).toBe('1')
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(screen.getByLabelText('Flour in stock').textContent).toBe('0'))
    expect(item('salt').purchased).toBe(true)
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(item('salt').purchased).toBe(false))
    expect(item('flour').quantityInStock).toBe(0)
  })

  it('read the number out to whoever counts, and not what others count', async () => {
    const { user } = await showStock()
    const amounts = screen.getAllByLabelText(/^(Rice|Salt) (in stock|wanted)/)
    expect(amounts.map(amount => amount.getAttribute('aria-live'))).toEqual(
      amounts.map(() => 'off'),
    )
    await user.click(more('Salt', 'in stock'))
    expect(screen.getByLabelText('Salt in stock').getAttribute('aria-live')).toBe('polite')
    act(() => more('Rice', 'in stock').focus())
    await waitFor(() =>
      expect(screen.getByLabelText('Salt in stock').getAttribute('aria-live')).toBe('off'),
    )
  })

  it('end at nothing, where the button does nothing and can be pressed still', async () => {
    const { user, item } = await showStock()
    const less = () => screen.getByRole('button', { name: 'One less Rice in stock' })
    await user.click(less())
    expect(less().getAttribute('aria-disabled')).toBe('true')
    expect(less()).toHaveProperty('disabled', false)
    await user.click(less())
    expect(screen.getByLabelText('Rice in stock').textContent).toBe('0')
    await waitFor(() => expect(item('rice').quantityInStock).toBe(0))
  })
})

describe('bought', () => {
  it('puts what was wanted into the stock, keeps the target and ticks, and Undo takes it back', async () => {
    const { user, item, pressToast } = await showStock()
    await user.click(screen.getByRole('button', { name: 'Bought Rice' }))
    expect(item('rice')).toMatchObject({
      purchased: true,
      quantityInStock: 4,
      quantityToPurchase: 3,
    })
    pressToast()
    await waitFor(() =>
      expect(item('rice')).toMatchObject({ purchased: false, quantityInStock: 1 }),
    )
  })

  it('takes what was counted a moment ago, also where a pressed button has no focus', async () => {
    const { item } = await showStock()
    // As in Safari: no focus comes, and none goes.
    function press(button: HTMLElement) {
      fireEvent.pointerDown(button)
      fireEvent.click(button)
    }
    press(more('Salt', 'wanted'))
    press(more('Salt', 'wanted'))
    expect(item('salt').quantityToPurchase).toBe(1)
    press(screen.getByRole('button', { name: 'Bought Salt' }))
    expect(item('salt')).toMatchObject({
      purchased: true,
      quantityInStock: 5,
      quantityToPurchase: 3,
    })
  })

  it('is not what a tick does', async () => {
    const { user, item } = await showStock()
    await user.click(screen.getByRole('checkbox', { name: 'Rice' }))
    expect(item('rice')).toMatchObject({ purchased: true, quantityInStock: 1 })
  })
})

describe('what is running low', () => {
  it('is said on the row, and can be all that is shown', async () => {
    const { user, choose } = await showStock()
    expect(screen.getAllByText('running low')).toHaveLength(1)
    expect(screen.getByRole('checkbox', { name: 'Rice', description: /running low/ })).toBeTruthy()
    await choose('Filter and sort')
    await user.click(screen.getByRole('checkbox', { name: 'Running low' }))
    await expectRows(['Rice'])
  })
})

it('a list that is not for stock has none of it, of whatever is counted there', async () => {
  const { plain } = await showStock()
  expect(screen.getAllByRole('button', { name: /^(One more|Bought) / })).toHaveLength(6)
  expect(screen.getByText('running low')).toBeTruthy()
  act(() => void plain.perform(updateShoppingList, { id: shop, listType: 'SIMPLE' }))
  await waitFor(() => expect(screen.queryByText('running low')).toBeNull())
  await expectRows(['Rice', 'Salt'])
  expect(screen.queryByRole('button', { name: /One more/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /Bought/ })).toBeNull()
})
