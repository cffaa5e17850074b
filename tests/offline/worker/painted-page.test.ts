/** The picture of the last screen: whose it is, and in which page it may stand. */
import { expect, test } from 'vitest'
import {
  createPaintedPages,
  type PaintedPage,
  paintInto,
} from '../../../src/offline/worker/painted-page.ts'
import { createMemoryCaches } from '../../support/memory-caches.ts'

const shell =
  '<head><script type="module" crossorigin src="/assets/start-1.js"></script></head><body><div id="root"></div></body>'

function pageOf(userId: number, html = '<p>Milk</p>'): PaintedPage {
  return {
    paths: ['/app'],
    code: ['/assets/start-1.js'],
    html,
    holds: { userId, mark: 'm', look: '390', until: 1, title: '"Weekly" <shop>', path: '/app' },
  }
}

test('one is kept, the last one', async () => {
  const { keys, storage } = createMemoryCaches()
  const pages = createPaintedPages(storage)
  await pages.put(pageOf(7))
  await pages.put(pageOf(8, '<p>Bread</p>'))
  expect(keys()).toEqual(['aisle-painted https://aisle.test/painted/8'])
  expect(await pages.get()).toEqual(pageOf(8, '<p>Bread</p>'))
})

test('whoever leaves leaves none, nor one that is just being written or comes late', async () => {
  const { keys, storage } = createMemoryCaches()
  const pages = createPaintedPages(storage)
  const writing = pages.put(pageOf(7))
  const wiped = pages.wipe(7)
  const late = pages.put(pageOf(7))
  await Promise.all([writing, wiped, late])
  expect(keys()).toEqual([])
  // Signed in again, in the same page.
  pages.back(7)
  await pages.put(pageOf(7))
  expect(await pages.get()).toEqual(pageOf(7))
})

test('of somebody else nothing is wiped', async () => {
  const { storage } = createMemoryCaches()
  const pages = createPaintedPages(storage)
  await pages.put(pageOf(8))
  await pages.wipe(7)
  expect(await pages.get()).toEqual(pageOf(8))
})

test('it stands in the page of its own version alone, and the code waits', () => {
  const painted = paintInto(shell, pageOf(7)) ?? ''
  expect(painted).toContain('<p>Milk</p></template><div id="root"></div>')
  expect(painted).toContain('&quot;title&quot;:&quot;\\&quot;Weekly\\&quot; &lt;shop>&quot;')
  expect(painted).not.toContain('<script')
  expect(paintInto(shell.replaceAll('start-1', 'start-2'), pageOf(7))).toBe(undefined)
})
