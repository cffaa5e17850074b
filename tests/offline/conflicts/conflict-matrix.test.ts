/**
 * Every gesture that exists against every other, on the same item, on the same list and on another list, in
 * both orders of arrival: both stand, unless the later one decides the same field or deletes what the earlier
 * one changed; and what needed what the earlier one deleted goes to its author's tray (spec section 11).
 * Every day each pair meets at one of the three places, in turn; where AISLE_DEEP=1 at all of them.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allEdits } from '../../../src/cache/edits/all-edits.ts'
import { budget, isDeep } from '../../support/depth.ts'
import { done, newId } from '../../support/server/api.ts'
import { startTestServer, type TestServer, type TestUser } from '../../support/server/server.ts'
import {
  aboutPeople,
  type Gesture,
  gestures,
  type Place,
  viewOf,
} from '../../support/simulation/conflict-gestures.ts'
import { createDevice, type Device, visibleState } from '../../support/simulation/device.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('every edit that exists is in the matrix', () => {
  const tried = new Set(gestures.map(({ edit }) => edit))
  expect(
    allEdits.map(({ name }) => name).filter(name => !tried.has(name) && !aboutPeople.has(name)),
  ).toEqual([])
})

const wheres = ['same item', 'same list', 'other list'] as const
type Where = (typeof wheres)[number]
const placesOfAPair = isDeep ? wheres.length : 1

test.each(gestures.map(gesture => [gesture.name, gesture] as const))(
  '%s, then any other',
  { timeout: budget(gestures.length * placesOfAPair, 0.5) },
  async (_name, first) => {
    const user = await server.buildUser()
    const [early, late] = [0, 1].map(() => createDevice({ userId: user.id, client: user }))
    if (!early || !late) throw new Error('Two devices are needed.')
    for (const device of [early, late]) await device.openPage()
    for (const [at, second] of gestures.entries()) {
      const turn = gestures.indexOf(first) + at
      for (const where of isDeep ? wheres : wheres.filter((_, place) => place === turn % 3)) {
        // The devices' clocks tell opposite stories: what counts is who arrives first.
        const actsFirst = (at + wheres.indexOf(where)) % 2 === 0
        await meet({ user, early, late, first, second, where, actsFirst })
      }
    }
    for (const device of [early, late]) device.kill()
  },
)

interface Meeting {
  readonly user: TestUser
  readonly early: Device
  readonly late: Device
  readonly first: Gesture
  readonly second: Gesture
  readonly where: Where
  readonly actsFirst: boolean
}

async function meet(meeting: Meeting): Promise<void> {
  const { user, early, late, first, second, where, actsFirst } = meeting
  const what = `${first.name}, then ${second.name} on the ${where}`
  const devices = [early, late]
  // A hundred meetings in a row are one account's work of hours, and are counted as that.
  server.clock.advance({ minutes: 1 })
  const places = await begin(user)
  const here = places('same item')
  const there = places(where)
  for (const device of devices) {
    device.setConnected(true)
    void device.page.offline.refresh()
    await device.rest(1_000)
  }
  for (const device of devices) device.setConnected(false)
  const acts = [
    () => first.act(early.page.offline, here).durable,
    () => second.act(late.page.offline, there).durable,
  ]
  for (const act of actsFirst ? acts : acts.toReversed()) {
    await act()
    for (const device of devices) device.clock.advance(60_000)
  }
  for (const device of devices) {
    device.setConnected(true)
    await device.rest(1_000)
  }
  void early.page.offline.refresh()
  await early.rest(1_000)

  expect(visibleState(early.page.offline), what).toEqual(visibleState(late.page.offline))
  expect(refusals(early), `${what}: the first`).toEqual(owners(first) ?? [])
  const refused = refusalAfter(first, here, second, there)
  expect(refusals(late), `${what}: the second`).toEqual(refused)
  const view = viewOf(early.page.offline)
  if (refused.length === 0) expect(second.stands(view, there), `${what}: the second`).toBe(true)
  if (!isOverruled(first, here, second, there, refused.length > 0)) {
    expect(first.stands(view, here), `${what}: the first`).toBe(true)
  }
  for (const device of devices) {
    for (const { id } of device.page.offline.tray.get()) await device.page.offline.discard(id)
  }
  await clear(user)
}

/** Nobody can leave a list of their own, unless it is gone already. */
function owners(gesture: Gesture): readonly string[] | undefined {
  return gesture.edit === 'leaveShoppingList' ? ['FORBIDDEN undefined'] : undefined
}

