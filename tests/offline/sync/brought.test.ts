/** Hints that bring what changed: shown without a question, and never older than what is shown already. */
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { createItem, tickItem } from '../../../src/cache/edits/item-edits.ts'
import { createShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { budget, chance, howMany } from '../../support/depth.ts'
import { startTestServer, type TestServer, type TestUser } from '../../support/server/server.ts'
import {
  createDevice,
  type Device,
  type Page,
  visibleState,
} from '../../support/simulation/device.ts'
import { anyHappening, happen } from '../../support/simulation/shopper.ts'

describe('a device with two tabs', () => {
  let user: TestUser
  let device: Device
  let leader: Page
  let follower: Page
  const list = newId()
  const milk = newId()

  beforeEach(async () => {
    const server = await startTestServer()
    user = await server.buildUser()
    device = createDevice({ userId: user.id, client: user })
    leader = await device.openPage()
    await leader.offline.perform(createShoppingList, { id: list, name: 'Weekly' }).durable
    await leader.offline.perform(createItem, { id: milk, shoppingListId: list, name: 'Milk' })
      .durable
    await device.rest()
    follower = await device.openPage()
    await device.rest()
    return async () => {
      device.kill()
      await server.close()
    }
  })

  const rename = (name: string, id = milk) =>
    user.graphql('mutation ($id: ID!, $name: String) { updateItem(id: $id, name: $name) { id } }', {
      id,
      name,
    })
  const names = () => device.pages.map(({ offline }) => offline.peek(`Item:${milk}`)?.name)
  const asked = () => leader.network.delivered.length
  async function hintNow(ofList = list) {
    const hint = await leader.network.hintOf(ofList)
    if (!hint) throw new Error('There is no list.')
    return hint
  }

  test('both show it at once, and nothing is asked', async () => {
    await rename('Oat milk')
    const before = asked()
    leader.network.hint(await hintNow())
    await device.rest(0)
    expect(names()).toEqual(['Oat milk', 'Oat milk'])
    await device.rest()
    expect(asked()).toBe(before)
    // The next one builds on it.
    await rename('Soy milk')
    leader.network.hint(await hintNow())
    await device.rest()
    expect(names()).toEqual(['Soy milk', 'Soy milk'])
    expect(asked()).toBe(before)
  })

  test('what came before is missing: all of it is asked for', async () => {
    follower.kill()
    await user.graphql(
      'mutation ($id: ID!) { createItem(shoppingListId: $id, name: "Eggs") { id } }',
      {
        id: list,
      },
    )
    await rename('Oat milk')
    const before = asked()
    leader.network.hint(await hintNow())
    await device.rest()
    expect(asked()).toBe(before + 1)
    expect(visibleState(leader.offline)).toMatchObject([
      { items: [{ name: 'Oat milk' }, { name: 'Eggs' }] },
    ])
  })

  /** Every value of the field that was shown, one after the other. */
  function shownOf(page: Page, field: string) {
    const values: unknown[] = []
    function note() {
      const value = page.offline.peek(`Item:${milk}`)?.[field]
      if (value !== values.at(-1)) values.push(value)
    }
    note()
    page.offline.onChanged(note)
    return values
  }

  test('what is older than one’s own edit undoes nothing, not for a moment', async () => {
    await rename('Oat milk')
    const hint = await hintNow()
    const shown = shownOf(leader, 'purchased')
    await leader.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await device.rest(0)
    expect(leader.offline.waiting.get()).toEqual([])
    leader.network.hint(hint)
    await device.rest()
    expect(shown).toEqual([false, true])
    expect(names()).toEqual(['Oat milk', 'Oat milk'])
  })

  test('of one’s own edit it tells what is known: nothing is asked, and what others do then is taken', async () => {
    await leader.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await device.rest(0)
    const before = asked()
    leader.network.hint(await hintNow())
    await device.rest()
    expect(asked()).toBe(before)
    await rename('Oat milk')
    leader.network.hint(await hintNow())
    await device.rest()
    expect(asked()).toBe(before)
    expect(names()).toEqual(['Oat milk', 'Oat milk'])
    expect(leader.offline.peek(`Item:${milk}`)).toMatchObject({ purchased: true })
  })

  test('the same where it comes before the answer', async () => {
    leader.network.faults.push('late')
    const before = asked()
    void leader.offline.perform(tickItem, { id: milk, purchased: true })
    await device.rest(0)
    leader.network.hint(await hintNow())
    await device.rest(100)
    leader.network.releaseLate()
    await device.rest()
    expect(asked()).toBe(before + 1)
    expect(leader.offline.waiting.get()).toEqual([])
  })

  test.each([
    ['the same list', false],
    ['another list', true],
  ])('what others do to %s while an edit is under way shows with its answer', async (_, other) => {
    const soap = newId()
    const home = newId()
    await leader.offline.perform(createShoppingList, { id: home, name: 'Home' }).durable
    await leader.offline.perform(createItem, { id: soap, shoppingListId: home, name: 'Soap' })
      .durable
    await device.rest()
    leader.network.faults.push('late')
    const before = asked()
    void leader.offline.perform(tickItem, { id: milk, purchased: true })
    await device.rest(0)
    const own = await hintNow()
    await rename('Better', other ? soap : milk)
    const theirs = await hintNow(other ? home : list)
    for (const hint of other ? [theirs, own] : [own, theirs]) leader.network.hint(hint)
    await device.rest(0)
    leader.network.releaseLate()
    await device.rest()
    for (const { offline } of device.pages) {
      expect(offline.peek(`Item:${other ? soap : milk}`)?.name).toBe('Better')
      expect(offline.peek(`Item:${milk}`)?.purchased).toBe(true)
    }
    expect(asked()).toBe(before + 1)
  })

  test('where somebody else came between, it is asked for', async () => {
    await rename('Oat milk')
    await leader.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await device.rest(0)
    const before = asked()
    leader.network.hint(await hintNow())
    await device.rest()
    expect(asked()).toBe(before + 1)
    expect(names()).toEqual(['Oat milk', 'Oat milk'])
  })

  test('what is older undoes nothing where the question after it failed either', async () => {
    await rename('Oat milk')
    const hint = await hintNow()
    const shown = shownOf(leader, 'purchased')
    await leader.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await device.rest(0)
    leader.network.faults.push('lost', 'lost', 'lost', 'lost')
    await device.rest(450)
    leader.network.hint(hint)
    await device.rest(60_000)
    expect(shown).toEqual([false, true])
  })

  test('an answer that was under way undoes nothing that was heard meanwhile', async () => {
    await rename('Oat milk')
    const shown = shownOf(leader, 'name')
    leader.network.faults.push('late')
    void leader.offline.refresh()
    await device.rest(0)
    leader.network.hint(await hintNow())
    await rename('Soy milk')
    leader.network.hint(await hintNow())
    await device.rest(0)
    leader.network.releaseLate()
    await device.rest()
    expect(shown).toEqual(['Milk', 'Oat milk', 'Soy milk'])
  })

  test('nor what was done and answered meanwhile', async () => {
    await rename('Oat milk')
    const shown = shownOf(leader, 'purchased')
    leader.network.faults.push('late')
    void leader.offline.refresh()
    await device.rest(0)
    await leader.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await device.rest(0)
    leader.network.releaseLate()
    await device.rest()
    expect(shown).toEqual([false, true])
    expect(leader.offline.sync.get().waiting).toBe(0)
  })

  test('what was made and told already is not shown as it was made while its answer is lost', async () => {
    const { offline, network } = leader
    const eggs = newId()
    network.faults.push('answer-lost')
    offline.perform(createItem, { id: eggs, shoppingListId: list, name: 'Eggs' })
    await device.rest(0)
    await user.graphql(
      'mutation ($id: ID!, $name: String) { updateItem(id: $id, name: $name) { id } }',
      { id: eggs, name: 'Six eggs' },
    )
    await offline.refresh()
    expect(offline.sync.get().waiting).toBe(1)
    expect(offline.peek(`Item:${eggs}`)).toMatchObject({ name: 'Six eggs' })
    await device.rest()
    expect(visibleState(offline)).toMatchObject([
      { items: [{ name: 'Milk' }, { name: 'Six eggs' }] },
    ])
  })

  test('what comes while an answer is under way shows at once, and nothing more is asked', async () => {
    const shown = device.pages.map(page => shownOf(page, 'name'))
    leader.network.faults.push('late')
    void leader.offline.refresh()
    await device.rest(0)
    await rename('Oat milk')
    const before = asked()
    leader.network.hint(await hintNow())
    await device.rest(0)
    expect(names()).toEqual(['Oat milk', 'Oat milk'])
    leader.network.releaseLate()
    await device.rest()
    expect(shown).toEqual(device.pages.map(() => ['Milk', 'Oat milk']))
    expect(asked()).toBe(before)
  })

  test('an item that moved to this list while an older answer is under way is not lost with the list it left', async () => {
    const market = newId()
    const eggs = newId()
    await leader.offline.perform(createShoppingList, { id: market, name: 'Market' }).durable
    await leader.offline.perform(createItem, { id: eggs, shoppingListId: market, name: 'Eggs' })
      .durable
    // With more changes than the other list, this one takes a step of one with the move, which a hint can bring.
    for (const name of ['Oat milk', 'Soy milk', 'Rice milk']) await rename(name)
    void leader.offline.refresh()
    await device.rest()
    const change = (variables: object) =>
      user.graphql(
        'mutation ($id: ID!, $name: String, $shoppingListId: ID) { updateItem(id: $id, name: $name, shoppingListId: $shoppingListId) { id } }',
        { id: eggs, ...variables },
      )
    await change({ name: 'Ten eggs' })
    leader.network.faults.push('late')
    void leader.offline.refresh()
    await device.rest(0)
    await change({ shoppingListId: list })
    leader.network.hint(await hintNow())
    await device.rest(0)
    leader.network.releaseLate()
    await device.rest()
    for (const { offline } of device.pages) {
      expect(offline.peek(`Item:${eggs}`)).toMatchObject({ name: 'Ten eggs', shoppingListId: list })
    }
  })

  test('where all of it is asked for anew, a hint waits for the answer', async () => {
    const shown = shownOf(leader, 'name')
    leader.network.faults.push('late')
    void leader.offline.refresh({ hard: true })
    await device.rest(0)
    await rename('Oat milk')
    leader.network.hint(await hintNow())
    await device.rest(0)
    expect(shown).toEqual(['Milk'])
    leader.network.releaseLate()
    await device.rest()
    expect(shown).toEqual(['Milk', 'Oat milk'])
  })

  test('a tab that does not know yet that it leads no more leads nobody back', async () => {
    await rename('Oat milk')
    const late = await hintNow()
    await rename('Soy milk')
    void leader.offline.refresh()
    await device.rest()
    const shown = [leader, follower].map(page => shownOf(page, 'name'))
    leader.tab.post({ type: 'brought', hint: late })
    follower.tab.post({ type: 'brought', hint: late })
    await device.rest(0)
    expect(shown).toEqual([['Soy milk'], ['Soy milk']])
  })
})

const histories = howMany('AISLE_HINTED_HISTORIES', 10, 80)

test('random histories with hints, early and late', {
  timeout: budget(histories, 2),
}, async () => {
  await using server = await startTestServer()
  const anyHint = fc.record({
    device: fc.nat(1),
    what: fc.constantFrom('hint', 'lateHint'),
    pick: fc.nat(1000),
    value: fc.nat(1000),
  })
  const anything = fc.oneof(
    { weight: 2, arbitrary: anyHappening(2) },
    { weight: 1, arbitrary: anyHint },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { minLength: 10, maxLength: 40 }), async happenings => {
      await history(server, happenings)
    }),
    {
      numRuns: histories,
      ...chance(20261121),
    },
  )
})

