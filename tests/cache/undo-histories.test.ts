/**
 * Undo after random histories, against the real server: what nobody else touched comes back exactly as it was, what
 * somebody else wrote last stays, and all sides end equal. AISLE_UNDO_HISTORIES sets how many of each.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordsOf } from '../../src/cache/records/edit-variables.ts'
import type { UndoableOffline } from '../../src/cache/undo/undo.ts'
import { budget, chance, howMany } from '../support/depth.ts'
import { pickFrom } from '../support/people-gestures.ts'
import { done, permit } from '../support/server/api.ts'
import { startTestServer, type TestUser } from '../support/server/server.ts'
import { asLists } from '../support/simulation/check-effects.ts'
import {
  createDevice,
  type Device,
  visibleContent,
  visibleState,
} from '../support/simulation/device.ts'
import { createLedger } from '../support/simulation/ledger.ts'
import { openUndoable } from '../support/simulation/open-undoable.ts'
import { gestureNames, type Happening, happen } from '../support/simulation/shopper.ts'

const histories = howMany('AISLE_UNDO_HISTORIES', 5, 40)

test('what nobody else touched comes back exactly as it was', {
  timeout: budget(histories, 2),
}, async () => {
  await using server = await startTestServer()
  await fc.assert(
    fc.asyncProperty(anySteps(1, 'sync', 'disconnect'), async steps => {
      const user = await server.buildUser()
      await buildLists(user)
      using phone = await openSide(user)
      const { device, mine } = phone
      device.setConnected(false)
      const before = new Map<string, unknown>()
      async function undoNext(): Promise<boolean> {
        const next = mine.history.all().find(({ id, undoneAt }) => !undoneAt && before.has(id))
        if (!next) return false
        const outcome = mine.history.undo(next.id)
        await device.rest(10)
        expect(bare(mine), `${next.deed.kind}: ${JSON.stringify(outcome)}`).toEqual(
          before.get(next.id),
        )
        before.delete(next.id)
        return true
      }
      for (const step of steps) {
        if (step.what === 'undo') await undoNext()
        else if (step.what === 'disconnect') device.setConnected(false)
        else if (step.what === 'sync') {
          device.setConnected(true)
          await device.rest()
        } else {
          const was = bare(mine)
          const known = mine.history.all()[0]?.id
          await phone.act(step)
          const latest = mine.history.all()[0]?.id
          if (latest && latest !== known) before.set(latest, was)
          else expect(bare(mine), step.what).toEqual(was)
        }
      }
      while (await undoNext());
      const shown = bare(mine)
      device.setConnected(true)
      await device.rest(65_000)
      expect(bare(mine)).toEqual(shown)
      await expectSameAsFresh(phone)
    }),
    { numRuns: histories, ...chance(20261201) },
  )
})

test('what somebody else wrote last stays, and all sides end equal', {
  timeout: budget(histories, 3),
}, async () => {
  await using server = await startTestServer()
  await fc.assert(
    fc.asyncProperty(anySteps(2, 'undo', 'undoAny'), async steps => {
      const [owner, guest] = [await server.buildUser(), await server.buildUser()]
      for (const id of await buildLists(owner)) await permit(server, id, guest, 'ADMIN')
      using first = await openSide(owner)
      using second = await openSide(guest)
      const sides = [first, second]
      async function settle() {
        for (const { device, mine } of [...sides, ...sides]) {
          await device.rest(200)
          void mine.refresh()
          await device.rest(200)
        }
      }
      const writers = new Map<string, number>()
      for (const step of steps) {
        const side = sides[step.device]
        if (!side) continue
        const { mine } = side
        const before = valuesOf(mine)
        const isUndo = step.what.startsWith('undo')
        if (step.what === 'undo') mine.history.undoLast()
        else if (step.what === 'undoAny') {
          mine.history.undo(pickFrom(mine.history.all(), step.pick)?.id ?? '')
        } else await side.act(step)
        const after = valuesOf(mine)
        for (const place of new Set([...before.keys(), ...after.keys()])) {
          const was = before.get(place)
          if (after.get(place) === was) continue
          const isOthers = isUndo && (writers.get(place) ?? step.device) !== step.device
          if (isOthers && (was !== undefined || place.includes(carries)))
            expect(after.get(place), place).toBe(was)
          // What came back is what it was before: nobody wrote it anew.
          if (isUndo) writers.delete(place)
          else writers.set(place, step.device)
        }
        await settle()
      }
      await settle()
      for (const side of sides) await expectSameAsFresh(side)
    }),
    { numRuns: histories, ...chance(20261202) },
  )
})

/** What people do to their own lists, with undo and `others` among it. */
function anySteps(devices: number, ...others: readonly string[]): fc.Arbitrary<Happening[]> {
  const gestures = gestureNames().filter(name => !notHere.has(name))
  const step = fc.record({
    device: fc.nat(devices - 1),
    what: fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...gestures) },
      { weight: 1, arbitrary: fc.constantFrom('undo', ...others) },
    ),
    pick: fc.nat(1000),
    value: fc.nat(1000),
  })
  return fc.array(step, { minLength: 3, maxLength: 20 })
}

