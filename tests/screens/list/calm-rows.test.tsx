/**
 * Rows never move under a finger, nor a moment after a touch, nor under a mouse that moved lately; what a person does
 * shows at once.
 */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createItem, deleteItem } from '../../../src/cache/edits/item-edits.ts'
import { calmAfterMs, createCalm, mouseRestsAfterMs } from '../../../src/ui/gestures/calm.ts'
import { expectRows, shop, showList, shownRows } from './list-stage.tsx'

type Stage = Awaited<ReturnType<typeof showList>>

/** As the server tells of it. */
function othersDelete({ plain, happens }: Stage, id: string) {
  happens(() =>
    plain.cache.modify({
      id: `ShoppingList:${shop}`,
      fields: {
        items: (items: readonly { readonly __ref: string }[]) =>
          items.filter(item => item.__ref !== `Item:${id}`),
      },
    }),
  )
}

afterEach(() => void vi.restoreAllMocks())

const box = (name: string) => screen.getByRole('checkbox', { name })
const elsewhere = () => screen.getByRole('heading', { name: 'Shop' })

describe('rows', () => {
  test('stay under a mouse whatever others do, and follow when it has left', async () => {
    const stage = await showList({ items: ['Apples', 'Bread', 'Milk'] })
    await stage.user.hover(box('Milk'))
    othersDelete(stage, 'apples')
    expect(shownRows()).toHaveLength(3)
    await stage.user.hover(elsewhere())
    await expectRows(['Bread', 'Milk'])
  })

  test('follow when a letter was typed: whoever types has left the mouse', async () => {
    const stage = await showList({ items: ['Apples', 'Bread', 'Milk'] })
    await stage.user.hover(box('Milk'))
    othersDelete(stage, 'apples')
    expect(shownRows()).toHaveLength(3)
    act(() => screen.getByRole('textbox', { name: 'Add an item' }).focus())
    await stage.user.keyboard('b')
    await expectRows(['Bread', 'Milk'])
  })

  test('stay under a finger', async () => {
    const stage = await showList({ items: ['Apples', 'Bread', 'Milk'] })
    const milk = box('Milk')
    fireEvent.touchStart(milk, { touches: [{ clientX: 0, clientY: 0 }] })
    othersDelete(stage, 'apples')
    expect(shownRows()).toHaveLength(3)
    fireEvent.touchEnd(milk, { touches: [] })
    await expectRows(['Bread', 'Milk'])
  })

  test('follow at once what the person does, under the mouse too', async () => {
    const { user, offline } = await showList({ items: ['Apples', 'Bread'] })
    await user.hover(box('Bread'))
    const eggs = { id: 'eggs', name: 'Eggs', shoppingListId: shop }
    await act(() => offline.perform(createItem, eggs).durable)
    expect(shownRows()).toEqual(['Apples', 'Bread', 'Eggs'])
    await act(() => offline.perform(deleteItem, { id: 'apples' }).durable)
    expect(shownRows()).toEqual(['Bread', 'Eggs'])
  })

  test('that are ticked do not fold under the mouse', async () => {
    const { user } = await showList({ items: ['Apples', 'Bread'] })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      act(() => box('Apples').click())
      fireEvent.pointerMove(box('Bread'), { pointerType: 'mouse' })
      act(() => void vi.advanceTimersByTime(60_000))
      expect(shownRows()).toEqual(['Apples', 'Bread'])
    } finally {
      vi.useRealTimers()
    }
    await user.hover(box('Bread'))
    await user.hover(elsewhere())
    await expectRows(['Bread'])
  })

  test('of a list that is reset stand where they belong at once', async () => {
    const { user, choose } = await showList({ items: ['Apples', 'Bread', 'Milk'] })
    for (const name of ['Apples', 'Bread', 'Milk']) await user.click(box(name))
    await user.hover(elsewhere())
    await screen.findByText('All done')
    await choose('Reset list')
    await user.click(await screen.findByRole('button', { name: 'Reset' }))
    expect(shownRows()).toEqual(['Apples', 'Bread', 'Milk'])
    await waitFor(() => expect(screen.queryByText('All done')).toBeNull())
  })
})

test('the question of two of one name covers no row under a finger', async () => {
  const { plain, happens } = await showList({ items: ['Apples', 'Milk'] })
  // Its code is there.
  const first = { id: 'first', name: 'milk', shoppingListId: shop }
  happens(() => plain.perform(createItem, first))
  const twins = { name: 'On the list twice' }
  await screen.findByRole('region', twins)
  happens(() => plain.perform(deleteItem, { id: 'first' }))
  await waitFor(() => expect(screen.queryByRole('region', twins)).toBeNull())
  fireEvent.touchStart(box('Milk'), { touches: [{ clientX: 0, clientY: 0 }] })
  happens(() => plain.perform(createItem, { ...first, id: 'second' }))
  await act(() => new Promise(resolve => setTimeout(resolve, calmAfterMs)))
  expect(screen.queryByRole('region', twins)).toBeNull()
  fireEvent.touchEnd(box('Milk'), { touches: [] })
  await screen.findByRole('region', twins)
})

