/** Each fault of a network in each phase of the conversation: nothing is lost, nothing is doubled. */
import { describe, test } from 'vitest'
import type { Fault } from '../support/proxy.ts'
import {
  addItems,
  anna,
  expect,
  expectAllSaved,
  expectItems,
  itemsOnServer,
  makeList,
  setStage,
  settleIn,
  signUp,
  syncLine,
  tick,
} from './stage.ts'

const faults: readonly (readonly [string, Fault])[] = [
  ['reset', { kind: 'reset' }],
  ['hanging', { kind: 'hang' }],
  ['an answer cut short', { kind: 'cut' }],
  ['an answer lost', { kind: 'lose-answer' }],
  ['a request doubled', { kind: 'double' }],
  ['a captive portal that says OK', { kind: 'portal' }],
  ['a captive portal that redirects', { kind: 'portal-redirect' }],
  ['slow', { kind: 'delay', ms: 700 }],
  ['too many requests, with seconds', { kind: 'status', status: 429, retryAfter: '1' }],
  [
    'out of service, with a date',
    { kind: 'status', status: 503, retryAfter: new Date(0).toUTCString() },
  ],
]

const phases: readonly (readonly [string, RegExp])[] = [
  ['the token', /^\/csrftoken/],
  ['the status', /^\/auth\/status/],
  ['data and events', /^\/graphql/],
  ['the worker and its files', /^\/(service-worker|assets|manifest|index)/],
  ['everything', /./],
]

describe.each(phases)('%s', (_phase, path) => {
  test('meets every fault in turn', async () => {
    const { url, proxy, device, truth } = await setStage()
    const phone = device()
    const first = await phone.open()
    await signUp(first, url, anna)
    await makeList(first, 'Weekly shop')
    await expectAllSaved(first)
    const page = await settleIn(first, phone)
    const items: Record<string, boolean> = {}

    for (const [name, fault] of faults) {
      proxy.fault(fault, { path })
      // A fresh start, so that the token and the status are asked for under the fault too.
      await page.evaluate(() => sessionStorage.clear())
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Weekly shop' })).toBeVisible()
      await addItems(page, name)
      items[name] = false
      await tick(page, name)
      items[name] = true
      await expectItems(page, items)
      await expect(page.getByRole('region', { name: 'Could not be saved' })).toBeHidden()
      proxy.clear()
    }
    await expectAllSaved(page)
    await expectItems(page, items)
    expect(await itemsOnServer(await truth(anna), 'Weekly shop')).toEqual(items)
    await expect(syncLine(page)).toHaveText('All changes saved')
  })
})
