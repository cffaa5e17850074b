/** When a picture of the list is left for the next visit. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PaintedPage } from '../../../src/offline/worker/painted-page.ts'
import { inSightKey, paintedMarkKey, startPainting } from '../../../src/shell/painting.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', undefined)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function openList({ served = true, opening = 'weekly' } = {}) {
  const place = document.createElement('div')
  place.innerHTML = `<div data-scroller data-painted="list" data-list="weekly">
    <ul><li data-row="milk"><div data-item="milk"><input type="checkbox">Milk</div></li></ul>
  </div>
  <p data-momentary="words">Saved</p>`
  const put = vi.fn(async (_page: PaintedPage) => {})
  const drop = vi.fn(async () => {})
  let marks = 0
  const memory = new Map<string, string>()
  let isServed = served
  let tellServed = () => {}
  let tellChanged = () => {}
  const end = startPainting({
    place,
    pages: { put, drop },
    memory: {
      get: key => memory.get(key),
      set: (key, value) => void memory.set(key, value),
      remove: key => void memory.delete(key),
    },
    offline: {
      userId: 1,
      onChanged(listener) {
        tellChanged = () => listener({} as never)
        return () => {}
      },
    },
    openingListId: () => opening,
    isServed: () => isServed,
    onServed(call) {
      tellServed = call
      return () => {}
    },
    isCovered: () => false,
    newMark: () => `mark ${++marks}`,
    wasPainted: false,
    now: () => Date.now(),
  })
  return {
    put,
    drop,
    end,
    place,
    memory,
    isValid: () => memory.has(paintedMarkKey),
    changeData: () => tellChanged(),
    changeScreen: () => place.querySelector('[data-item]')?.append('!'),
    serve() {
      isServed = true
      tellServed()
    },
  }
}

test('where the clock is set back by weeks, a picture is left, and no timer ends at once for ever', async () => {
  const { put, end, changeData, changeScreen } = openList()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(put).toHaveBeenCalledTimes(1)
  changeScreen()
  changeData()
  vi.setSystemTime(Date.now() - 30 * 24 * 60 * 60_000)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(put).toHaveBeenCalledTimes(2)
  expect(vi.getTimerCount()).toBe(0)
  // Until it is quiet is waited for as ever.
  changeData()
  await vi.advanceTimersByTimeAsync(2_500)
  changeScreen()
  await vi.advanceTimersByTimeAsync(700)
  expect(put).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(300)
  expect(put).toHaveBeenCalledTimes(3)
  end()
})

test('a worker that comes late finds a picture all the same', async () => {
  const { put, serve, end } = openList({ served: false })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(put).not.toHaveBeenCalled()
  serve()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(put).toHaveBeenCalledTimes(1)
  end()
})

test('one picture is made of a change and of what the screen does after it, soon after that', async () => {
  const { put, changeData, changeScreen, end } = openList()
  await vi.advanceTimersByTimeAsync(10_000)
  put.mockClear()
  changeData()
  changeScreen()
  await vi.advanceTimersByTimeAsync(2_500)
  expect(put).not.toHaveBeenCalled()
  // The row is folded away.
  changeScreen()
  await vi.advanceTimersByTimeAsync(700)
  expect(put).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(300)
  expect(put).toHaveBeenCalledTimes(1)
  end()
})

test('it is filed under the list that is drawn, and under no address that leads to another', async () => {
  const { put, end } = openList()
  await vi.advanceTimersByTimeAsync(10_000)
  const path = '/product/shoppinglist?list=weekly'
  const [page] = put.mock.lastCall ?? []
  expect(page).toMatchObject({ holds: { path } })
  expect(page?.paths).toEqual([path, '/product/shoppinglist', '/product', '/app'])
  end()
  // Another one is preferred, or another tab has opened it since.
  const beside = openList({ opening: 'party' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(beside.put.mock.lastCall?.[0]).toMatchObject({ paths: [path], holds: { path } })
  beside.end()
})

test('the tab that was last in sight leaves it alone, and each makes it void', async () => {
  const { put, drop, place, memory, isValid, changeData, end } = openList()
  await vi.advanceTimersByTimeAsync(10_000)
  put.mockClear()
  memory.set(inSightKey, 'another tab')
  memory.set(paintedMarkKey, 'its mark')
  changeData()
  expect(isValid()).toBe(false)
  await vi.advanceTimersByTimeAsync(10_000)
  place.replaceChildren()
  changeData()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(put).not.toHaveBeenCalled()
  expect(drop).not.toHaveBeenCalled()
  end()
})

test('what another tab has put in its place does not become valid again', async () => {
  const { put, memory, isValid, changeData, end } = openList()
  await vi.advanceTimersByTimeAsync(10_000)
  const mark = memory.get(paintedMarkKey)
  memory.set(inSightKey, 'another tab')
  memory.set(paintedMarkKey, 'its mark')
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(memory.get(paintedMarkKey)).toBe('its mark')
  changeData()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(put).toHaveBeenCalledTimes(2)
  expect(isValid()).toBe(true)
  expect(memory.get(paintedMarkKey)).not.toBe(mark)
  end()
})

test('what is just being written where another tab signs out is taken away behind it', async () => {
  const { put, drop, end } = openList()
  put.mockReturnValueOnce(new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(put).toHaveBeenCalledTimes(1)
  expect(drop).not.toHaveBeenCalled()
  end()
  expect(drop).toHaveBeenCalledTimes(1)
})

const beyond = '<li data-row="salt"><div data-item="salt">Salt</div></li>'
const row = (place: Element) => place.querySelector('[data-item]')
const box = (place: Element) => place.querySelector('input')

test.each<[string, (place: Element) => void]>([
  ['a handle', place => row(place)?.insertAdjacentHTML('afterbegin', '<b data-drag-handle></b>')],
  ['a row beyond', place => row(place)?.closest('li')?.insertAdjacentHTML('afterend', beyond)],
  ['an attribute as it was', place => box(place)?.setAttribute('type', 'checkbox')],
  [
    'an attribute that comes and goes',
    place => {
      box(place)?.setAttribute('name', '')
      box(place)?.removeAttribute('name')
    },
  ],
  ['what is true for a moment', place => place.querySelector('p')?.append(' now')],
])('%s makes no other picture', async (_what, change) => {
  const { place, isValid, end } = openList()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(isValid()).toBe(true)
  change(place)
  await vi.advanceTimersByTimeAsync(0)
  expect(isValid()).toBe(true)
  end()
})

test.each<[string, (place: Element) => void]>([
  ['a word', place => row(place)?.append('!')],
  ['a box that is disabled', place => box(place)?.setAttribute('disabled', '')],
  ['a row in the place of another', place => row(place)?.closest('li')?.replaceWith(beyond)],
  ['a row that goes', place => row(place)?.closest('li')?.remove()],
  [
    'a heading',
    place => place.querySelector('[data-scroller]')?.append(document.createElement('h2')),
  ],
])('%s makes another one', async (_what, change) => {
  const { place, isValid, end } = openList()
  await vi.advanceTimersByTimeAsync(10_000)
  change(place)
  await vi.advanceTimersByTimeAsync(0)
  expect(isValid()).toBe(false)
  end()
})

test('what is true for a moment is not in it', async () => {
  const { put } = openList()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(put.mock.lastCall?.[0].html).toContain('Milk')
  expect(put.mock.lastCall?.[0].html).not.toContain('Saved')
})

test('what is said for as long as the list is like this is in it, and what was chosen in its filters', async () => {
  const { put, place, changeData } = openList()
  row(place)?.insertAdjacentHTML(
    'beforeend',
    `<output aria-live="off">2 l</output><p data-lasting role="status">1 of 9 shown</p>
    <select><option>Any</option><option>Dairy</option></select>`,
  )
  const choice = place.querySelector('select')
  if (choice) choice.selectedIndex = 1
  changeData()
  await vi.advanceTimersByTimeAsync(10_000)
  const picture = put.mock.lastCall?.[0].html
  expect(picture).toContain('2 l')
  expect(picture).toContain('1 of 9 shown')
  expect(picture).toContain('<option selected="">Dairy')
})

test('none is left while somebody names a new list beside it, which the next visit does not ask for', async () => {
  const { put, place, changeScreen } = openList()
  place.insertAdjacentHTML('afterbegin', '<nav><form></form></nav>')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(put).not.toHaveBeenCalled()
  place.querySelector('nav form')?.remove()
  changeScreen()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(put).toHaveBeenCalledTimes(1)
})
