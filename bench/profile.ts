/**
 * `node bench/profile.ts [items]`: where the time of a tick goes. Builds the app unminified, ticks ten times at
 * 4 × CPU throttle, and prints what the main thread did: by kind, by file, by function.
 */
import { openFixture } from './fixture.ts'
import { type Device, openAisle, tick } from './pages/device.ts'

const items = Number(process.argv[2] ?? 1_000)
const ticks = 10

const fixture = await openFixture({ minify: false })
try {
  const { person, list } = await fixture.personWithList(items)
  const device = await openAisle(fixture, person, list)
  for (let n = 0; n < 3; n += 1) await tickAndWait(device)

  const before = await durations(device)
  await device.cdp.send('Profiler.enable')
  await device.cdp.send('Profiler.setSamplingInterval', { interval: 200 })
  await device.cdp.send('Profiler.start')
  for (let n = 0; n < ticks; n += 1) await tickAndWait(device)
  const { profile } = await device.cdp.send('Profiler.stop')
  const after = await durations(device)

  line(
    `One tick of ${items} items, ms of the main thread in the second after the click (mean of ${ticks})`,
  )
  for (const [kind, ms] of after)
    line(`${((ms - (before.get(kind) ?? 0)) / ticks).toFixed(1).padStart(8)}  ${kind}`)
  printSelfTimes(profile)
} finally {
  await fixture.close()
}

async function tickAndWait(device: Device): Promise<void> {
  await tick(device)
  await device.page.waitForTimeout(1_000)
}

async function durations({ cdp }: Device): Promise<Map<string, number>> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  const wanted = ['TaskDuration', 'ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration']
  return new Map(
    metrics
      .filter(({ name }) => wanted.includes(name))
      .map(({ name, value }) => [name.replace('Duration', ''), value * 1_000]),
  )
}

interface Profile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: {
      readonly functionName: string
      readonly url: string
      readonly lineNumber: number
    }
    readonly children?: readonly number[]
  }[]
  readonly samples?: readonly number[]
  readonly timeDeltas?: readonly number[]
}

function printSelfTimes({ nodes, samples = [], timeDeltas = [] }: Profile): void {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const parents = new Map(
    nodes.flatMap(node => (node.children ?? []).map(child => [child, node.id])),
  )
  const self = new Map<string, number>()
  const total = new Map<string, number>()
  function addTo(sums: Map<string, number>, key: string, ms: number) {
    sums.set(key, (sums.get(key) ?? 0) + ms)
  }
  function titleOf(id: number): string {
    const frame = byId.get(id)?.callFrame
    const file = frame?.url.split('/').at(-1) ?? ''
    return `${frame?.functionName || '(anonymous)'}  ${file}:${(frame?.lineNumber ?? 0) + 1}`
  }
  samples.forEach((id, n) => {
    const ms = (timeDeltas[n] ?? 0) / 1_000 / ticks
    addTo(self, titleOf(id), ms)
    const seen = new Set<string>()
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at))
      seen.add(titleOf(at))
    for (const title of seen) addTo(total, title, ms)
  })
  printTop('self time, ms a tick', self)
  printTop('time with callees, ms a tick', total)

  const inclusive = new Map<number, number>()
  samples.forEach((id, n) => {
    const ms = (timeDeltas[n] ?? 0) / 1_000 / ticks
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      inclusive.set(at, (inclusive.get(at) ?? 0) + ms)
    }
  })
  line('\nfrom the top, ms a tick; chains on one line')
  const root = nodes[0]?.id
  if (root !== undefined) printTree(root, 0)

  function printTree(id: number, depth: number): void {
    const chain = [id]
    let heavy = heavyChildren(id)
    for (let only = heavy[0]; heavy.length === 1 && only !== undefined; only = heavy[0]) {
      if ((inclusive.get(only) ?? 0) < 0.7 * (inclusive.get(id) ?? 0)) break
      chain.push(only)
      heavy = heavyChildren(only)
    }
    const names = chain.map(at => byId.get(at)?.callFrame.functionName || '(anonymous)')
    line(
      `${(inclusive.get(id) ?? 0).toFixed(1).padStart(7)} ${'  '.repeat(depth)}${names.join(' › ')}`,
    )
    for (const child of heavy) printTree(child, depth + 1)
  }

  function heavyChildren(id: number): number[] {
    return (byId.get(id)?.children ?? [])
      .filter(child => (inclusive.get(child) ?? 0) >= 0.8)
      .filter(child => !/^\((idle|program)\)/.test(byId.get(child)?.callFrame.functionName ?? ''))
      .toSorted((a, b) => (inclusive.get(b) ?? 0) - (inclusive.get(a) ?? 0))
  }
}

function printTop(title: string, sums: ReadonlyMap<string, number>): void {
  line(`\n${title}`)
  const top = [...sums]
    .filter(([name]) => !/^\((idle|root)\)/.test(name))
    .toSorted((a, b) => b[1] - a[1])
  for (const [name, ms] of top.slice(0, 45)) line(`${ms.toFixed(2).padStart(8)}  ${name}`)
}

function line(text: string): void {
  process.stdout.write(`${text}\n`)
}
