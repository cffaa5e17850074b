/**
 * Leaves the small form of each script and stylesheet beside it: to make it takes seconds, which the first
 * visitor after each start of the server would wait for.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }

export function precompress(): Plugin {
  return {
    name: 'aisle-precompress',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }) {
        if (dir === undefined) return
        const assets = join(dir, 'assets')
        const names = (await readdir(assets)).filter(name => /\.(js|css)$/.test(name))
        await Promise.all(
          names.map(async name => {
            const small = await promisify(brotliCompress)(await readFile(join(assets, name)), {
              params,
            })
            await writeFile(join(assets, `${name}.br`), small)
          }),
        )
      },
    },
  }
}
