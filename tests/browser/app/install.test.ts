import { test } from 'vitest'
import { anna, expect, setStage, signUp } from '../stage.ts'

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
