/** The support team at its desk, and somebody else before its door. */
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expect as expectNow, test } from 'vitest'
import { type ApiClient, signUpByApi } from '../../support/browser/browser-api.ts'
import { manyLooks, visit } from '../looks/looks.ts'
import { anna, expect, setStage, signUp } from '../stage.ts'

const ben = { email: 'ben-desk@example.org', password: 'seven quiet otters swim' }

/** Pages of 50, and one record more. */
const messages = 51

async function askedFor(page: Page): Promise<readonly string[]> {
  const resources = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  )
  return resources.filter(name => /\/assets\/desk-/.test(name))
}

test('staff filters, answers, classifies one and many, turns the pages and counts', {
  timeout: manyLooks,
}, async () => {
  // A server of its own: its first account is ADMIN.
  const { stage, page, lookAt, found } = await visit({ ACCOUNT_PER_SECOND: '1000' })
  await signUp(page, stage.url, anna)
  const sender = await signUpByApi(stage.server.url, ben)
  for (let n = 1; n <= messages; n += 1) {
    await sendFeedback(sender, `Message ${n} =1+1 <b>bold</b>`, 1 + (n % 5))
  }

  await page.goto(`${stage.url}/admin/feedback`)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages.getByRole('status')).toHaveText('1 to 50')
  expectNow(await askedFor(page)).toHaveLength(1)
  await lookAt('the desk')
  await pages.getByRole('button', { name: 'Older' }).click()
  await expect(pages.getByRole('status')).toHaveText('51 to 51')
  await pages.getByRole('button', { name: 'Newer' }).click()
  await expect(pages.getByRole('status')).toHaveText('1 to 50')

  // What people wrote is text, whatever it looks like.
  await page.getByRole('searchbox', { name: 'Text, name or address' }).fill('message 7 ')
  const seventh = page.getByRole('button', { name: 'Message 7 =1+1 <b>bold</b>' })
  await expect(page.getByRole('table', { name: 'Feedback' }).getByRole('row')).toHaveCount(2)
  await seventh.click()
  const open = page.getByRole('region', { name: 'Feedback of Anna Berg' })
  await open.getByRole('combobox', { name: 'Status' }).selectOption('Fixed')
  await open.getByRole('textbox', { name: 'Fixed in version' }).fill('0.4.0')
  await open.getByRole('textbox', { name: 'Reply' }).fill('Mended.')
  await open.getByRole('textbox', { name: 'Note' }).fill('It was the cache.')
  await lookAt('a record')
  await open.getByRole('button', { name: 'Save' }).click()
  await expect(open.getByRole('status')).toHaveText('Saved.')
  await open.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('searchbox', { name: 'Text, name or address' }).fill('')
  await page.getByRole('combobox', { name: 'Rating' }).selectOption('4')
  const some = page.getByRole('table', { name: 'Feedback' }).getByRole('row')
  await expect(some).toHaveCount(11)
  await page.getByRole('checkbox', { name: 'All that are shown' }).check()
  const bar = page.getByRole('toolbar', { name: 'What is chosen' })
  await expect(bar.getByText('10 chosen')).toBeVisible()
  await lookAt('several chosen')
  // One of them goes meanwhile.
  await sender.ask('mutation ($ids: [ID!]!) { deleteByIdsFeedback(ids: $ids) { status } }', {
    ids: [await idOf(sender, 'Message 43')],
  })
  await bar.getByRole('combobox', { name: 'Set status' }).selectOption('To do')
  await bar.getByRole('button', { name: 'Set', exact: true }).click()
  await expect(page.getByRole('list', { name: 'What failed' })).toHaveText(
    /^Message 43 .*not there any more/,
  )
  await expect(some).toHaveCount(10)
  await lookAt('one of several failed')

  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('row', { name: 'To do 9' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Fixed 1' })).toBeVisible()
  await page.getByText('The same as a table').click()
  await lookAt('the dashboard')
  for (const [link, heading] of [
    ['Users', 'Users'],
    ['Mail', 'Mail'],
    ['Log', 'Log'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toHaveCount(0)
    await lookAt(heading)
  }
  await expect(page.getByText('status TODO').first()).toBeVisible()
  expectNow(found()).toEqual([])

  const answers = await sender.ask<{ getAllFeedback: readonly Record<string, unknown>[] }>(
    '{ getAllFeedback { feedback reply note status fixedIn } }',
  )
  expectNow(answers.getAllFeedback).toContainEqual({
    feedback: 'Message 7 =1+1 <b>bold</b>',
    reply: 'Mended.',
    note: null,
    status: 'FIXED',
    fixedIn: '0.4.0',
  })
})

test('whatever the width of the window, records are opened, stepped through and left', async () => {
  const { stage, page } = await visit({ ACCOUNT_PER_SECOND: '1000' })
  await signUp(page, stage.url, anna)
  const sender = await signUpByApi(stage.server.url, ben)
  for (const feedback of ['The second one', 'The first one']) await sendFeedback(sender, feedback)
  await page.goto(`${stage.url}/admin/feedback`)
  const [first, second] = ['The first one', 'The second one'].map(name =>
    page.getByRole('button', { name, exact: true }),
  )
  if (!first || !second) throw new Error('There are no rows.')
  const open = page.getByRole('region', { name: 'Feedback of Anna Berg' })
  const table = page.getByRole('table', { name: 'Feedback' })
  const widthOf = async (one: Locator) => (await one.boundingBox())?.width ?? 0
  for (const width of [899, 900, 1024, 1199, 1200, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await first.click()
    expectNow(await widthOf(open), `record, ${width} px`).toBeGreaterThan(400)
    const isBeside = width >= 1200
    expectNow(await table.isVisible(), `the others beside it, ${width} px`).toBe(isBeside)
    if (isBeside) expectNow(await widthOf(first), `row, ${width} px`).toBeGreaterThan(150)
    await page.keyboard.press('j')
    await expect(open).toContainText('The second one')
    await page.keyboard.press('k')
    await expect(open).toContainText('The first one')
    await open.getByRole('button', { name: 'Close' }).click()
    await expect(first).toBeFocused()
    expectNow(await widthOf(second), `row alone, ${width} px`).toBeGreaterThan(150)
  }
})

test('for everybody else it is as if it were not there', async () => {
  const { server, url, device } = await setStage({ LOG_LEVEL: 'warn' })
  await signUpByApi(server.url, ben)
  const page = await device().open()
  await signUp(page, url, anna)
  await page.evaluate(() => navigator.serviceWorker.ready)
  for (const path of ['/admin', '/admin/feedback', '/admin/users', '/admin/anything']) {
    await page.goto(`${url}${path}`)
    await expect(page.getByRole('heading', { name: /^The shopping list that works/ })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Support' })).toHaveCount(0)
    expectNow(await askedFor(page)).toEqual([])
  }
  const kept = await page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const text = await (await cache.match(request))?.text()
        texts.push(`${request.url} ${text ?? ''}`)
      }
    }
    return texts
  })
  expectNow(kept.length).toBeGreaterThan(5)
  // What the desk alone says and asks.
  const own = ['Delete for good', 'All of this person', 'feedbackSummary', '/auth/users']
  expectNow(kept.filter(text => own.some(words => text.includes(words)))).toEqual([])
  const folder = process.env.BUILD_DIR ?? 'dist'
  expectNow(readFileSync(`${folder}/service-worker.js`, 'utf8')).not.toMatch(/assets\/desk-/)
})

async function sendFeedback(client: ApiClient, feedback: string, rating = 3): Promise<void> {
  await client.ask(
    'mutation ($feedback: String!, $rating: Float!) { createFeedback(feedback: $feedback, rating: $rating) { id } }',
    { feedback, rating },
  )
}

async function idOf(client: ApiClient, text: string): Promise<string> {
  const { getByFilterFeedback: all } = await client.ask<{
    getByFilterFeedback: readonly { readonly id: string }[]
  }>('query ($filters: FeedbackFilters!) { getByFilterFeedback(filters: $filters) { id } }', {
    filters: { text },
  })
  return all[0]?.id ?? ''
}
