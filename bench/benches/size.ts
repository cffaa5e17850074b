import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Bench } from '../bench.ts'
import { rounded } from '../statistics.ts'

export const sizeBench: Bench = {
  name: 'size',
  title: 'What the first visit loads',
  method:
    'Every script and stylesheet that index.html names, and all that those import at once, compressed with brotli 11. kB = 1,000 bytes. The rest loads when its screen is opened.',
  async run({ buildDir }) {
    const files = await eagerFiles(buildDir)
    const sized = await Promise.all(
      files.map(async file => {
        const bytes = await readFile(join(buildDir, file))
        return { file, raw: bytes.length / 1_000, brotli: brotliCompressSync(bytes).length / 1_000 }
      }),
    )
    const total = sized.reduce((sum, { brotli }) => sum + brotli, 0)
    return {
      head: ['file', 'kB', 'kB, brotli'],
      rows: [
        ...sized
          .toSorted((a, b) => b.brotli - a.brotli)
          .map(({ file, raw, brotli }) => [file, rounded(raw), rounded(brotli)]),
        ['together', rounded(sized.reduce((sum, { raw }) => sum + raw, 0)), rounded(total)],
      ],
      aims: [{ what: 'initial JS and CSS', value: total, limit: 150, unit: 'kB' }],
    }
  },
}

interface ManifestChunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

/** Named by index.html, or imported (not lazily) by what it names. */
async function eagerFiles(buildDir: string): Promise<string[]> {
  const html = await readFile(join(buildDir, 'index.html'), 'utf8')
  const named = [...html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="\/([^"]+\.(?:js|css))"/g)]
  const files = new Set(named.flatMap(match => match[1] ?? []))

  const text = await readFile(join(buildDir, '.vite/manifest.json'), 'utf8')
  const chunks = JSON.parse(text) as Record<string, ManifestChunk>
  const byFile = new Map(Object.values(chunks).map(chunk => [chunk.file, chunk]))
  for (const file of files) {
    const chunk = byFile.get(file)
    for (const key of chunk?.imports ?? []) {
      const imported = chunks[key]
      if (imported) files.add(imported.file)
    }
    for (const css of chunk?.css ?? []) files.add(css)
  }
  return [...files]
}
