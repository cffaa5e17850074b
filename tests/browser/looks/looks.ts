/**
 * One visit, looked at by axe as it is drawn on a phone and on a desktop, light and dark, and by what axe does not
 * see. Every day on a phone in the light and on a desktop in the dark; where AISLE_DEEP=1 in all four ways.
 */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Device } from '../../support/browser/browser-device.ts'
import { isDeep } from '../../support/depth.ts'
import { type Finger, giveFinger } from '../list/finger.ts'
import { expect, type Stage, setStage } from '../stage.ts'
import { layoutFaults } from './layout-faults.ts'

const sizes = {
  phone: { width: 360, height: 780, everyDay: 'light' },
  desktop: { width: 1280, height: 800, everyDay: 'dark' },
} as const

/** The time-out, in ms, of a test that looks at twenty states: axe takes seconds for each look at a slow moment. */
export const manyLooks = isDeep ? 600_000 : 300_000

export interface Visit {
  readonly stage: Stage
  readonly device: Device
  readonly page: Page
  readonly finger: Finger
  /** At both sizes, or at one. Leaves the page as on a phone in the light. */
  lookAt(state: string, size?: keyof typeof sizes): Promise<void>
  /** What was found: empty where all is well. */
  found(): readonly string[]
}

export async function visit(environment: Readonly<Record<string, string>> = {}): Promise<Visit> {
  const stage = await setStage(environment)
  const device = stage.device()
  const page = await device.open(sizes.phone)
  const finger = await giveFinger(device, page)
  const found: string[] = []

  async function violations(where: string): Promise<void> {
    // Without frames there is nothing to gather from other pages, which would cost a tab each time.
    const { violations: all } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    for (const { id, nodes } of all) {
      for (const { html } of nodes) found.push(`${where}: ${id}: ${html.slice(0, 200)}`)
    }
  }

  return {
    stage,
    device,
    page,
    finger,
    found: () => found,
    async lookAt(state, only) {
      const dialogs = await page.getByRole('dialog').count()
      if ((await page.title()) === '') found.push(`${state}: a page without a title`)
      for (const fault of await layoutFaults(page)) found.push(`${state}: ${fault}`)
      for (const [name, size] of Object.entries(sizes)) {
        if (only !== undefined && only !== name) continue
        await page.setViewportSize(size)
        for (const colorScheme of isDeep ? (['light', 'dark'] as const) : [size.everyDay]) {
          await page.emulateMedia({ colorScheme })
          await violations(`${state}, ${name}, ${colorScheme}`)
        }
        await page.emulateMedia({ colorScheme: 'light' })
      }
      await page.setViewportSize(sizes.phone)
      // What is drawn in another way on a desktop comes back.
      await expect(page.getByRole('dialog')).toHaveCount(dialogs)
    },
  }
}