describe('rows to select', () => {
  async function select() {
    const stage = await showList({ items: ['Apples', 'Bread', 'Milk'] })
    await stage.choose('Select items')
    const milk = await screen.findByRole('checkbox', { name: 'Select Milk' })
    const rows = () =>
      within(screen.getByRole('list', { name: 'Items to select' })).getAllByRole('listitem')
    return { ...stage, milk, rows }
  }

  test('stay under a mouse whatever others do, and follow when it has left', async () => {
    const stage = await select()
    await stage.user.hover(stage.milk)
    othersDelete(stage, 'apples')
    expect(stage.rows()).toHaveLength(3)
    await stage.user.hover(elsewhere())
    await waitFor(() => expect(stage.rows()).toHaveLength(2))
  })

  test('stay under a finger', async () => {
    const stage = await select()
    fireEvent.touchStart(stage.milk, { touches: [{ clientX: 0, clientY: 0 }] })
    othersDelete(stage, 'apples')
    expect(stage.rows()).toHaveLength(3)
    fireEvent.touchEnd(stage.milk, { touches: [] })
    await waitFor(() => expect(stage.rows()).toHaveLength(2))
  })

  test('that have just moved by themselves are not pressed by a finger that was on its way', async () => {
    const stage = await select()
    // As in a browser: a row has a height, and events are stamped by the clock that the page reads.
    vi.spyOn(performance, 'now').mockImplementation(Date.now)
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: HTMLElement,
    ) {
      const at = [...(this.parentElement?.children ?? [])].indexOf(this)
      return new DOMRect(0, this.matches('li') ? at * 56 : 0, 300, 56)
    })
    othersDelete(stage, 'apples')
    await waitFor(() => expect(stage.rows()).toHaveLength(2))
    function tap() {
      fireEvent.pointerDown(stage.milk, { pointerType: 'touch' })
      fireEvent.click(stage.milk)
    }
    tap()
    expect(stage.milk).toHaveProperty('checked', false)
    await act(() => new Promise(resolve => setTimeout(resolve, calmAfterMs)))
    tap()
    expect(stage.milk).toHaveProperty('checked', true)
  })
})

/** What is watched, on a clock of the test's own. */
function watchCalm(look: (rows: HTMLElement, isCalm: () => boolean) => void) {
  vi.useFakeTimers()
  const rows = document.body.appendChild(document.createElement('div'))
  const calm = createCalm()
  const end = calm.watch(rows)
  try {
    look(rows, calm.isCalm)
  } finally {
    end()
    rows.remove()
    vi.useRealTimers()
  }
}

test('it is calm again a moment after the last finger has left', () => {
  watchCalm((rows, isCalm) => {
    fireEvent.touchStart(rows, { touches: [{ clientX: 0, clientY: 0 }] })
    vi.advanceTimersByTime(60_000)
    expect(isCalm()).toBe(false)
    fireEvent.touchEnd(rows, { touches: [] })
    vi.advanceTimersByTime(calmAfterMs - 1)
    expect(isCalm()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(isCalm()).toBe(true)
  })
})

test('and where a mouse was left lying, until it moves', () => {
  watchCalm((rows, isCalm) => {
    const move = () => fireEvent.pointerMove(rows, { pointerType: 'mouse' })
    move()
    vi.advanceTimersByTime(mouseRestsAfterMs - 1)
    move()
    vi.advanceTimersByTime(mouseRestsAfterMs - 1)
    fireEvent.scroll(rows)
    vi.advanceTimersByTime(mouseRestsAfterMs - 1)
    expect(isCalm()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(isCalm()).toBe(true)
    move()
    expect(isCalm()).toBe(false)
  })
})

test('but not as long as its button is down', () => {
  watchCalm((rows, isCalm) => {
    fireEvent.pointerDown(rows, { pointerType: 'mouse', buttons: 1 })
    vi.advanceTimersByTime(60_000)
    expect(isCalm()).toBe(false)
    fireEvent.pointerUp(rows, { pointerType: 'mouse', buttons: 0 })
    vi.advanceTimersByTime(mouseRestsAfterMs)
    expect(isCalm()).toBe(true)
  })
})
