/**
 * Says that the whole build is there: the page is among the first files, and its worker and small forms come
 * seconds later.
 */
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { builtFile } from '../server/built-file.ts'

/** The last of all plugins. */
export function finish(): Plugin {
  let folder = ''
  return {
    name: 'aisle-finish',
    apply: 'build',
    enforce: 'post',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error) {
        if (!error) await writeFile(resolve(folder, builtFile), '')
      },
    },
  }
}
