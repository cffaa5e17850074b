/** The stream tells of every change, before its answer or behind it: it shows within seconds, and no device asks by itself. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Hint } from '../../../src/offline/sync/network.ts'
import { budget, chance, howMany } from '../../support/depth.ts'
import { startTestServer, type TestServer } from '../../support/server/server.ts'
import { createDevice, type Device, visibleState } from '../../support/simulation/device.ts'
import {
  anyHappening,
  gestureNames,
  type Happening,
  happen,
} from '../../support/simulation/shopper.ts'
import { watchMoves } from '../../support/simulation/sim-streams.ts'

/** They are short. */
const histories = 2 * howMany('AISLE_HINTED_HISTORIES', 10, 80)

test('random histories of two devices that hear of each change', {
  timeout: budget(histories, 4),
}, async () => {
  await using server = await startTestServer()
  const gestures = new Set(gestureNames())
  const ofStream = fc.record({
    device: fc.nat(1),
    what: fc.constantFrom('late', 'late', 'lateArrives', 'hold', 'flow', 'nothing'),
    pick: fc.nat(1000),
    value: fc.nat(1000),
  })
  const anything = fc.oneof(
    { weight: 3, arbitrary: anyHappening(2).filter(({ what }) => gestures.has(what)) },
    { weight: 2, arbitrary: ofStream },
  )
  await fc.assert(
    // In a long one the next change of a list has it asked for.
    fc.asyncProperty(fc.array(anything, { minLength: 3, maxLength: 8 }), async happenings => {
      await history(server, happenings)
    }),
    { numRuns: histories, ...chance(20261129) },
  )
})

async function history(server: TestServer, happenings: readonly Happening[]): Promise<void> {
  const { devices, streams, rest, fresh } = await openHouse(server)
  for (const happening of happenings) {
    const [device, stream] = [devices[happening.device], streams[happening.device]]
    if (happening.what === 'late') device?.page.network.faults.push('late')
    else if (happening.what === 'lateArrives') device?.page.network.releaseLate()
    else if (happening.what === 'hold') stream?.hold()
    else if (happening.what === 'flow') stream?.flow()
    else await happen(devices, happening)
    await rest(happening.value % 2 ? happening.value % 500 : 0)
  }
  for (const stream of streams) stream.flow()
  for (let round = 0; round < 4; round++) {
    for (const { page } of devices) {
      page.network.faults.length = 0
      page.network.releaseLate()
    }
    await rest(2_000)
  }
  const truth = await fresh()
  for (const { page, troubles } of devices) {
    expect(page.offline.sync.get().waiting).toBe(0)
    expect(visibleState(page.offline)).toEqual(truth)
    expect(troubles).toEqual([])
  }
  for (const device of devices) device.kill()
}

/** Two lists with two items each, known to both devices. */
async function openHouse(server: TestServer) {
  const user = await server.buildUser()
  const moves = watchMoves(server.db, [user.id])
  let telling = Promise.resolve()

  /** As the server does: what does not follow what is known is asked for. */
  async function tell(): Promise<void> {
    for (const { id, revision } of await moves()) {
      const hint = await devices[0]?.page.network.hintOf(id)
      for (const stream of streams) stream.hear(hint ?? { id, revision })
    }
  }

  const client: typeof user = {
    ...user,
    async fetch(path, init) {
      const response = await user.fetch(path, init)
      if (String(init?.body).includes('mutation')) {
        telling = telling.then(tell)
        await telling
      }
      return response
    },
  }
  const devices = [1, 2].map(() => createDevice({ userId: user.id, client }))
  const streams = devices.map(streamOf)

  async function rest(ms: number): Promise<void> {
    for (const device of devices) await device.rest(ms)
  }
  for (const device of devices) {
    // Whoever looks asks every half minute.
    ;(await device.openPage()).visible.set(false)
  }
  await rest(500)
  const first = { device: 0, pick: 0 }
  for (const value of [1, 2]) await happen(devices, { ...first, what: 'newList', value })
  for (const value of [1, 2, 3, 4]) {
    await happen(devices, { ...first, what: 'add', pick: value, value })
  }
  await rest(2_000)
  return {
    devices,
    streams,
    rest,
    async fresh() {
      const another = createDevice({ userId: user.id, client: user })
      await another.openPage()
      await another.rest()
      const state = visibleState(another.page.offline)
      another.kill()
      return state
    },
  }
}

/** What one device hears, in its order. */
function streamOf(device: Device) {
  const held: Hint[] = []
  let isHeld = false
  return {
    hear(hint: Hint) {
      if (isHeld) held.push(hint)
      else device.page.network.hint(hint)
    },
    hold() {
      isHeld = true
    },
    flow() {
      isHeld = false
      for (const hint of held.splice(0)) device.page.network.hint(hint)
    },
  }
}
