/**
 * The two other engines that people have, Firefox's and Safari's: one journey, the same in each. They are asked for,
 * by `AISLE_ENGINES=1`, since few machines have both.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, onTestFinished, test } from 'vitest'
import { signUpByApi } from '../../support/browser/browser-api.ts'
import type { Engine, EngineBrowser, Tab } from '../../support/browser/engines/engine.ts'
import { firefox } from '../../support/browser/engines/firefox.ts'
import { webkit } from '../../support/browser/engines/webkit.ts'
import { budget, howMany } from '../../support/depth.ts'
import { anna, expect, itemsOnServer, nameOf, type Stage, setStage } from '../stage.ts'

const isAskedFor = process.env.AISLE_ENGINES === '1'
const engines = [firefox, webkit]
const kills = howMany('AISLE_ENGINE_KILLS', 3, 10)
const listName = 'Weekly shop'

/** A row as it is shown, and whether it says that it waits. */
interface Row {
  readonly name: string
  readonly ticked: boolean
  readonly waits: boolean
}

interface House {
  readonly stage: Stage
  /** Of the list. */
  readonly address: string
  /** The one that runs now. */
  browser(): EngineBrowser
  /** After the one before was closed or killed, with what that had kept. */
  reopen(): Promise<Tab>
  readonly tab: Tab
}

describe.runIf(isAskedFor).each(engines)('$name', engine => {
  test('what is done without a network outlives the page, and is done once', async () => {
    const { stage, tab } = await enter(engine)
    await add(tab, 'Apples', 'Bread')
    await tick(tab, 'Apples')
    await expectSaved(stage, { Apples: true, Bread: false }, tab)
    await untilWorkerIsReady(tab)

    await stage.proxy.unplug()
    await tab.reload()
    await expectItems(tab, { Apples: true, Bread: false })
    await add(tab, 'Cheese')
    await tick(tab, 'Bread')
    await expectWaiting(tab, 'Bread', 'Cheese')
    await tab.reload()
    await expectItems(tab, { Apples: true, Bread: true, Cheese: false })
    await expectWaiting(tab, 'Bread', 'Cheese')

    await stage.proxy.plug()
    await expectSaved(stage, { Apples: true, Bread: true, Cheese: false }, tab)
  })

  test('two tabs share an edit, also without a network', async () => {
    const { stage, tab, address, browser } = await enter(engine)
    await untilWorkerIsReady(tab)
    const other = await browser().openTab()
    await other.goto(address)
    await add(other, 'Apples')
    await expectSaved(stage, { Apples: false }, tab, other)

    await stage.proxy.unplug()
    await tick(tab, 'Apples')
    await expectItems(other, { Apples: true })
    await add(other, 'Bread')
    await expectItems(tab, { Apples: true, Bread: false })
    for (const one of [tab, other]) await expectWaiting(one, 'Apples', 'Bread')

    await stage.proxy.plug()
    await expectSaved(stage, { Apples: true, Bread: false }, tab, other)
  })

  test('a list of 300 is scrolled to its end, and its rows are there', async () => {
    const names = Array.from({ length: 300 }, (_, at) => nameOf(at))
    const { tab } = await enter(engine, names)
    for (const [share, name] of [
      [0, names[0]],
      [0.5, names[150]],
      [1, names[299]],
      [0, names[0]],
    ] as const) {
      await tab.run(scrollTo, share)
      await expect
        .poll(() => tab.run(namesInSight), { timeout: 20_000, message: `at ${share}` })
        .toContain(name)
    }
    expect((await tab.run(shownRows)).length, 'only those near are drawn').toBeLessThan(100)
  })

  test.runIf(engine.keepsProfile)(
    `killed in a burst without a network, ${kills} times: what was said to wait is there, once`,
    { timeout: 100_000 + budget(kills, 30) },
    async () => {
      const house = await enter(engine)
      const { stage } = house
      await untilWorkerIsReady(house.tab)
      // Cookies are written some seconds late, but where the browser is closed.
      await house.browser().close()
      let tab = await house.reopen()
      await expectSaved(stage, {}, tab)
      await stage.proxy.unplug()

      const said = new Set<string>()
      for (let round = 1; round <= kills; round += 1) {
        const burst = Array.from({ length: 4 + 2 * round }, (_, at) => nameOf(round, at))
        await type(tab, burst)
        await expect.poll(() => namesThatWait(tab), { timeout: 20_000 }).toContain(burst[0])
        for (const name of await namesThatWait(tab)) said.add(name)
        await house.browser().kill()
        tab = await house.reopen()
        await expect
          .poll(() => namesThatWait(tab), { timeout: 20_000, message: 'kept, as it said' })
          .toEqual(expect.arrayContaining([...said]))
        const names = await namesThatWait(tab)
        expect(names.toSorted(), 'nothing is there twice').toEqual([...new Set(names)].toSorted())
      }

      const kept = (await namesThatWait(tab)).map(name => [name, false] as const)
      await stage.proxy.plug()
      await expectSaved(stage, Object.fromEntries(kept), tab)
    },
  )
})

