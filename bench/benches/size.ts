import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isNeverKept } from '../../build/never-kept.ts'
import type { Bench } from '../bench.ts'
import { rounded } from '../statistics.ts'

/** What the files of `build/group-files.ts` are for; what is in none of these is opened from a list, or later. */
const untilTheList = /^(start|app|style)-/

export const sizeBench: Bench = {
  name: 'size',
  title: 'What is loaded',
  method:
    'Every script and stylesheet that is built, and its small form (brotli) as the build leaves it; kB = 1,000 bytes. A signed-in list can be used once those marked "list" are there; the worker keeps all but the desk, the demo, the dictionary of passwords, what talks to passkeys and what sends mails, writes to the desk or follows a link that somebody sent.',
  async run({ buildDir }) {
    const names = (await readdir(join(buildDir, 'assets'))).filter(name => /\.(js|css)$/.test(name))
    const sized = await Promise.all(
      names.map(async name => {
        const file = join(buildDir, 'assets', name)
        const [raw, brotli] = await Promise.all([stat(file), stat(`${file}.br`)])
        return { name, raw: raw.size / 1_000, brotli: brotli.size / 1_000 }
      }),
    )
    const sum = (isMeant: (name: string) => boolean) =>
      sized.reduce((total, { name, brotli }) => total + (isMeant(name) ? brotli : 0), 0)
    return {
      head: ['file', 'needed for', 'kB', 'kB, brotli'],
      rows: sized
        .toSorted((a, b) => b.brotli - a.brotli)
        .map(({ name, raw, brotli }) => [name, purpose(name), rounded(raw), rounded(brotli)]),
      aims: [
        {
          what: 'JS and CSS until a signed-in list can be used',
          value: sum(name => untilTheList.test(name)),
          limit: 150,
          unit: 'kB',
        },
        {
          what: 'all that the worker keeps',
          value: sum(name => !isNeverKept(name)),
          limit: 350,
          unit: 'kB',
        },
      ],
    }
  },
}

function purpose(name: string): string {
  if (untilTheList.test(name)) return 'list'
  return isNeverKept(name) ? 'not kept' : 'later'
}
