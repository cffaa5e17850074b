/**
 * Leaves the small form of each script and stylesheet beside it: to make it takes seconds, which the first
 * visitor after each start of the server would wait for.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'
import { isNeverKept } from './never-kept.ts'

export function precompress(): Plugin {
  let compressing: Promise<void> | undefined
  return {
    name: 'aisle-precompress',
    apply: 'build',
    writeBundle: {
      order: 'pre',
      sequential: true,
      handler({ dir }) {
        if (dir !== undefined) compressing = compressAll(join(dir, 'assets'))
      },
    },
    // Beside the pages that are drawn and the build of the service worker, which leave one core to it.
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: () => compressing,
    },
  }
}

async function compressAll(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter(name => /\.(js|css)$/.test(name))
  await Promise.all(
    names.map(async name => {
      const bytes = await readFile(join(folder, name))
      // Two in a hundred larger, in less than half the time.
      const quality = isNeverKept(name) ? 10 : constants.BROTLI_MAX_QUALITY
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
      const small = await promisify(brotliCompress)(bytes, { params })
      await writeFile(join(folder, `${name}.br`), small)
    }),
  )
}
