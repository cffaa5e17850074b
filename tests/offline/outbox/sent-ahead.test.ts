/** What is done behind a frame is sent before its consequences are worked out: once, in its order, and as safe as any. */
import { expect, test, vi } from 'vitest'
import {
  createItem,
  deleteItem,
  tickItem,
  updateItem,
} from '../../../src/cache/edits/item-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { done } from '../../support/server/api.ts'
import { openPhoneWithMilk } from '../../support/simulation/phone-with-milk.ts'

async function setUp() {
  const { server, user, effects, phone, list, milk } = await openPhoneWithMilk()
  const { page } = phone
  const send = vi.spyOn(page.network, 'send')
  return {
    user,
    phone,
    page,
    milk,
    offline: page.offline,
    network: page.network,
    send,
    /** As the screens do what the browser draws by itself. */
    tick: (purchased: boolean) =>
      page.offline.afterPaint(() => void page.offline.perform(tickItem, { id: milk, purchased })),
    /** Behind one frame; returns the item's id. */
    makeAndDelete: () => {
      const bread = newId()
      page.offline.afterPaint(() => {
        page.offline.perform(createItem, { id: bread, shoppingListId: list, name: 'Bread' })
        page.offline.perform(deleteItem, { id: bread })
      })
      return bread
    },
    /** What came of items, in the order in which the server did it. */
    changes: () => effects.all.slice(2).map(({ name, variables }) => ({ name, ...variables })),
    /** One failed where the browser says that there is no network; nothing waits any more, and the pause is not over. */
    noNetwork: async () => {
      const bread = newId()
      send.mockResolvedValueOnce({ kind: 'outage', cause: 'offline' })
      page.offline.perform(createItem, { id: bread, shoppingListId: list, name: 'Bread' })
      await expect.poll(() => phone.disk.entries.size).toBe(1)
      await phone.rest(0)
      page.offline.perform(deleteItem, { id: bread })
      await phone.rest(0)
      expect(phone.disk.entries.size).toBe(0)
    },
    shown: () => page.offline.peek(`Item:${milk}`),
    [Symbol.asyncDispose]: async () => {
      expect(phone.troubles).toEqual([])
      phone.kill()
      await server.close()
    },
  }
}

test('it leaves before anything else comes of it, and before what follows is drawn', async () => {
  await using scene = await setUp()
  const { offline, send, tick, shown } = scene
  const happened: string[] = []
  offline.onChanged(() => {
    happened.push(`changed, sent ${send.mock.calls.length}`)
    // As React does with what its components follow.
    queueMicrotask(() => happened.push('drawn'))
  })
  tick(true)
  await expect.poll(() => happened).toContain('drawn')
  expect(happened.slice(0, 2)).toEqual(['changed, sent 1', 'drawn'])
  expect(shown()?.purchased).toBe(true)
})

test('what the screen has still to show is shown before it is sent', async () => {
  await using scene = await setUp()
  const { milk, offline, send } = scene
  const sent: number[] = []
  offline.onChanged(() => sent.push(send.mock.calls.length))
  offline.perform(tickItem, { id: milk, purchased: true })
  await expect.poll(() => send.mock.calls.length).toBe(1)
  expect(sent[0]).toBe(0)
})

test('its answer is news like that of any other: nobody asks what changed', async () => {
  await using scene = await setUp()
  const { offline, send, tick, shown } = scene
  tick(true)
  await expect.poll(() => send.mock.calls.length).toBe(1)
  await expect.poll(() => offline.sync.get().waiting).toBe(0)
  expect(shown()?.purchased).toBe(true)
  expect(send).toHaveBeenCalledOnce()
})

test('what waits goes before it', async () => {
  await using scene = await setUp()
  const { phone, milk, offline, tick, changes } = scene
  phone.setConnected(false)
  offline.perform(updateItem, { id: milk, name: 'Oat milk' })
  await phone.rest()
  phone.setConnected(true)
  tick(true)
  await phone.rest()
  expect(changes()).toMatchObject([{ name: 'Oat milk' }, { purchased: true }])
  expect(offline.sync.get().waiting).toBe(0)
})

