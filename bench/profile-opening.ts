/**
 * `node bench/profile-opening.ts [items]`: where the time goes from the first frame of an app that is opened from
 * the device to the screen that takes the picture's place. Builds the app unminified, opens it at 4 × CPU
 * throttle, and prints what the main thread did, by function.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchProfile, openFixture } from './fixture.ts'

const items = Number(process.argv[2] ?? 200)
const fixture = await openFixture({ minify: false })
const folder = await mkdtemp(join(tmpdir(), 'aisle-bench-profile-'))
const context = await launchProfile(folder)
try {
  const { person, list } = await fixture.personWithList(items)
  const { address } = fixture.server
  await context.addCookies(person.cookies.map(cookie => ({ ...cookie, url: address })))
  const page = await context.newPage()
  const url = `${address}/product/shoppinglist?list=${list.id}`
  for (let visit = 0; visit < 3; visit += 1) {
    await page.goto(url)
    await page.locator('ul[aria-label="Items"] > li').first().waitFor()
    await page.waitForTimeout(4_000)
  }
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await cdp.send('Profiler.enable')
  await cdp.send('Profiler.setSamplingInterval', { interval: 500 })
  await cdp.send('Profiler.start')
  await page.goto(url)
  await page.waitForFunction(() => {
    const said = document.querySelector('[role="status"][aria-label="Sync"]')
    return said !== null && said.textContent !== ''
  })
  const { profile } = await cdp.send('Profiler.stop')
  const byId = new Map(profile.nodes.map(node => [node.id, node]))
  const parents = new Map(
    profile.nodes.flatMap(node => (node.children ?? []).map(child => [child, node.id])),
  )
  const self = new Map<string, number>()
  const total = new Map<string, number>()
  function nameOf(id: number) {
    const { functionName = '', url: file = '', lineNumber = 0 } = byId.get(id)?.callFrame ?? {}
    return `${functionName || '(anonymous)'}  ${file.split('/').at(-1)}:${lineNumber + 1}`
  }
  const add = (sums: Map<string, number>, key: string, ms: number) =>
    sums.set(key, (sums.get(key) ?? 0) + ms)
  profile.samples?.forEach((id, n) => {
    const ms = (profile.timeDeltas?.[n] ?? 0) / 1_000
    add(self, nameOf(id), ms)
    const seen = new Set<string>()
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at))
      seen.add(nameOf(at))
    for (const one of seen) add(total, one, ms)
  })
  for (const [title, sums] of [
    ['self', self],
    ['with callees', total],
  ] as const) {
    process.stdout.write(`\n${title}, ms\n`)
    for (const [name, ms] of [...sums].toSorted((a, b) => b[1] - a[1]).slice(0, 45))
      process.stdout.write(`${ms.toFixed(1).padStart(8)}  ${name}\n`)
  }
} finally {
  await context.close()
  await fixture.close()
  await rm(folder, { recursive: true, force: true })
}