/** Codes and reasons in the tray of who came second. */
function refusalAfter(
  first: Gesture,
  here: Place,
  second: Gesture,
  there: Place,
): readonly string[] {
  if (first.edit === 'restoreShoppingList' && second.edit === first.edit)
    return ['CONFLICT undefined']
  if (first.edit === 'deleteSavedFilter')
    return second.edit === 'updateSavedFilter' ? ['NOT_FOUND DELETED'] : (owners(second) ?? [])
  if (first.edit !== 'deleteShoppingList' || here.list !== there.list) {
    const refused = owners(second)
    if (refused) return refused
  }
  if (first.edit === 'leaveShoppingList' || second.removes) return []
  if (first.removes === 'list') {
    const lists = second.needs.includes('both lists') ? [there.list, there.other] : [there.list]
    const isNeeded = second.needs !== 'nothing' && lists.includes(here.list)
    return isNeeded ? ['NOT_FOUND LIST_DELETED'] : []
  }
  if (first.removes !== 'item' || !second.needs.startsWith('item')) return []
  if (second.edit === 'updateItems') {
    const gone = [there.item, there.sibling].includes(here.item)
    return gone ? ['NOT_FOUND DELETED'] : []
  }
  return there.item === here.item ? ['NOT_FOUND DELETED'] : []
}

/** Whether the later one decides what the earlier one wrote, or took it away with it. */
function isOverruled(
  first: Gesture,
  here: Place,
  second: Gesture,
  there: Place,
  refused: boolean,
): boolean {
  if (owners(first)) return true
  const later = new Set(second.writes(there))
  if (!refused && first.writes(here).some(facet => later.has(facet))) return true
  if (second.edit === 'leaveShoppingList') return false
  const withIt = [
    here.list,
    ...(first.writes(here).includes(`in ${here.other}`) ? [here.other] : []),
  ]
  if (second.removes === 'list') return withIt.includes(there.list) && !isKept(first)
  return second.removes === 'item' && there.item === here.item && first.needs.startsWith('item')
}

/** What it made or deleted is no part of the list. */
function isKept(first: Gesture): boolean {
  const elsewhere = ['copyShoppingList', 'updateShoppingListsOrder', 'moveShoppingList']
  return first.needs === 'nothing' || elsewhere.includes(first.edit) || first.removes !== undefined
}

function refusals(device: Device): readonly string[] {
  return device.page.offline.tray.get().map(({ refusal }) => `${refusal.code} ${refusal.reason}`)
}

/** Two lists, and one in the bin. */
async function begin(user: TestUser): Promise<(where: Where) => Place> {
  async function list(name: string, names: readonly string[]) {
    const id = newId()
    await done(user, 'createShoppingList', { id, name })
    const items = names.map(one => ({ id: newId(), name: one, quantityToPurchase: 1 }))
    await done(user, 'createItems', { shoppingListId: id, items })
    return { id, items: items.map(item => item.id) }
  }
  const weekly = await list('Weekly', ['Milk', 'Bread', 'Eggs', 'Figs'])
  const cellar = await list('Cellar', ['Wine', 'Rum', 'Beer'])
  const binned = newId()
  await done(user, 'createShoppingList', { id: binned, name: 'Binned' })
  await done(user, 'deleteByIdShoppingList', { id: binned })
  const [config] = await done(user, 'getByFilterUserConfig', { filters: {} })
  const { id: filter } = await done(user, 'createSavedFilter', {
    kind: 'ITEMS',
    name: 'Cold',
    filter: '{}',
  })
  const place = (on: typeof weekly, other: typeof weekly, at: number): Place => ({
    item: on.items[at] ?? '',
    sibling: on.items[at + 2] ?? '',
    list: on.id,
    items: on.items,
    other: other.id,
    fresh: newId(),
    binned,
    config: config.id,
    filter,
  })
  return where =>
    where === 'other list'
      ? place(cellar, weekly, 0)
      : place(weekly, cellar, where === 'same item' ? 0 : 1)
}

/** Nothing of one meeting is there at the next. */
async function clear(user: TestUser): Promise<void> {
  const lists: readonly { readonly id: string }[] = await done(user, 'getAllShoppingList')
  await done(user, 'deleteByIdsShoppingList', { ids: lists.map(({ id }) => id) })
  const [{ id, savedFilters }] = await done(user, 'getByFilterUserConfig', { filters: {} })
  for (const filter of savedFilters) await done(user, 'deleteByIdSavedFilter', { id: filter.id })
  await done(user, 'updateUserConfig', { id, itemFilters: null })
}
