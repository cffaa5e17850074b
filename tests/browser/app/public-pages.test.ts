/** Who comes for the first time, with and without scripts. */
import AxeBuilder from '@axe-core/playwright'
import { describe, test } from 'vitest'
import { expect, expectAllSaved, setStage } from '../stage.ts'

const heading = { name: 'The shopping list that works where the signal does not' }

describe('the public pages', () => {
  test('are readable without JavaScript', async () => {
    const { url, device } = await setStage()
    const phone = device()
    await phone.open()
    const page = await phone.openTab()
    const session = await phone.context().newCDPSession(page)
    await session.send('Emulation.setScriptExecutionDisabled', { value: true })
    await page.goto(url)
    await expect(page.getByRole('heading', heading)).toBeVisible()
    await page.getByRole('link', { name: 'Blog' }).click()
    const post = page.getByRole('link', { name: 'Aisle 0.3.0' })
    expect((await post.boundingBox())?.height, 'as high as a finger is').toBeGreaterThanOrEqual(48)
    await post.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Aisle 0.3.0' })).toBeVisible()
    await page.getByRole('link', { name: 'Privacy' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()
    const nowhere = await page.goto(`${url}/nowhere/at/all`)
    expect(nowhere?.status()).toBe(404)
    await expect(page.getByRole('heading', heading)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible()
  })

  test('show the app as dark as the page is', async () => {
    const { url, device } = await setStage()
    const page = await device().open()
    const picture = page.getByRole('img', { name: /^A shopping list on a phone/ })
    const shown = () => picture.evaluate(image => Reflect.get(image, 'currentSrc') as string)
    for (const [colorScheme, file] of [
      ['light', 'list-phone.png'],
      ['dark', 'list-phone-dark.png'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(url)
      await expect(picture).toBeVisible()
      await expect.poll(shown).toBe(`${url}/pictures/${file}`)
      expect(await picture.evaluate(image => Reflect.get(image, 'naturalWidth'))).toBe(585)
    }
    // What a person chose in the app stands above what the system says.
    await page.evaluate(() => localStorage.setItem('aisle.theme', 'light'))
    await page.goto(url)
    await expect.poll(shown).toBe(`${url}/pictures/list-phone.png`)
  })

  test('are taken over by the app without a gap, and have nothing for axe to complain of', async () => {
    const { url, device } = await setStage()
    const page = await device().open()
    const issues: string[] = []
    page.on('console', message => {
      if (message.type() === 'error' || message.type() === 'warning') issues.push(message.text())
    })
    const hosts = new Set<string>()
    page.on('request', request => hosts.add(new URL(request.url()).host))
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(globalThis, { seen })
      new MutationObserver(() => {
        const text = document.querySelector('#root')?.textContent ?? ''
        if (document.querySelector('#root') !== null) seen.push(text.slice(0, 40))
      }).observe(document, { childList: true, subtree: true })
    })
    for (const path of [
      '/',
      '/about',
      '/blog',
      '/blog/0-1-0',
      '/contact',
      '/privacy',
      '/inspect',
    ]) {
      await page.goto(`${url}${path}`)
      await page.evaluate(() => navigator.serviceWorker.ready)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect([path, violations.map(({ id, nodes }) => [id, nodes.map(node => node.html)])]).toEqual(
        [path, []],
      )
      if (path === '/') {
        const seen = await page.evaluate(() => Reflect.get(globalThis, 'seen') as string[])
        expect(seen.filter(text => text.includes('Loading'))).toEqual([])
      }
    }
    await page.goto(url)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
    expect([...hosts], 'nothing leaves for anybody else').toEqual([new URL(url).host])
    expect(issues).toEqual([])
  })

  test('a message lies at the bottom right', async () => {
    const { url, device } = await setStage()
    const page = await device().open({ width: 1280, height: 800 })
    await page.addInitScript(() => localStorage.setItem('aisle.reload-error', 'It was not loaded.'))
    await page.goto(url)
    const box = await page.getByText('It was not loaded.').boundingBox()
    expect(box?.x).toBeGreaterThan(640)
    expect(box?.y).toBeGreaterThan(600)
  })

  test('visits are counted where that is turned on, at its address alone, and never in the demo', async () => {
    const { url, device } = await setStage({
      SEND_ANALYTICS: 'true',
      ANALYTICS_URL: 'https://count.example.org/events',
    })
    const phone = device()
    const page = await phone.open()
    const events: string[] = []
    await phone.context().route('https://count.example.org/**', async route => {
      const body: { events: { event: string; info: string }[] } = route.request().postDataJSON()
      for (const { event, info } of body.events) events.push(`${event} ${info}`)
      await route.fulfill({ status: 204, headers: { 'access-control-allow-origin': '*' } })
    })
    await page.goto(`${url}/about?secret=1`)
    await expect.poll(() => events).toEqual(['user_visit_unknown ', 'page_view /about'])

    // Its address becomes /logout#left, which is the same page.
    await page.goto(`${url}/logout`)
    await page.getByText('Nothing of your lists is left on this device.').waitFor()
    await page.getByRole('link', { name: 'Start page' }).click()
    await page.getByRole('link', { name: 'Create an account' }).waitFor()
    const left = ['user_visit_unknown ', 'page_view /logout', 'page_view /']
    await expect.poll(() => events.slice(2)).toEqual(left)

    // Nor is anything kept that would be sent later.
    await page.goto(`${url}/demo/app`)
    const box = page.getByRole('textbox', { name: 'Add an item' })
    await box.fill('Oranges')
    await box.press('Enter')
    await expectAllSaved(page)
    await page.goto(`${url}/demo/product/friends`)
    await expect(page.getByRole('heading', { level: 1, name: 'Friends' })).toBeVisible()
    await expectAllSaved(page)
    const kept = () => page.evaluate(() => localStorage.getItem('demo.aisle.analytics'))
    expect(await kept(), 'what is done in the demo is counted by nobody').toBeNull()
    expect(events).toHaveLength(5)
  })
})