/** Undo has no say in these, or nothing of them shows in the lists. */
const notHere = new Set([
  'leaveList',
  // A list that comes back without a network shows what the device still has of it.
  'deleteList',
  'bringBackList',
  'bringBack',
  // Each item that carries the tag reads otherwise, which nobody wrote into it.
  'renameTag',
  'preferences',
  'saveFilter',
  'changeFilter',
  'deleteFilter',
])

/** Two lists of three items with tags; answers their ids. */
async function buildLists(user: TestUser): Promise<readonly string[]> {
  const ids: string[] = []
  for (const name of ['Shop', 'Pantry']) {
    const { id } = await done(user, 'createShoppingList', { name })
    for (const item of ['Milk', 'Bread', 'Eggs']) {
      const itemTags = [{ name: `${item} aisle` }]
      await done(user, 'createItem', {
        shoppingListId: id,
        name: item,
        quantityToPurchase: 2,
        itemTags,
      })
    }
    ids.push(id)
  }
  return ids
}

interface Side {
  readonly user: TestUser
  readonly device: Device
  readonly mine: UndoableOffline
}

/** A person at their device, which knows all. */
async function openSide(user: TestUser) {
  const device = createDevice({ userId: user.id, client: user })
  const mine = await openUndoable(device)
  await device.rest()
  const ledger = { ...createLedger(), at: () => mine }
  return {
    user,
    device,
    mine,
    async act(step: Happening) {
      await happen([device, device], step, { ledger })
      await device.rest(10)
    },
    [Symbol.dispose]: () => device.kill(),
  }
}

async function expectSameAsFresh({ user, device, mine }: Side): Promise<void> {
  const fresh = createDevice({ userId: user.id, client: user })
  const { offline } = await fresh.openPage()
  await fresh.rest()
  expect(visibleState(mine)).toEqual(visibleState(offline))
  fresh.kill()
  expect(mine.waiting.get()).toEqual([])
  expect(device.troubles).toEqual([])
}

/**
 * Without the tags of the lists: one that came along with an item stays in its list, which the next question tells where
 * the item has others by then, and lends its colour to one of its name that comes back.
 */
function bare(offline: UndoableOffline): unknown {
  return asLists(visibleContent(offline)).map(list => ({
    ...list,
    itemTags: [],
    items: list.items.map(item => ({
      ...item,
      itemTags: recordsOf(item, 'itemTags').map(({ name }) => name),
    })),
  }))
}

/** What somebody wrote of each list and item by its place, as text. */
function valuesOf(offline: UndoableOffline): ReadonlyMap<string, string> {
  function placesOf(record: object, id: unknown, compared: ReadonlySet<string>) {
    return Object.entries(record)
      .filter(([field]) => compared.has(field))
      .map(([field, value]) => [`${id} ${field}`, JSON.stringify(value)] as const)
  }
  return new Map(
    asLists(visibleState(offline)).flatMap(({ items, ...list }) => [
      ...placesOf(list, list.id, listFields),
      ...items.flatMap(item => [
        ...placesOf(item, item.id, itemFields),
        // By what is read: a move gives them other ids. Each is a word of its own, beside which others may be given.
        ...recordsOf(item, 'itemTags').map(
          ({ name }) => [`${item.id}${carries}${name}`, 'true'] as const,
        ),
      ]),
    ]),
  )
}

const carries = ' carries '

/** Not its tags, to which each adds: undo leaves what others added. */
const listFields = new Set(['name', 'notes', 'listType'])
const itemFields = new Set(['name', 'notes', 'quantityToPurchase', 'purchased', 'shoppingListId'])
