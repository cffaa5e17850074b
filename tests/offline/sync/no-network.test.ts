/** The browser says that there is no network: what was not sent was not tried. */
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { tickItem } from '../../../src/cache/edits/item-edits.ts'
import type { Network, SendOptions } from '../../../src/offline/sync/network.ts'
import { openDevice } from '../../cache/undo-device.ts'

test('no try is counted, the device knows that it is offline, and “Send now” tries all the same', async () => {
  const asked: SendOptions[] = []
  const network: Network = {
    async send(_document, _variables, options) {
      asked.push(options)
      return { kind: 'outage', cause: options.anyway ? 'unreachable' : 'offline' }
    },
    listen: () => ({ close() {} }),
  }
  const { plain } = await openDevice({ Shop: ['Milk'] }, { network })
  await plain.perform(tickItem, { id: 'milk', purchased: true }).durable
  await setTimeout(0)
  expect(plain.sync.get()).toMatchObject({ waiting: 1, reachable: false })
  expect(plain.waiting.get()).toMatchObject([{ attempts: 0 }])
  expect(asked.some(options => options.anyway)).toBe(false)

  await plain.sendNow()
  expect(asked.some(options => options.anyway)).toBe(true)
  expect(plain.waiting.get()).toMatchObject([{ attempts: 1, lastCause: 'unreachable' }])
  await plain.close()
})

test('where nothing waits, “Check now” asks all the same, and what asks by itself does not', async () => {
  const asked: SendOptions[] = []
  const network: Network = {
    async send(_document, _variables, options) {
      asked.push(options)
      return { kind: 'outage', cause: options.anyway ? 'unreachable' : 'offline' }
    },
    listen: () => ({ close() {} }),
  }
  const { plain } = await openDevice({}, { network })
  await setTimeout(0)
  expect(await plain.refresh()).toBe(false)
  expect(asked.some(options => options.anyway)).toBe(false)
  expect(await plain.refresh({ anyway: true })).toBe(false)
  expect(asked.at(-1)).toMatchObject({ anyway: true, waitedFor: false })
  await plain.close()
})
