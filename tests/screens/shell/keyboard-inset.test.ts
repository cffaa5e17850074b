import { expect, test } from 'vitest'
import { watchKeyboard } from '../../../src/shell/frame/keyboard-inset.ts'

/** What jsdom has none of; a phone whose page is 768 px high. */
function createViewport() {
  return Object.assign(new EventTarget(), { height: 768, offsetTop: 0, scale: 1 })
}

function watch() {
  const root = document.createElement('div')
  const viewport = createViewport()
  // Nothing else of it is read.
  const end = watchKeyboard(root, viewport as unknown as VisualViewport)
  function becomes(change: Partial<typeof viewport>): string {
    Object.assign(viewport, change)
    viewport.dispatchEvent(new Event('resize'))
    return root.style.getPropertyValue('--keyboard')
  }
  return { becomes, end }
}

test('a keyboard that covers the page is known by its height, until it goes', () => {
  const { becomes, end } = watch()
  expect(becomes({ height: 468 })).toBe('300px')
  expect(becomes({ offsetTop: 100 })).toBe('200px')
  expect(becomes({ height: 768, offsetTop: 0 })).toBe('0px')
  end()
  expect(becomes({ height: 468 })).toBe('0px')
})

test('a page enlarged with two fingers has no keyboard', () => {
  const { becomes } = watch()
  expect(becomes({ height: 384, scale: 2, offsetTop: 120 })).toBe('0px')
})
