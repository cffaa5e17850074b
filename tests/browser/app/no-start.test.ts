/** A page whose code does not come says so, and not that it loads for ever. */
import { test } from 'vitest'
import { expect, setStage } from '../stage.ts'

test('code that does not come', async () => {
  const { url, device } = await setStage()
  const page = await device().open()
  await page.route('**/assets/start-*', route => route.abort())
  await page.goto(`${url}/login`)
  await expect(page.getByRole('alert')).toContainText('Aisle could not be loaded.')
})