/** Somebody new with one list, who has signed in by keyboard and looks at it. */
async function enter(engine: Engine, names: readonly string[] = []): Promise<House> {
  const stage = await setStage()
  const client = await signUpByApi(stage.server.url, anna)
  const id = crypto.randomUUID()
  await client.ask(
    'mutation ($id: ID!, $name: String!, $items: [NewItemInput!]) { createShoppingList(id: $id, name: $name, items: $items) { id } }',
    { id, name: listName, items: names.map(name => ({ name })) },
  )

  const profile = mkdtempSync(join(tmpdir(), 'aisle-engine-'))
  const address = `${stage.url}/product?list=${id}`
  let running: EngineBrowser | undefined
  onTestFinished(async () => {
    await running?.kill()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  })
  running = await engine.start(profile)
  function browser() {
    if (running === undefined) throw new Error('The browser is not running.')
    return running
  }
  const tab = await browser().openTab()
  // Whoever is not signed in is asked to, and led back.
  await tab.goto(address)
  await tab.click('input[type=email]')
  await tab.type(anna.email)
  await tab.click('input[type=password]')
  await tab.type(`${anna.password}\n`)
  await expect.poll(() => tab.run(() => location.href), { timeout: 20_000 }).toBe(address)
  await expectSync(tab, 'All changes saved')
  return {
    ...{ stage, address, tab, browser },
    async reopen() {
      running = undefined
      running = await engine.start(profile)
      const opened = await running.openTab()
      await opened.goto(address)
      return opened
    },
  }
}

/** By keyboard, as one does: Enter adds and the box stays ready. */
async function type(tab: Tab, names: readonly string[]): Promise<void> {
  await tab.click('[aria-label="Add an item"]')
  for (const name of names) await tab.type(`${name}\n`)
}

async function add(tab: Tab, ...names: readonly string[]): Promise<void> {
  await type(tab, names)
  for (const name of names) {
    const shown = () => tab.run(shownRows)
    await expect
      .poll(async () => (await shown()).map(row => row.name), { timeout: 20_000 })
      .toContain(name)
  }
}

async function tick(tab: Tab, name: string): Promise<void> {
  await tab.click(`li:has([aria-label="Edit ${name}"]) input[type=checkbox]`)
}

/** Each once, in whatever order. */
async function expectItems(tab: Tab, items: Readonly<Record<string, boolean>>): Promise<void> {
  const shown = async () => (await tab.run(shownRows)).map(({ name, ticked }) => [name, ticked])
  await expect
    .poll(async () => (await shown()).toSorted(), { timeout: 20_000 })
    .toEqual(Object.entries(items).toSorted())
}

async function namesThatWait(tab: Tab): Promise<readonly string[]> {
  return (await tab.run(shownRows)).filter(({ waits }) => waits).map(({ name }) => name)
}

/** The rows that say so, and no other, and the connection line with them. */
async function expectWaiting(tab: Tab, ...names: readonly string[]): Promise<void> {
  const waiting = async () => (await namesThatWait(tab)).toSorted()
  await expect.poll(waiting, { timeout: 20_000 }).toEqual(names.toSorted())
  await expectSync(tab, `Offline – ${names.length} changes waiting`)
}

/** The server has them, each once, the tabs show them and say that all is saved, and nothing waits on the device. */
async function expectSaved(
  { truth }: Stage,
  items: Readonly<Record<string, boolean>>,
  ...tabs: readonly Tab[]
): Promise<void> {
  const client = await truth(anna)
  await expect.poll(() => itemsOnServer(client, listName), { timeout: 60_000 }).toEqual(items)
  for (const tab of tabs) {
    // The line does not tell of an answer that takes but a moment.
    await expect.poll(() => tab.run(countKeptEdits), { timeout: 60_000 }).toBe(0)
    await expectItems(tab, items)
    await expectSync(tab, 'All changes saved')
  }
}

async function expectSync(tab: Tab, words: string): Promise<void> {
  const said = () =>
    tab.run(() => document.querySelector('[aria-label=Sync]')?.textContent?.trim() ?? '')
  await expect.poll(said, { timeout: 60_000 }).toBe(words)
}

/** The worker that answers without a network runs, and has all that the app needs. */
async function untilWorkerIsReady(tab: Tab): Promise<void> {
  await tab.run(async () => {
    await navigator.serviceWorker.ready
  })
}

/** In the page: all rows that are drawn, the trolley unfolded. */
function shownRows(): readonly Row[] {
  const trolley = [...document.querySelectorAll('button')].find(({ textContent }) =>
    textContent.trim().startsWith('In the trolley'),
  )
  if (trolley?.ariaExpanded === 'false') trolley.click()
  return [...document.querySelectorAll('li:has([aria-label^="Edit "])')].map(row => ({
    name: row.querySelector('[aria-label^="Edit "]')?.ariaLabel?.replace(/^Edit /, '') ?? '',
    ticked: row.querySelector<HTMLInputElement>('input[type=checkbox]')?.checked === true,
    waits: /waiting$/.test(row.textContent.trim()),
  }))
}

/** In the page: how many edits lie on the disk. */
async function countKeptEdits(): Promise<number> {
  const databases = await indexedDB.databases()
  const name = databases.find(one => one.name?.startsWith('aisle-outbox'))?.name ?? ''
  const answer = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const database = await answer(indexedDB.open(name))
  const count = await answer(database.transaction('entries').objectStore('entries').count())
  database.close()
  return count
}

/** In the page. */
function scrollTo(share: number): void {
  const scroller = document.querySelector('[data-scroller]')
  scroller?.scrollTo(0, scroller.scrollHeight * share)
}

/** In the page: those of which the whole row is in the window. */
function namesInSight(): readonly string[] {
  return [...document.querySelectorAll('[aria-label^="Edit "]')].flatMap(button => {
    const { top, bottom, height } = button.getBoundingClientRect()
    const isSeen = height > 0 && top >= 0 && bottom <= innerHeight
    return isSeen ? [button.ariaLabel?.replace(/^Edit /, '') ?? ''] : []
  })
}
