import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Bench } from '../bench.ts'
import { rounded } from '../statistics.ts'

/** What the files of `build/files/group-files.ts` are for; what is in none of these is opened from a list, or later. */
const untilTheList = /^(start|app|style)-/
const workerFile = 'service-worker.js'

export const sizeBench: Bench = {
  name: 'size',
  title: 'What is loaded',
  method:
    'Every script and stylesheet that is built, and all else that the worker keeps, with its small form (brotli) as the build or the server makes it; kB = 1,000 bytes. A signed-in list can be used once those marked "list" are there. The worker keeps what its own list of files names: not the desk, the demo, the dictionary of passwords, what talks to passkeys, what one\'s account is called by, entered with, told of and ended by, what sends mails, writes to the desk, follows a link that somebody sent or draws one as a code, what tells of the product, nor the icons. The worker itself comes besides.',
  async run({ buildDir }) {
    const worker = await readFile(join(buildDir, workerFile), 'utf8')
    const kept = new Set([...worker.matchAll(/"url":"([^"]+)"/g)].map(([, file = '']) => file))
    const built = (await readdir(join(buildDir, 'assets')))
      .filter(name => /\.(js|css)$/.test(name))
      .map(name => `assets/${name}`)
    const sized = await Promise.all(
      [...new Set([...built, ...kept, workerFile])].map(async file => ({
        file,
        name: file.replace('assets/', ''),
        raw: (await stat(join(buildDir, file))).size / 1_000,
        brotli: (await smallSize(join(buildDir, file))) / 1_000,
      })),
    )
    const sum = (isMeant: (file: string, name: string) => boolean) =>
      sized.reduce((total, { file, name, brotli }) => total + (isMeant(file, name) ? brotli : 0), 0)
    return {
      head: ['file', 'needed for', 'kB', 'kB, brotli'],
      rows: sized
        .toSorted((a, b) => b.brotli - a.brotli)
        .map(({ file, name, raw, brotli }) => [
          name,
          purpose(name, kept.has(file)),
          rounded(raw),
          rounded(brotli),
        ]),
      aims: [
        {
          what: 'JS and CSS until a signed-in list can be used',
          value: sum((_, name) => untilTheList.test(name)),
          limit: 150,
          unit: 'kB',
        },
        {
          what: 'all that the worker keeps',
          value: sum(file => kept.has(file)),
          limit: 350,
          unit: 'kB',
        },
      ],
    }
  },
}

/** In bytes, as it crosses the wire. */
async function smallSize(file: string): Promise<number> {
  const precompressed = await stat(`${file}.br`).catch(() => undefined)
  if (precompressed) return precompressed.size
  return (await promisify(brotliCompress)(await readFile(file))).length
}

function purpose(name: string, isKept: boolean): string {
  if (untilTheList.test(name)) return 'list'
  if (name === workerFile) return 'the worker'
  return isKept ? 'later' : 'not kept'
}