test('of what is done behind one frame nothing goes ahead of the rest', async () => {
  await using scene = await setUp()
  const { phone, tick, changes } = scene
  tick(true)
  tick(false)
  await phone.rest()
  expect(changes()).toMatchObject([{ purchased: false }])
})

test('what is on its way goes before it', async () => {
  await using scene = await setUp()
  const { phone, network, send, tick, changes } = scene
  network.faults.push('late')
  tick(true)
  // Done by the server: only its answer is held back.
  await expect.poll(() => changes().length).toBe(1)
  tick(false)
  await expect.poll(() => phone.disk.entries.size).toBe(2)
  phone.clock.advance(2_000)
  expect(send).toHaveBeenCalledOnce()
  network.releaseLate()
  await phone.rest()
  expect(changes()).toMatchObject([{ purchased: true }, { purchased: false }])
})

test('an older answer does not take back what was told meanwhile', async () => {
  await using scene = await setUp()
  const { user, phone, milk, offline, network, tick, shown, changes } = scene
  network.faults.push('late')
  tick(true)
  await expect.poll(() => changes().length).toBe(1)
  await done(user, 'updateItem', { id: milk, name: 'Oat milk' })
  expect(await offline.refresh()).toBe(true)
  network.releaseLate()
  await expect.poll(() => network.inFlight).toBe(0)
  expect(shown()).toMatchObject({ name: 'Oat milk', purchased: true })
  await phone.rest()
  expect(shown()).toMatchObject({ name: 'Oat milk', purchased: true })
  expect(offline.sync.get().waiting).toBe(0)
})

test.each(['lost', 'answer-lost', 'server-error', 'busy', 'signed-out'] as const)(
  'where it fails (%s) it waits on the device, and is done once',
  async fault => {
    await using scene = await setUp()
    const { phone, offline, network, tick, shown, changes } = scene
    network.faults.push(fault)
    tick(true)
    await expect.poll(() => phone.disk.entries.size).toBe(1)
    await expect.poll(() => network.inFlight).toBe(0)
    expect(shown()?.purchased).toBe(true)
    expect(offline.sync.get().waiting).toBe(1)
    offline.resume()
    await phone.rest(65_000)
    expect(changes()).toMatchObject([{ purchased: true }])
    expect(offline.sync.get().waiting).toBe(0)
  },
)

test('what was refused lies in the tray, with what it was', async () => {
  await using scene = await setUp()
  const { user, phone, milk, offline, tick } = scene
  await done(user, 'deleteByIdItem', { id: milk })
  tick(true)
  await phone.rest()
  expect(offline.tray.get()).toMatchObject([
    { refusal: { reason: 'DELETED' }, entries: [{ name: 'tickItem', seen: { name: 'Milk' } }] },
  ])
})

test('it may be on the server, whatever became of the answer: what takes it back is sent, too', async () => {
  await using scene = await setUp()
  const { phone, makeAndDelete, offline, network, changes } = scene
  network.faults.push('answer-lost')
  const bread = makeAndDelete()
  await phone.rest(65_000)
  expect(changes().map(({ name }) => name)).toEqual(['Bread', 'deleteByIdItem'])
  expect(offline.peek(`Item:${bread}`)).toBeUndefined()
  expect(offline.sync.get().waiting).toBe(0)
})

test.each(['busy', 'signed-out'] as const)(
  'where nothing is sent (%s), what is made and deleted never leaves',
  async fault => {
    await using scene = await setUp()
    const { phone, makeAndDelete, offline, network, tick, changes } = scene
    network.faults.push(fault)
    tick(true)
    await expect.poll(() => network.inFlight).toBe(0)
    makeAndDelete()
    await phone.rest()
    offline.resume()
    await phone.rest(65_000)
    expect(changes()).toMatchObject([{ purchased: true }])
    expect(offline.sync.get().waiting).toBe(0)
  },
)

