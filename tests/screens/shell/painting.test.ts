/** When a picture of the list is left for the next visit. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPainting } from '../../../src/shell/painting.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', undefined)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function openList({ served = true } = {}) {
  const place = document.createElement('div')
  place.innerHTML = '<div data-scroller data-painted="list"><ul><li>Milk</li></ul></div>'
  const put = vi.fn(async () => {})
  const memory = new Map<string, string>()
  let isServed = served
  let tellServed = () => {}
  let tellChanged = () => {}
  const end = startPainting({
    place,
    pages: { put, drop: async () => {} },
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
    listId: () => 'weekly',
    isServed: () => isServed,
    onServed(call) {
      tellServed = call
      return () => {}
    },
    isCovered: () => false,
    newMark: () => 'mark',
    wasPainted: false,
    now: () => Date.now(),
  })
  return {
    put,
    end,
    changeData: () => tellChanged(),
    changeScreen: () => place.querySelector('li')?.append('!'),
    serve() {
      isServed = true
      tellServed()
    },
  }
}

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
