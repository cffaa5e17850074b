/**
 * Empties no folder but its own, and says that the whole build is there: the page is among the first files, and its
 * worker and small forms come seconds later.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { whyNotEmptied } from '../server/build-folder.ts'
import { begunFile, builtFile } from '../server/built-file.ts'

/** The last of all plugins. */
export function finish(): Plugin {
  let folder = ''
  return {
    name: 'aisle-finish',
    apply: 'build',
    enforce: 'post',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir)
      const reason = whyNotEmptied(root, folder)
      if (reason !== undefined) throw new Error(reason)
    },
    renderStart: {
      // Vite empties it in the same hook.
      order: 'post',
      async handler() {
        const begun = join(folder, begunFile)
        await mkdir(dirname(begun), { recursive: true })
        await writeFile(begun, '')
      },
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error) {
        if (error) return
        await writeFile(join(folder, builtFile), '')
        await rm(join(folder, begunFile))
      },
    },
  }
}