test('signed out, with nothing that waits, it does not leave either', async () => {
  await using scene = await setUp()
  const { phone, makeAndDelete, offline, network, changes } = scene
  network.faults.push('signed-out')
  await offline.refresh()
  makeAndDelete()
  await phone.rest()
  offline.resume()
  await phone.rest(65_000)
  expect(changes()).toEqual([])
})

test('done in the moment in which the last one is answered, it is sent once', async () => {
  await using scene = await setUp()
  const { phone, milk, offline, send, tick, changes } = scene
  const end = offline.waiting.subscribe(() => {
    if (offline.waiting.get().length > 0) return
    end()
    offline.shown(() => void offline.perform(updateItem, { id: milk, name: 'Oat milk' }))
  })
  tick(true)
  await phone.rest()
  expect(changes()).toMatchObject([{ purchased: true }, { name: 'Oat milk' }])
  expect(send.mock.calls.filter(([, variables]) => 'id' in variables).length).toBe(2)
})

test('a tab that does not lead leaves it to the one that does', async () => {
  await using scene = await setUp()
  const { phone, milk, send, changes } = scene
  const follower = await phone.openPage()
  await phone.rest()
  const followersSend = vi.spyOn(follower.network, 'send')
  const before = send.mock.calls.length
  follower.offline.afterPaint(
    () => void follower.offline.perform(tickItem, { id: milk, purchased: true }),
  )
  await phone.rest()
  expect(followersSend).not.toHaveBeenCalled()
  expect(send.mock.calls.length).toBeGreaterThan(before)
  expect(changes()).toMatchObject([{ purchased: true }])
})

test('in the pause after a failure it does not leave: what is made and deleted then never does', async () => {
  await using scene = await setUp()
  const { phone, makeAndDelete, offline, noNetwork, changes } = scene
  await noNetwork()
  makeAndDelete()
  await phone.rest(65_000)
  expect(changes()).toEqual([])
  expect(offline.sync.get().waiting).toBe(0)
})

test('frozen in the pause after a failure, it does not send again what another tab has sent', async () => {
  await using scene = await setUp()
  const { phone, page, offline, network, noNetwork, tick, changes } = scene
  await phone.openPage()
  await phone.rest()
  await noNetwork()
  tick(true)
  await expect.poll(() => phone.disk.entries.size).toBe(1)
  const [ticked] = offline.waiting.get()
  page.freeze()
  await phone.rest(60_000)
  expect(changes()).toMatchObject([{ purchased: true }])
  page.thaw()
  await phone.rest()
  expect(network.delivered).not.toContain(ticked?.id)
  expect(offline.sync.get().waiting).toBe(0)
})

test('done by who follows the lists, it goes behind what they heard of', async () => {
  await using scene = await setUp()
  const { phone, milk, offline, changes } = scene
  const end = offline.onChanged(() => {
    end()
    offline.shown(() => void offline.perform(updateItem, { id: milk, name: 'Oat milk' }))
  })
  offline.perform(tickItem, { id: milk, purchased: true })
  await phone.rest()
  expect(changes()).toMatchObject([{ purchased: true }, { name: 'Oat milk' }])
})

test('where what follows it throws, the other tabs hear of it before they hear of its answer', async () => {
  await using scene = await setUp()
  const { phone, page, milk, offline, changes } = scene
  const other = await phone.openPage()
  await phone.rest()
  const heard: string[] = []
  other.tab.listen(({ type }) => heard.push(type))
  // The throw comes to whoever asks: a page that nobody sees waits for no frame, the next one is slow.
  page.visible.set(false)
  page.isFrameSlow = true
  function work() {
    offline.perform(tickItem, { id: milk, purchased: true })
    throw new Error('A fault.')
  }
  expect(() => offline.afterPaint(work)).toThrow('A fault.')
  await expect.poll(() => heard).toContain('settled')
  expect(heard.slice(0, 2)).toEqual(['added', 'settled'])
  await phone.rest()
  expect(changes()).toMatchObject([{ purchased: true }])
})
