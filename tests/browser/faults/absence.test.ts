/**
 * Back after two weeks: many lists, and many edits that were never sent. `AISLE_ABSENT_LISTS` (of 190 items
 * each, so that as many as an account may have fit into it) and `AISLE_ABSENT_EDITS` say how many; 500 and 5,000
 * are what a device is to bear.
 */
import type { Page } from '@playwright/test'
import { test } from 'vitest'
import type { ApiClient } from '../../support/browser/browser-api.ts'
import { howMany } from '../../support/depth.ts'
import {
  anna,
  checkbox,
  expect,
  expectAllSaved,
  setStage,
  settleIn,
  signIn,
  signUp,
  syncLine,
} from '../stage.ts'

const lists = howMany('AISLE_ABSENT_LISTS', 5, 25)
const edits = howMany('AISLE_ABSENT_EDITS', 60, 250)
const itemsPerList = 190
const promised = lists >= 500 || edits >= 5_000
/** So much is not written in one go: who is back after two weeks has all of an account's pace to spend. */
const full = { ACCOUNT_PER_SECOND: '10000' }

test(`${edits} edits wait in ${lists} lists of ${itemsPerList}: opens offline, ticks, and sends them all`, {
  timeout: 60_000 + lists * 500 + edits * 60,
}, async () => {
  const { url, server, proxy, device, truth } = await setStage(promised ? full : {})
  const atHome = device()
  await signUp(await atHome.open(), server.url, anna)
  await atHome.close()
  const client = await truth(anna)
  await fillLists(client)
  const wanted = await itemsToTick(client)

  const phone = device()
  const first = await phone.open({ width: 1280, height: 800 })
  const signedInAt = Date.now()
  await signIn(first, url, anna)
  const links = first.getByRole('navigation', { name: 'Lists' }).getByRole('link')
  await expect(links.filter({ hasText: 'Shopping' })).toHaveCount(lists, { timeout: 600_000 })
  const address = await first.evaluate(async () => {
    await navigator.serviceWorker.ready
    return location.href
  })
  say(`all lists fetched after ${Date.now() - signedInAt} ms`)
  const settled = await settleIn(first, phone)
  await expectAllSaved(settled, 600_000)
  // They are in sight before they are on the disk, and whoever closes the app in that moment has none of them there.
  await expect
    .poll(() => countItemsOnDevice(settled), { timeout: 600_000 })
    .toBe(lists * itemsPerList)

  // Two weeks in the cellar, as the outbox of that time lies on the disk.
  await phone.close()
  const page = await phone.open()
  await page.goto(`${url}/healthz`)
  await storeTicks(page, wanted)
  await proxy.unplug()

  const openedAt = Date.now()
  await page.goto(address)
  await expect(syncLine(page)).toHaveText(`Offline – ${edits.toLocaleString('en')} changes waiting`)
  const list = page.getByRole('heading', { level: 1 })
  await expect(list).toContainText('Shopping')
  say(`opened after ${Date.now() - openedAt} ms`)
  const open = checkbox(page, `Thing ${Math.ceil(edits / lists) + 1}`)
  await expect(open).toBeVisible()
  const tickedAt = Date.now()
  await open.click()
  await expect(open).toBeChecked()
  say(`one tick seen after ${Date.now() - tickedAt} ms`)
  await expect(syncLine(page)).toHaveText(
    `Offline – ${(edits + 1).toLocaleString('en')} changes waiting`,
  )

  const pluggedAt = Date.now()
  await proxy.plug()
  await expectAllSaved(page, 60_000 + edits * 50)
  say(`all sent after ${Date.now() - pluggedAt} ms`)
  await expect(page.getByRole('region', { name: 'Could not be saved' })).toBeHidden()
  const ticked = (await askForItems(client)).filter(({ purchased }) => purchased)
  expect(ticked).toHaveLength(edits + 1)
  const ids = new Set(ticked.map(({ id }) => id))
  expect(wanted.filter(({ id }) => !ids.has(id))).toEqual([])
})

interface WantedTick {
  readonly id: string
  readonly listId: string
}

/** One list, and copies of it. */
async function fillLists(client: ApiClient): Promise<void> {
  const id = crypto.randomUUID()
  await client.ask(
    'mutation ($id: ID!) { createShoppingList(id: $id, name: "Shopping 1") { id } }',
    { id },
  )
  for (let at = 1; at <= itemsPerList; at += 1) {
    await client.ask(
      'mutation ($list: ID!, $name: String!) { createItem(shoppingListId: $list, name: $name) { id } }',
      { list: id, name: `Thing ${at}` },
    )
  }
  for (let at = 2; at <= lists; at += 1) {
    await client.ask(
      'mutation ($id: ID!, $name: String!) { copyShoppingList(id: $id, name: $name) { id } }',
      { id, name: `Shopping ${at}` },
    )
  }
}

/** The first rows of each list, as many of each. */
async function itemsToTick(client: ApiClient): Promise<readonly WantedTick[]> {
  const each = Math.ceil(edits / lists)
  return (await askForItems(client))
    .filter(({ name }) => Number(name.split(' ')[1]) <= each)
    .slice(0, edits)
}

interface AskedItem extends WantedTick {
  readonly name: string
  readonly purchased: boolean
}

/** List by list: all of them are more than one answer holds. */
async function askForItems(client: ApiClient): Promise<readonly AskedItem[]> {
  const { getAllShoppingList: all } = await client.ask<{
    readonly getAllShoppingList: readonly { readonly id: string }[]
  }>('query { getAllShoppingList { id } }')
  const asked: AskedItem[] = []
  for (const { id: listId } of all) {
    const { getByFilterItem: items } = await client.ask<{
      readonly getByFilterItem: readonly Omit<AskedItem, 'listId'>[]
    }>(
      'query ($id: ID) { getByFilterItem(filters: { shoppingListId: $id }) { id name purchased } }',
      { id: listId },
    )
    asked.push(...items.map(item => ({ ...item, listId })))
  }
  return asked
}

/** How many items the device keeps of what the server said. */
async function countItemsOnDevice(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const answer = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const cache = (await indexedDB.databases()).find(({ name }) => name?.startsWith('aisle-cache'))
    const database = await answer(indexedDB.open(cache?.name ?? ''))
    const values = await answer(database.transaction('base').objectStore('base').getAll())
    database.close()
    return new Set(values.join().match(/Item:[\da-f-]{36}/g)).size
  })
}

/** In the outbox's own format (`tests/offline/recorded`), by a page of the same address that is not the app. */
async function storeTicks(page: Page, ticks: readonly WantedTick[]): Promise<void> {
  await page.evaluate(async wanted => {
    const outbox = (await indexedDB.databases()).find(({ name }) =>
      name?.startsWith('aisle-outbox'),
    )
    const opening = indexedDB.open(outbox?.name ?? '')
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const transaction = database.transaction('entries', 'readwrite')
    const at = new Date(Date.now() - 14 * 86_400_000)
    for (const [index, { id, listId }] of wanted.entries()) {
      transaction.objectStore('entries').put({
        format: 1,
        id: crypto.randomUUID(),
        key: at.getTime() * 1000 + index,
        name: 'tickItem',
        at: at.toISOString(),
        variables: { id, purchased: true },
        attempts: 0,
        needs: [id, listId],
        creates: [],
        sentence: 'Tick',
      })
    }
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onerror = () => reject(transaction.error)
    })
    database.close()
  }, ticks)
}

/** Figures for docs/reliability.md; a test decides nothing by them. */
function say(figure: string): void {
  if (promised) process.stdout.write(`${figure}\n`)
}
