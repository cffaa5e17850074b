import { test } from 'vitest'
import { anna, expect, setStage, settleIn, signUp } from '../stage.ts'

test('the app can be installed, and starts without a network at /app', async () => {
  const { url, device, proxy } = await setStage()
  const phone = device()
  const page = await phone.open()
  await signUp(page, url, anna)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  const session = await phone.context().newCDPSession(page)
  await expect
    .poll(async () => (await session.send('Page.getInstallabilityErrors')).installabilityErrors)
    .toEqual([])
  const { data } = await session.send('Page.getAppManifest')
  const manifest = JSON.parse(data ?? '{}')
  expect(manifest).toMatchObject({ name: 'Aisle', start_url: '/app', display: 'standalone' })
  for (const { src, type } of manifest.icons) {
    const response = await fetch(`${url}${src}`)
    expect([src, response.status, response.headers.get('content-type')]).toEqual([src, 200, type])
  }

  await proxy.unplug()
  await page.goto(`${url}/app`)
  await expect(page.getByRole('button', { name: 'New list' }).first()).toBeVisible()
})

test('a page that no device keeps says so without a network, and leads to the lists', async () => {
  const { url, device, proxy } = await setStage()
  const phone = device()
  const opened = await phone.open()
  await signUp(opened, url, anna)
  const page = await settleIn(opened, phone)
  await proxy.unplug()
  for (const path of ['/about', '/privacy', '/blog/0-1-0']) {
    await page.goto(`${url}${path}`)
    await expect(page.getByRole('heading', { name: 'Not here yet' })).toBeVisible()
    await expect(page.getByText(/needs the network once/)).toBeVisible()
  }
  await page.getByRole('link', { name: 'Your lists' }).click()
  await expect(page.getByRole('button', { name: 'New list' }).first()).toBeVisible()
})
