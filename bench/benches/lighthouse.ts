import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Bench } from '../bench.ts'
import { browserPath, type Fixture, quietArguments } from '../fixture.ts'
import { median, rounded } from '../statistics.ts'

/** Fetched by npx when the bench runs: a hundred packages for what nothing else asks for. */
const lighthouse = 'lighthouse@13.5.0'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

export const lighthouseBench: Bench = {
  name: 'lighthouse',
  title: 'Lighthouse, mobile',
  method: `Points of 100 that ${lighthouse} gives as it comes (a middling phone on slow 4G, both simulated), to the landing page and to a list of 200 items, signed in, in a browser that has nothing of the app; median of the rounds. Search is not asked of the list, which robots are kept from (docs/decisions/020-pages-as-html.md).`,
  async run(fixture, { rounds }) {
    const { person, list } = await fixture.personWithList(200)
    const cookie = person.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const pages = [
      { title: 'landing page', path: '/', headers: {} },
      {
        title: 'list',
        path: `/product/shoppinglist?list=${list.id}`,
        headers: { Cookie: cookie },
      },
    ]
    const rows: (string | number)[][] = []
    const aims = []
    for (const { title, path, headers } of pages) {
      const found: Scores[] = []
      for (let n = 0; n < Math.min(rounds, 3); n += 1)
        found.push(await scores(fixture, path, headers))
      const points = categories.map(name => median(found.map(one => one[name])))
      rows.push([title, ...points.map(rounded)])
      for (const [at, name] of categories.entries()) {
        if (title === 'list' && name === 'seo') continue
        aims.push({
          what: `${title}: ${name}, points short of 100`,
          value: 100 - (points[at] ?? 0),
          limit: 5,
          unit: '',
        })
      }
    }
    return { head: ['', ...categories], rows, aims }
  },
}

type Scores = Readonly<Record<(typeof categories)[number], number>>

async function scores(fixture: Fixture, path: string, headers: object): Promise<Scores> {
  const stdout = await run(fixture, path, headers)
  const { categories: found }: { categories: Record<string, { score: number }> } =
    JSON.parse(stdout)
  const pointsOf = (name: string) => (found[name]?.score ?? Number.NaN) * 100
  return {
    performance: pointsOf('performance'),
    accessibility: pointsOf('accessibility'),
    'best-practices': pointsOf('best-practices'),
    seo: pointsOf('seo'),
  }
}

/** Now and then it finds that its own recording has no beginning, and asks to be run again. */
async function run(fixture: Fixture, path: string, headers: object, tries = 5): Promise<string> {
  const running = promisify(execFile)(
    'npx',
    [
      '--yes',
      lighthouse,
      `${fixture.server.address}${path}`,
      '--output=json',
      '--quiet',
      `--extra-headers=${JSON.stringify(headers)}`,
      `--chrome-flags=--headless=new ${quietArguments.join(' ')}`,
    ],
    { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, CHROME_PATH: browserPath() } },
  )
  return running.then(
    ({ stdout }) => stdout,
    (failure: Error) => {
      if (tries === 1 || !failure.message.includes('NO_NAVSTART')) throw failure
      return run(fixture, path, headers, tries - 1)
    },
  )
}
