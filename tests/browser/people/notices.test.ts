import { test } from 'vitest'
import { anna, expect, setStage, signUp } from '../stage.ts'

test('a message of the server is shown by the installed app, whatever page is open', async () => {
  const { url, device } = await setStage()
  const phone = device()
  const page = await phone.open()
  await phone.context().grantPermissions(['notifications'], { origin: url })
  await signUp(page, url, anna)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  const session = await phone.context().newCDPSession(page)
  const registered = new Promise<string>(resolve => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: url,
    registrationId: await registered,
    data: JSON.stringify({
      title: 'Anna added 4 things to Weekly shop',
      body: 'Milk',
      url: '/product/dashboard',
      tag: 'list',
    }),
  })
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const notices = await registration.getNotifications()
      return notices.map(({ title, body, data }) => ({ title, body, url: data.url }))
    })
  await expect
    .poll(shown, { timeout: 30_000 })
    .toEqual([
      { title: 'Anna added 4 things to Weekly shop', body: 'Milk', url: '/product/dashboard' },
    ])
})
