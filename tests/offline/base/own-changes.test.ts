/** What belongs to a person alone, on their other device: the part that changed, and the rest as it was. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createFeedback } from '../../../src/cache/edits/feedback-edits.ts'
import { createSavedFilter } from '../../../src/cache/edits/saved-filter-edits.ts'
import {
  createShoppingList,
  updateShoppingList,
} from '../../../src/cache/edits/shopping-list-edits.ts'
import { updateUserConfig } from '../../../src/cache/edits/user-config-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { readOwnFeedback } from '../../../src/cache/records/own-feedback.ts'
import { changesPull } from '../../../src/cache/sync/changes.ts'
import { GetByFilterUserConfigDocument } from '../../../src/generated/operations.ts'
import type { Offline } from '../../../src/offline/offline.ts'
import { done } from '../../support/server/api.ts'
import { startTestServer } from '../../support/server/server.ts'
import { createDevice, type Page } from '../../support/simulation/device.ts'

async function open() {
  const server = await startTestServer()
  const user = await server.buildUser()
  const devices = [1, 2].map(() => createDevice({ userId: user.id, client: user }))
  const pages: Page[] = []
  for (const device of devices) pages.push(await device.openPage())
  /** Both send what waits, then hear of the other's. */
  async function rest() {
    for (const device of devices) await device.rest(1_000)
    for (const { offline } of pages) void offline.refresh()
    for (const device of devices) await device.rest(1_000)
  }
  await rest()
  const [phone, tablet] = pages.map(page => page.offline)
  if (!phone || !tablet) throw new Error('No page was opened.')
  async function close() {
    for (const device of devices) device.kill()
    await server.close()
  }
  return { server, user, phone, tablet, rest, [Symbol.asyncDispose]: close }
}

const configOf = ({ cache }: Offline) =>
  cache.readQuery({ query: GetByFilterUserConfigDocument })?.getByFilterUserConfig[0]

/** The question of a released client, to the letter. */
function askedBefore(): string {
  const path = new URL('../../contract/recorded/0.3.0.json', import.meta.url)
  const { sent } = JSON.parse(readFileSync(path, 'utf8'))
  const all: readonly { readonly operationName: string; readonly query: string }[] = sent.map(
    ({ body }: { readonly body: unknown }) => body,
  )
  return all.find(({ operationName }) => operationName === 'changes')?.query ?? ''
}

test('a favourite, a filter and a preference of the one reach the other, each by itself', async () => {
  await using house = await open()
  const { phone, tablet, rest } = house
  const list = newId()
  await phone.perform(createShoppingList, { id: list, name: 'Weekly' }).durable
  await phone.perform(createSavedFilter, {
    id: newId(),
    kind: 'ITEMS',
    name: 'Cold',
    filter: '{}',
  }).durable
  await rest()
  await phone.perform(updateShoppingList, { id: list, favourite: true }).durable
  await rest()
  expect(tablet.peek(`ShoppingList:${list}`)).toMatchObject({ favourite: true })
  expect(configOf(tablet)?.savedFilters).toMatchObject([{ name: 'Cold' }])
  const id = configOf(phone)?.id ?? ''
  await phone.perform(updateUserConfig, { id, itemConfirmDelete: true }).durable
  await rest()
  for (const device of [phone, tablet]) {
    expect(configOf(device)).toMatchObject({
      itemConfirmDelete: true,
      savedFilters: [{ name: 'Cold' }],
    })
  }
})

test('an answer of the team reaches every device, which need not ask for feedback', async () => {
  await using house = await open()
  const { server, user, phone, tablet, rest } = house
  const staff = await server.buildUser()
  await server.db.query
    .updateTable('user')
    .set({ role: 'SUPPORTL1' })
    .where('id', '=', staff.id)
    .execute()
  const id = newId()
  await phone.perform(createFeedback, { id, userId: user.id, feedback: 'It broke.', rating: 2 })
    .durable
  await rest()
  await done(staff, 'updateFeedback', { id, reply: 'Mended.', status: 'FIXED' })
  await rest()
  for (const { cache } of [phone, tablet]) {
    expect(readOwnFeedback(cache, user.id)).toMatchObject([
      { id, feedback: 'It broke.', reply: 'Mended.', status: 'FIXED' },
    ])
  }
})

test('what a tab of before was told, all of the account, is understood', async () => {
  await using house = await open()
  const { user, phone, rest } = house
  const list = newId()
  await phone.perform(createShoppingList, { id: list, name: 'Weekly' }).durable
  await rest()
  await done(user, 'updateShoppingList', { id: list, favourite: true }, { select: 'id' })
  const [config] = await done(user, 'getByFilterUserConfig', { filters: {} })
  await done(user, 'updateUserConfig', { id: config.id, itemConfirmDelete: true })
  await done(user, 'createSavedFilter', { kind: 'ITEMS', name: 'Cold', filter: '{}' })
  const known = [{ id: 'account', revision: 0 }]
  const { data } = await user.graphql(askedBefore(), { known })
  const { revision } = Object(data).changes.account
  expect(changesPull.learned(known, data)).toContainEqual({ id: 'account', revision })
  changesPull.apply(phone.cache as Parameters<typeof changesPull.apply>[0], data)
  expect(phone.peek(`ShoppingList:${list}`)).toMatchObject({ favourite: true })
  expect(configOf(phone)).toMatchObject({
    itemConfirmDelete: true,
    savedFilters: [{ name: 'Cold' }],
  })
  expect(phone.peek('Cursor:account')).toMatchObject({ revision })
})
