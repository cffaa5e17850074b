/**
 * `npm run bench [names…]`: measures, prints, and writes docs/performance.md. `-- --quick` only prints;
 * `-- --rounds 5 --sizes 20,1000 --drains 500` measures less.
 */
import { parseArgs } from 'node:util'
import type { Bench, Scale } from './bench.ts'
import { absenceBench } from './benches/absence.ts'
import { batchesBench } from './benches/batches.ts'
import { coldBench } from './benches/cold.ts'
import { deskBench } from './benches/desk.ts'
import { drainBench } from './benches/drain.ts'
import { enumerationBench } from './benches/enumeration.ts'
import { flappingBench } from './benches/flapping.ts'
import { footprintBench } from './benches/footprint.ts'
import { lighthouseBench } from './benches/lighthouse.ts'
import { liveBench } from './benches/live.ts'
import { moveBench } from './benches/move.ts'
import { openBench } from './benches/open.ts'
import { scrollBench } from './benches/scroll.ts'
import { searchBench } from './benches/search.ts'
import { serverBench } from './benches/server.ts'
import { sizeBench } from './benches/size.ts'
import { storageBench } from './benches/storage.ts'
import { streamsBench } from './benches/streams.ts'
import { throughputBench } from './benches/throughput.ts'
import { tickBench } from './benches/tick.ts'
import { typingBench } from './benches/typing.ts'
import { waitingBench } from './benches/waiting.ts'
import { openFixture } from './fixture.ts'
import { print, readSections, toSection, writeSections } from './report.ts'

const benches: readonly Bench[] = [
  sizeBench,
  openBench,
  coldBench,
  lighthouseBench,
  tickBench,
  typingBench,
  moveBench,
  searchBench,
  scrollBench,
  waitingBench,
  storageBench,
  footprintBench,
  drainBench,
  absenceBench,
  liveBench,
  flappingBench,
  serverBench,
  deskBench,
  throughputBench,
  enumerationBench,
  streamsBench,
  batchesBench,
]

const full: Scale = { sizes: [20, 200, 1_000, 10_000], rounds: 8, drains: [50, 500, 5_000] }
const quick: Scale = { sizes: [20, 1_000], rounds: 5, drains: [100] }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    sizes: { type: 'string' },
    drains: { type: 'string' },
  },
})
const unknown = positionals.filter(name => !benches.some(bench => bench.name === name))
if (unknown.length > 0) {
  const names = benches.map(bench => bench.name).join(', ')
  process.stderr.write(`There is no bench ${unknown.join(', ')}; there are ${names}.\n`)
  process.exit(2)
}

const chosen = benches.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
const usual = values.quick ? quick : full
const scale: Scale = {
  rounds: values.rounds === undefined ? usual.rounds : Number(values.rounds),
  sizes: values.sizes?.split(',').map(Number) ?? usual.sizes,
  drains: values.drains?.split(',').map(Number) ?? usual.drains,
}

const fixture = await openFixture({ minify: true })
try {
  for (const bench of chosen) {
    const section = toSection(bench, await bench.run(fixture, scale))
    print(section)
    // A quick look is for the eye; the page keeps what a full run found.
    if (values.quick) continue
    const sections = { ...(await readSections()), [bench.name]: section }
    await writeSections(
      sections,
      benches.map(({ name }) => name),
    )
  }
} finally {
  await fixture.close()
}
