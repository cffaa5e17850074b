/** What was painted is on the device, whenever the browser dies. */
import type { Page } from '@playwright/test'
import { test } from 'vitest'
import { counted } from '../../../rules/validation-issue.ts'
import { budget, howMany } from '../../support/depth.ts'
import {
  addItems,
  anna,
  checkbox,
  expect,
  expectAllSaved,
  expectItems,
  itemsOnServer,
  makeList,
  nameOf,
  saysKept,
  setStage,
  settleIn,
  shownItems,
  signUp,
  syncLine,
} from '../stage.ts'

const kills = howMany('AISLE_KILLS', 4, 25)
const ticks = howMany('AISLE_KILLED_TICKS', 3, 10)

const names = Array.from({ length: ticks }, (_, index) => nameOf(index))

test(`killed the moment a painted tick says that it is kept, ${ticks} times`, {
  timeout: budget(ticks, 15),
}, async () => {
  const { url, device, proxy, truth } = await setStage()
  const phone = device()
  const first = await phone.open()
  await signUp(first, url, anna)
  await makeList(first, 'Weekly shop')
  await addItems(first, ...names)
  await expectAllSaved(first)
  let page = await settleIn(first, phone)
  const address = page.url()
  await expectItems(page, Object.fromEntries(names.map(name => [name, false])))
  await proxy.unplug()

  const ticked: string[] = []
  for (const name of names) {
    await checkbox(page, name).check()
    await saysKept(page, name)
    await phone.kill()
    ticked.push(name)
    page = await phone.open()
    await page.goto(address)
    await expectItems(page, Object.fromEntries(names.map(one => [one, ticked.includes(one)])))
  }

  await proxy.plug()
  await expectAllSaved(page)
  expect(await itemsOnServer(await truth(anna), 'Weekly shop')).toEqual(
    Object.fromEntries(names.map(name => [name, true])),
  )
})

test(`killed at random moments of a burst of 20 edits, ${kills} times`, {
  timeout: budget(kills, 15),
}, async () => {
  const { url, device, proxy, truth } = await setStage()
  const phone = device()
  const first = await phone.open()
  await signUp(first, url, anna)
  await expectAllSaved(first)
  let page = await settleIn(first, phone)
  await proxy.unplug()

  const kept = new Map<string, Readonly<Record<string, boolean>>>()
  for (let round = 1; round <= kills; round += 1) {
    const listName = `Trip ${round}`
    await makeList(page, listName)
    // All that the rounds before left, and this list: only what the disk has is said to wait.
    const edits = [...kept.values()].reduce((sum, items) => sum + 1 + Object.keys(items).length, 1)
    await expect(syncLine(page)).toHaveText(
      new RegExp(`(^|\\s)${counted(edits, 'change')} waiting$`),
    )
    const address = page.url()
    const burst = Array.from({ length: 20 }, (_, index) => nameOf(round, index))
    const said = await typeUntilKilled(page, burst, () => phone.kill())
    page = await phone.open()
    await page.goto(address)
    await expect(page.getByRole('heading', { name: listName }), 'the list').toBeVisible()
    for (const name of said) await expect(checkbox(page, name), 'kept, as it said').toBeVisible()
    const shown = await shownItems(page)
    const survivors = Object.keys(shown)
    expect(survivors, 'a burst survives from its beginning').toEqual(
      burst.slice(0, survivors.length),
    )
    kept.set(listName, shown)
  }

  await proxy.plug()
  await expectAllSaved(page, 60_000 + kills * 2_000)
  const client = await truth(anna)
  for (const [listName, items] of kept) expect(await itemsOnServer(client, listName)).toEqual(items)
})

/** Types one item after the other; answers with those whose row said that they are kept, when the end came. */
async function typeUntilKilled(
  page: Page,
  names: readonly string[],
  kill: () => Promise<void>,
): Promise<readonly string[]> {
  await page.getByRole('textbox', { name: 'Add an item' }).click()
  const killed = new Promise(resolve => setTimeout(resolve, Math.random() * 1_500)).then(kill)
  const said: string[] = []
  try {
    for (const name of names) {
      await page.keyboard.insertText(name)
      await page.keyboard.press('Enter')
      await saysKept(page, name)
      said.push(name)
    }
  } catch {
    // The browser is gone.
  }
  await killed
  return said
}
