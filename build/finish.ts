/**
 * Empties no folder but its own, and says that the whole build is there: the page is among the first files, and its
 * worker and small forms come seconds later.
 */
import { rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { emptyForBuild, whyNotEmptied } from '../server/build-folder.ts'
import { digestOfSources } from '../server/build-sources.ts'
import { begunFile, builtFile } from '../server/built-file.ts'

/** Begins before all other plugins, and ends after them. */
export function finish(): Plugin[] {
  let folder = ''
  let digest = ''
  let isWritten = false
  return [
    {
      name: 'aisle-begin',
      apply: 'build',
      enforce: 'pre',
      // Vite would leave a moment in which nothing says whose the folder is.
      config: () => ({ build: { emptyOutDir: false } }),
      configResolved({ root, build }) {
        folder = resolve(root, build.outDir)
        const reason = whyNotEmptied(root, folder)
        // Vite prints the stack of what it is thrown: whoever set BUILD_DIR reads the sentence alone.
        if (reason !== undefined) throw Object.assign(new Error(reason), { stack: reason })
        // Before the build reads the first of them: what is changed while it runs is not in it.
        digest = digestOfSources(root)
      },
      renderStart: {
        // Vite copies the first files into it in the same hook.
        order: 'pre',
        handler() {
          isWritten = false
          emptyForBuild(folder)
        },
      },
    },
    {
      name: 'aisle-finish',
      apply: 'build',
      enforce: 'post',
      writeBundle() {
        isWritten = true
      },
      closeBundle: {
        order: 'post',
        sequential: true,
        async handler(error) {
          // It also comes, without an error, where nothing could be written.
          if (error || !isWritten) return
          await writeFile(join(folder, builtFile), digest)
          await rm(join(folder, begunFile))
        },
      },
    },
  ]
}
