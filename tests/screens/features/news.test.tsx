/** What changed since one last looked: told of others, never of what one did oneself. */
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tickItem } from '../../../src/cache/edits/item-edits.ts'
import { createReader } from '../../../src/cache/records/reader.ts'
import { createListViews } from '../../../src/cache/sync/list-views.ts'
import { createLookedAt } from '../../../src/features/news/looked-at.ts'
import { newsOf, newsSentence } from '../../../src/features/news/news.ts'
import { systemClock } from '../../../src/offline/clock.ts'
import type { CacheRecord } from '../../../src/offline/derived-cache.ts'
import type { Network, Outcome } from '../../../src/offline/sync/network.ts'
import { listId, openDevice } from '../../cache/undo-device.ts'
import { createMemoryKeyValue } from '../../support/memory-key-value.ts'
import { anItem } from '../../support/records.ts'
import { done } from '../../support/server/api.ts'
import { openApp } from '../stage.tsx'
import { idOf, openServer } from '../stage-server.ts'

const shop = listId('Shop')
const looked = '2026-11-20T09:30:00.000Z'
const later = '2036-01-01T10:00:00.000Z'

it('a tick that is sent after its list was left is no news, what somebody else changed is', async () => {
  const server = await openServer()
  const { friend } = await server.addSharedList('Shop', ['Milk', 'Bread'])
  const path = `/product/shoppinglist?list=${idOf('Shop')}`
  const { user, account, go } = await openApp({ path, signedIn: true, server })
  const milk = await screen.findByRole('checkbox', { name: 'Milk' })
  const offline = account.state.get().offline
  server.reachable = false
  await user.click(milk)
  await waitFor(() => expect(offline?.sync.get().reachable).toBe(false))
  await go({ to: '/product/dashboard' })
  const card = await screen.findByRole('link', { name: /1 to buy, 1 in the trolley/ })
  const { clock } = server.server
  clock.advance({ minutes: 1 })
  const sentAt = clock.now().toISOString()
  server.reachable = true
  await act(async () => offline?.sendNow())
  await waitFor(() => expect(offline?.peek(`Item:${idOf('Milk')}`)?.updatedAt).toBe(sentAt))
  expect(card.textContent).not.toMatch(/New|Changed|waiting/)
  clock.advance({ minutes: 1 })
  await done(friend, 'updateItem', { id: idOf('Bread'), name: 'Rye bread' })
  await waitFor(() => expect(card.textContent).toContain('Changed: Rye bread'))
  expect(card.textContent).not.toContain('Milk')
})

describe('an own change that the server', () => {
  it('stamps at the first try is no news, also after a restart', async () => {
    const { device, storage, tick, news } = await open()
    await tick({ kind: 'answer', data: { updateItem: stamped } })
    await waitFor(() => expect(device.plain.peek('Item:milk')?.updatedAt).toBe(later))
    expect(news()).toBe('')
    expect(news(createLookedAt(storage, 7))).toBe('')
  })

  it('refuses hides no news of the same item', async () => {
    const { device, tick, news } = await open()
    device.plain.cache.modify({ id: 'Item:milk', fields: { updatedAt: () => later } })
    const refusal = { code: 'NOT_FOUND', message: 'It is gone.' }
    await tick({ kind: 'refused', refusal })
    for (const { id } of device.plain.tray.get()) await device.plain.discard(id)
    expect(news()).toBe('Changed: Milk')
  })

  it('stamps is followed by what somebody else changes in it', async () => {
    const { device, tick, news } = await open()
    await tick({ kind: 'answer', data: { updateItem: stamped } })
    await waitFor(() => expect(device.plain.peek('Item:milk')?.updatedAt).toBe(later))
    const afterwards = '2036-01-01T11:00:00.000Z'
    const fields = { updatedAt: () => afterwards, updatedBy: () => 8 }
    device.plain.cache.modify({ id: 'Item:milk', fields })
    await waitFor(() => expect(device.plain.peek('Item:milk')?.updatedAt).toBe(afterwards))
    expect(news()).toBe('Changed: Milk')
  })
})

