/** What a person does is painted, then stored and sent at once: a kill between two of these loses and doubles nothing. */
import { expect, test } from 'vitest'
import { createItem, tickItem } from '../../../src/cache/edits/item-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { createAfterPaint } from '../../../src/offline/after-paint.ts'
import { createReadable } from '../../../src/offline/readable.ts'
import { openPhoneWithMilk } from '../../support/simulation/phone-with-milk.ts'

async function setUp() {
  const { server, effects, phone, milk } = await openPhoneWithMilk()
  const ticks = () => effects.all.filter(effect => effect.name === 'updateItem').length
  return { server, phone, milk, ticks }
}

test('it leaves while the disk still works, and is said to be saved only when that has ended', async () => {
  const { server, phone, milk, ticks } = await setUp()
  const disk = Promise.withResolvers<void>()
  phone.disk.latency = () => disk.promise
  let isSaved = false
  void phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable.then(() => {
    isSaved = true
  })
  await expect.poll(ticks).toBe(1)
  expect(isSaved).toBe(false)
  expect(phone.disk.entries.size).toBe(0)
  disk.resolve()
  await expect.poll(() => isSaved).toBe(true)
  await phone.rest()
  expect(phone.disk.entries.size).toBe(0)
  expect(phone.page.offline.sync.get().waiting).toBe(0)
  expect(ticks()).toBe(1)
  phone.kill()
  await server.close()
})

test('without a network it is counted as being saved until the disk has it', async () => {
  const { server, phone, milk } = await setUp()
  phone.setConnected(false)
  const { sync, perform } = phone.page.offline
  const disk = Promise.withResolvers<void>()
  phone.disk.latency = () => disk.promise
  const { durable } = perform(tickItem, { id: milk, purchased: true })
  expect(sync.get()).toMatchObject({ waiting: 1, saving: 1 })
  disk.resolve()
  await durable
  expect(sync.get()).toMatchObject({ waiting: 1, saving: 0 })

  phone.disk.failOutbox = () => new Error('The disk is broken')
  const refused = perform(createItem, { id: newId(), shoppingListId: newId(), name: 'Bread' })
  expect(sync.get()).toMatchObject({ waiting: 2, saving: 1 })
  await expect(refused.durable).rejects.toThrow()
  expect(sync.get()).toMatchObject({ waiting: 2, saving: 1 })
  phone.kill()
  await server.close()
})

test('killed at each step of a tick: done once or not at all, and the device shows what the server has', async () => {
  const { server, phone, milk, ticks } = await setUp()
  const outcomes = new Set<string>()
  for (let turns = 0; turns < 40; turns++) {
    const [before, purchased] = [ticks(), turns % 2 === 0]
    const was = phone.page.offline.peek(`Item:${milk}`)?.purchased
    let isSaved = false
    void phone.page.offline.perform(tickItem, { id: milk, purchased }).durable.then(() => {
      isSaved = true
    })
    for (let turn = 0; turn < turns; turn++) await new Promise(resolve => setImmediate(resolve))
    phone.kill()
    const stored = phone.disk.entries.size
    const saved = isSaved
    await phone.openPage()
    await phone.rest()
    const now = phone.page.offline.peek(`Item:${milk}`)?.purchased
    const done = ticks() - before
    outcomes.add(`${stored > 0 ? 'stored' : 'not stored'}, ${done > 0 ? 'done' : 'not done'}`)
    // A token that comes again gets its first answer: one effect at most.
    expect(done).toBeLessThanOrEqual(1)
    if (saved || done > 0) expect(now).toBe(purchased)
    else expect(now).toBe(was)
    expect(phone.page.offline.sync.get().waiting).toBe(0)
    expect(phone.disk.entries.size).toBe(0)
  }
  expect(outcomes).toContain('not stored, not done')
  expect(outcomes).toContain('not stored, done')
  expect(outcomes).toContain('stored, done')
  expect(phone.troubles).toEqual([])
  phone.kill()
  await server.close()
})

test('all waits for one frame, in its order; where nothing is drawn, or the page goes, for none', () => {
  const visible = createReadable(true)
  const frames: (() => void)[] = []
  const afterPaint = createAfterPaint({
    visible,
    afterPaint: task => frames.push(task),
  })
  const done: string[] = []
  afterPaint.run(() => done.push('first'))
  afterPaint.run(() => done.push('second'))
  expect([done, frames.length]).toEqual([[], 1])
  frames[0]?.()
  expect(done).toEqual(['first', 'second'])

  afterPaint.run(() => done.push('third'))
  afterPaint.flush()
  visible.set(false)
  afterPaint.run(() => done.push('fourth'))
  for (const frame of frames) frame()
  expect(done).toEqual(['first', 'second', 'third', 'fourth'])
})

test('what is done behind a frame waits for no second one, and what throws there keeps back nothing', () => {
  const frames: (() => void)[] = []
  const afterPaint = createAfterPaint({
    visible: createReadable(true),
    afterPaint: task => frames.push(task),
  })
  const done: string[] = []
  afterPaint.run(() => {
    afterPaint.run(() => done.push('stored'))
    done.push('performed')
  })
  afterPaint.run(() => {
    throw new Error('A fault.')
  })
  afterPaint.run(() => done.push('the next'))
  expect(() => frames[0]?.()).toThrow('A fault.')
  expect(frames.length).toBe(1)
  expect(done).toEqual(['performed', 'the next', 'stored'])
})

test('what is on the screen already waits for no frame, what it leaves for later and what waited before do', () => {
  const frames: (() => void)[] = []
  const done: string[] = []
  const afterPaint = createAfterPaint({
    visible: createReadable(true),
    afterPaint: task => frames.push(task),
  })
  afterPaint.run(() => done.push('asked'))
  afterPaint.shown(() => {
    afterPaint.run(() => {
      afterPaint.run(() => done.push('stored'))
      done.push('done')
    })
    afterPaint.run(() => done.push('done, too'))
  })
  expect(done).toEqual(['done', 'done, too'])
  afterPaint.run(() => done.push('the next'))
  for (const frame of frames) frame()
  expect(done).toEqual(['done', 'done, too', 'asked', 'stored', 'the next'])
})
