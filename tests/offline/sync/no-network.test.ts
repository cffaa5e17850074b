/** The browser says that there is no network: what was not sent was not tried. */
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createItem, deleteItem, tickItem } from '../../../src/cache/edits/item-edits.ts'
import type { Network, Outcome, SendOptions } from '../../../src/offline/sync/network.ts'
import { operationName } from '../../../src/offline/sync/track-calls.ts'
import { listId, openDevice } from '../../cache/undo-device.ts'

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

test('what could not be sent is not sent once it is pointless', async () => {
  const network: Network = {
    send: async () => ({ kind: 'outage', cause: 'offline' }),
    listen: () => ({ close() {} }),
  }
  const { plain } = await openDevice({ Shop: [] }, { network })
  const eggs = { id: 'eggs', shoppingListId: listId('Shop'), name: 'Eggs' }
  await plain.perform(createItem, eggs).durable
  await setTimeout(0)
  await plain.perform(deleteItem, { id: 'eggs' }).durable
  expect(plain.waiting.get()).toEqual([])
  await plain.close()
})

test('what left the device once counts as sent, though it could not be sent again', async () => {
  let isTickTaken = false
  const together: Outcome<never>[] = [
    { kind: 'outage', cause: 'unreachable' },
    { kind: 'outage', cause: 'offline' },
  ]
  const none = { kind: 'outage', cause: 'offline' } as const
  const network: Network = {
    send: async document =>
      isTickTaken && operationName(document) === 'updateItem'
        ? { kind: 'answer', data: {} as never }
        : none,
    batches: {
      fitting: requests => requests.length,
      async send() {
        isTickTaken = true
        const outcome = together.shift()
        return outcome?.kind === 'outage' ? outcome : none
      },
    },
    listen: () => ({ close() {} }),
  }
  const { plain } = await openDevice({ Shop: ['Milk'] }, { network })
  await plain.perform(tickItem, { id: 'milk', purchased: true }).durable
  for (const id of ['eggs', 'figs']) {
    await plain.perform(createItem, { id, shoppingListId: listId('Shop'), name: id }).durable
  }
  await plain.sendNow()
  await plain.sendNow()
  expect(together).toEqual([])
  // The server may have the eggs: to drop the two would leave them there.
  await plain.perform(deleteItem, { id: 'eggs' }).durable
  expect(plain.waiting.get().map(({ name }) => name)).toEqual([
    'createItem',
    'createItem',
    'deleteItem',
  ])
  await plain.close()
})