it('tells what was added from what was changed, the latest first', () => {
  const records = new Map<string, CacheRecord>()
  const names = ['Ale', 'Bread', 'Corn', 'Dill', 'Eggs', 'Figs']
  names.forEach((name, at) => {
    const time = `2036-01-01T0${at}:00:00.000Z`
    const createdAt = at < 4 ? time : '2026-01-01T00:00:00.000Z'
    // Of the last the device has heard from a server that did not tell who changed it.
    const updatedBy = name === 'Corn' ? 7 : name === 'Figs' ? undefined : at % 2 ? 8 : null
    records.set(`Item:${name}`, {
      id: name,
      shoppingListId: 'shop',
      name,
      createdAt,
      updatedAt: time,
      updatedBy,
    })
  })
  records.set('ShoppingList:shop', {
    name: 'Shop',
    items: names.map(name => ({ __ref: `Item:${name}` })),
  })
  const views = createReader(id => records.get(id))
  const parts = { views, waits: (id: string) => id === 'Ale' }
  const tell = (since: string | undefined, userId: number) =>
    newsSentence(newsOf('shop', { ...parts, since, userId }))
  expect(tell(looked, 9)).toBe('New: Dill, Corn, Bread · Changed: Figs, Eggs')
  expect(tell(looked, 7)).toBe('New: Dill, Bread · Changed: Figs, Eggs')
  expect(tell(looked, 8)).toBe('New: Corn · Changed: Figs, Eggs')
  expect(tell('2036-01-01T03:00:00.000Z', 7)).toBe('Changed: Figs, Eggs')
  expect(tell(undefined, 7)).toBe('')
})

it('takes no time of a device whose clock is wrong for the newest that was seen', () => {
  const records = new Map<string, CacheRecord>([
    ['ShoppingList:shop', { name: 'Shop', updatedAt: later, items: [{ __ref: 'Item:ale' }] }],
    ['Item:ale', { id: 'ale', shoppingListId: 'shop', name: 'Ale', updatedAt: looked }],
  ])
  const views = createReader(id => records.get(id))
  const latest = (waiting: string) =>
    newsOf('shop', { views, since: looked, userId: 7, waits: id => id === waiting }).latest
  expect([latest('none'), latest('shop')]).toEqual([later, looked])
})

const stamped = anItem({
  id: 'milk',
  shoppingListId: shop,
  name: 'Milk',
  purchased: true,
  updatedAt: later,
  updatedBy: 7,
})

/** A device whose server answers one tick as it is told to, and nothing else. */
async function open() {
  let answer: (outcome: Outcome<unknown>) => void = () => {}
  const network: Network = {
    send: (_document, _variables, { note }) =>
      note === tickItem.note
        ? new Promise(resolve => {
            answer = outcome => resolve(outcome as never)
          })
        : Promise.resolve({ kind: 'outage', cause: 'unreachable' }),
    listen: () => ({ close() {} }),
  }
  const device = await openDevice({ Shop: ['Milk', 'Bread'] }, { network, clock: systemClock })
  onTestFinished(() => device.plain.close())
  const storage = createMemoryKeyValue()
  const lookedAt = createLookedAt(storage, 7)
  lookedAt.set(shop, looked)
  return {
    device,
    storage,
    async tick(outcome: Outcome<unknown>) {
      await device.offline.perform(tickItem, { id: 'milk', purchased: true }).durable
      await waitFor(() => {
        answer(outcome)
        expect(device.plain.waiting.get()).toEqual([])
        expect(device.item('milk').purchased).toBe(outcome.kind === 'answer')
      })
    },
    news: (looks = lookedAt) =>
      newsSentence(
        newsOf(shop, {
          since: looks.get(shop),
          userId: 7,
          views: createListViews(device.plain),
          waits: id => device.plain.mark(`Item:${id}`) !== undefined,
        }),
      ),
  }
}
