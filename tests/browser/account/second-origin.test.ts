/** Another site in the browser of somebody who is signed in: it changes nothing and signs nobody in or out. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { onTestFinished, test } from 'vitest'
import { anna, expect, expectAllSaved, makeList, setStage, signUp } from '../stage.ts'

/** Pages of somebody else, on another port of this machine. */
async function startOtherSite(): Promise<number> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Another site</title><body></body>')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** As a page may send it without asking anybody: its body is JSON that a form can spell. */
async function sendForm(page: Page, action: string, json: object): Promise<void> {
  const answered = page.waitForResponse(action)
  await page.evaluate(
    ({ action, json }) => {
      const form = document.createElement('form')
      const target = `frame-${document.forms.length}`
      Object.assign(form, { action, method: 'post', enctype: 'text/plain', target })
      const input = document.createElement('input')
      const [head = '', tail = ''] = JSON.stringify({ ...json, pad: '=' }).split('=')
      Object.assign(input, { name: head, value: tail })
      form.append(input)
      const frame = document.createElement('iframe')
      frame.name = target
      document.body.append(frame, form)
      form.submit()
    },
    { action, json },
  )
  await answered
}

test('forms, fetches and images of another origin change nothing, and sign nobody in or out', async () => {
  const stage = await setStage()
  const port = await startOtherSite()
  const page = await stage.device().open()
  await signUp(page, stage.url, anna)
  await makeList(page, 'Weekly shop')
  await expectAllSaved(page)
  const eve = { email: 'eve@example.org', password: 'a purple bicycle' }
  const other = await stage.device().open()
  await signUp(other, stage.url, eve)

  const mutation = { query: 'mutation { createShoppingList(name: "Planted") { id } }' }
  const login = { username: eve.email, password: eve.password }
  const calls = {
    '/graphql': mutation,
    '/auth/login': login,
    '/auth/change-email': { email: eve.email },
    '/auth/second-step': { required: false },
    '/auth/sessions/end-others': {},
  }
  const seen: string[] = []
  page.on('response', response => {
    const { pathname } = new URL(response.url())
    if (pathname in calls || pathname === '/auth/logout')
      seen.push(`${pathname} ${response.status()}`)
  })
  // The same site by another port, whose requests carry the cookies, and another site altogether.
  for (const host of ['127.0.0.1', 'localhost']) {
    await page.goto(`http://${host}:${port}/`)
    for (const [path, body] of Object.entries(calls)) {
      await sendForm(page, stage.url + path, body)
      const answer = await page.evaluate(
        async ({ url, body }) => {
          const init = {
            method: 'POST',
            credentials: 'include',
            body: JSON.stringify(body),
          } as const
          const simple = await fetch(url, { ...init, mode: 'no-cors' }).catch(() => undefined)
          const asked = await fetch(url, {
            ...init,
            headers: { 'content-type': 'application/json', 'x-csrf-token': 'x' },
          }).catch(() => undefined)
          // What came back cannot be read, and what asks beforehand is not sent.
          return [simple?.type ?? 'opaque', asked === undefined]
        },
        { url: stage.url + path, body },
      )
      expect(answer).toEqual(['opaque', true])
    }
    await page.evaluate(
      url =>
        new Promise<void>(resolve => {
          const image = new Image()
          image.onload = () => resolve()
          image.onerror = () => resolve()
          image.src = `${url}/auth/logout`
        }),
      stage.url,
    )
    const token = await page.evaluate(
      url => fetch(`${url}/csrftoken`, { credentials: 'include' }).then(String, () => 'unreadable'),
      stage.url,
    )
    expect(token).toBe('unreadable')
  }
  // Forms and simple fetches of both; the image is refused before the page hears of it.
  expect(seen.length).toBeGreaterThanOrEqual(10)
  // Refused where they came with the cookies; none was done.
  expect(seen.filter(line => !/ (403|401)$/.test(line))).toEqual([])

  await page.goto(`${stage.url}/product/account`)
  await expect(page.getByText(`Signed in as ${anna.email}`)).toBeVisible()
  const client = await stage.truth(anna)
  const { getAllShoppingList } = await client.ask<{
    readonly getAllShoppingList: readonly { readonly name: string }[]
  }>('query { getAllShoppingList { name } }')
  expect(getAllShoppingList.map(({ name }) => name)).toEqual(['Weekly shop'])
})
