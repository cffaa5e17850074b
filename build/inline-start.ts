/**
 * Puts src/shell/before-the-code.ts into the page itself: it has to run before anything is loaded. The server
 * tells browsers its hash (server/assets.ts).
 */
import { readFile } from 'node:fs/promises'
import { minify, type Plugin, transformWithOxc } from 'vite'

export function inlineStart(file: string): Plugin {
  return {
    name: 'aisle-inline-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler() {
        const { code } = await transformWithOxc(await readFile(file, 'utf8'), file)
        const { code: small } = await minify(
          file,
          `(()=>{${code.replace(/^export\s*\{\s*\};?/m, '')}})()`,
        )
        return [{ tag: 'script', injectTo: 'body', children: small.trim() }]
      },
    },
  }
}
