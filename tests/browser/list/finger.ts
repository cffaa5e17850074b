/** Fingers are the browser's own touch events, so what scrolls, clicks and drags is decided as on a phone. */
import type { CDPSession, Locator, Page } from '@playwright/test'
import type { Device } from '../../support/browser/browser-device.ts'
import { expect } from '../stage.ts'

export interface Finger {
  /** Down and long enough. */
  press(on: Locator): Promise<void>
  /** Down on a handle, which needs no waiting. */
  grab(on: Locator): Promise<void>
  dragTo(on: Locator, where: 'above' | 'below'): Promise<void>
  /** Stays at the lower edge until something is so, then lifts. */
  holdAtBottom(of: Locator, until: () => Promise<void>): Promise<void>
  lift(): Promise<void>
  tap(on: Locator): Promise<void>
  /** Quickly, so many pixels down; negative is up. */
  swipe(on: Locator, byPx: number): Promise<void>
}

/** For the life of a page. */
export async function giveFinger(device: Device, page: Page): Promise<Finger> {
  const client: CDPSession = await device.context().newCDPSession(page)
  await client.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 })
  await client.send('Emulation.setEmitTouchEventsForMouse', {
    enabled: false,
    configuration: 'mobile',
  })
  let at = { x: 0, y: 0 }

  async function touch(type: 'touchStart' | 'touchMove' | 'touchEnd'): Promise<void> {
    const touchPoints = type === 'touchEnd' ? [] : [at]
    await client.send('Input.dispatchTouchEvent', { type, touchPoints })
  }

  async function middleOf(on: Locator): Promise<{ x: number; y: number; height: number }> {
    const box = await on.boundingBox()
    if (box === null) throw new Error('It is not drawn.')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, height: box.height }
  }

  function* pathTo(to: { readonly x: number; readonly y: number }) {
    const from = at
    for (let step = 1; step <= 10; step += 1) {
      yield {
        x: from.x + ((to.x - from.x) * step) / 10,
        y: from.y + ((to.y - from.y) * step) / 10,
      }
    }
  }

  async function glide(to: { readonly x: number; readonly y: number }): Promise<void> {
    for (at of pathTo(to)) await touch('touchMove')
  }

  return {
    async press(on) {
      const { x, y } = await middleOf(on)
      at = { x, y }
      await touch('touchStart')
      await expect(page.locator('.dragged-picture')).toHaveCount(1)
    },
    async grab(on) {
      const { x, y } = await middleOf(on)
      at = { x, y }
      await touch('touchStart')
    },
    async dragTo(on, where) {
      const { x, y, height } = await middleOf(on)
      await glide({ x, y: where === 'above' ? y - height / 3 : y + height / 3 })
      await touch('touchEnd')
    },
    async holdAtBottom(of, until) {
      const { x, y, height } = await middleOf(of)
      await glide({ x, y: y + height / 2 - 10 })
      await until()
      await touch('touchEnd')
    },
    lift: () => touch('touchEnd'),
    async tap(on) {
      // What is still moving would be missed.
      await on.click({ trial: true })
      const { x, y } = await middleOf(on)
      at = { x, y }
      // In one go: a pause between the two would make a long press of it.
      await Promise.all([touch('touchStart'), touch('touchEnd')])
    },
    async swipe(on, byPx) {
      const { x, y } = await middleOf(on)
      at = { x, y }
      // In one go, too.
      const sent = [touch('touchStart')]
      for (at of pathTo({ x, y: y + byPx })) sent.push(touch('touchMove'))
      sent.push(touch('touchEnd'))
      await Promise.all(sent)
    },
  }
}