type Happenings = readonly Parameters<typeof happen>[1][]

async function history(server: TestServer, happenings: Happenings): Promise<void> {
  const user = await server.buildUser()
  const devices = [0, 1].map(() => createDevice({ userId: user.id, client: user }))
  async function rest(ms: number) {
    for (const device of devices) await device.rest(ms)
  }
  for (const device of devices) await device.openPage()
  for (const happening of happenings) {
    const device = devices[happening.device]
    const isHint = happening.what === 'hint' || happening.what === 'lateHint'
    if (!isHint) await happen(devices, happening)
    else if (device) await tell(device, happening.pick, happening.what === 'lateHint')
    await rest(happening.value % 50)
  }
  for (const device of devices) {
    device.page.network.faults.length = 0
    device.page.visible.set(true)
    device.setConnected(true)
  }
  for (let round = 0; round < 3; round++) {
    for (const device of devices) device.page.network.releaseLate()
    await rest(65_000)
  }
  const fresh = createDevice({ userId: user.id, client: user })
  await fresh.openPage()
  await fresh.rest()
  const truth = visibleState(fresh.page.offline)
  for (const device of devices) {
    expect(device.page.offline.sync.get().waiting).toBe(0)
    expect(visibleState(device.page.offline)).toEqual(truth)
    expect(device.troubles).toEqual([])
  }
  for (const device of [fresh, ...devices]) device.kill()
}

/** As the event stream would, of one of the lists that the device shows. */
async function tell(device: Device, pick: number, late: boolean): Promise<void> {
  const { offline, network } = device.page
  const lists = offline.peek('ROOT_QUERY')?.getAllShoppingList
  if (!Array.isArray(lists) || lists.length === 0) return
  const hint = await network.hintOf(String(lists[pick % lists.length].__ref).split(':')[1] ?? '')
  if (!hint) return
  if (late) network.hintLate(hint)
  else network.hint(hint)
}
