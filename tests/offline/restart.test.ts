/**
 * The battery dies at any moment, with no network to mend it: what was said to be safe on the device is
 * still shown, in its place. AISLE_RESTARTS sets how many histories.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Offline } from '../../src/offline/offline.ts'
import { budget, chance, howMany } from '../support/depth.ts'
import { startTestServer, type TestServer } from '../support/server/server.ts'
import { createDevice, type Device, visibleState } from '../support/simulation/device.ts'
import { anyHappening, type Happening, happen } from '../support/simulation/shopper.ts'

const histories = howMany('AISLE_RESTARTS', 20, 200)

test('a restart without a network shows what was shown before', {
  timeout: budget(histories, 2),
}, async () => {
  await using server = await startTestServer()
  await fc.assert(
    fc.asyncProperty(fc.array(anyHappening(1), { minLength: 5, maxLength: 40 }), happenings =>
      history(server, happenings),
    ),
    {
      numRuns: histories,
      ...chance(20261121),
    },
  )
})

async function history(server: TestServer, happenings: readonly Happening[]): Promise<void> {
  const user = await server.buildUser()
  const device = createDevice({ userId: user.id, client: user })
  try {
    await device.openPage()
    await device.rest()
    for (const happening of happenings) {
      await happen([device], happening)
      await device.rest(happening.value % 400)
      if (happening.pick % 3 === 0) await restart(device)
    }
  } finally {
    device.kill()
  }
}

async function restart(device: Device): Promise<void> {
  const shown = whatIsRead(device.page.offline)
  device.setConnected(false)
  device.kill()
  await device.openPage()
  expect(whatIsRead(device.page.offline)).toEqual(shown)
  device.setConnected(true)
}

/** Without what only the server can know: its times, and the numbers behind the order. */
function whatIsRead(offline: Offline): unknown {
  return JSON.parse(
    JSON.stringify(visibleState(offline), (key, value) =>
      ['createdAt', 'updatedAt', 'order', 'revision', 'userId'].includes(key) ? undefined : value,
    ),
  )
}
