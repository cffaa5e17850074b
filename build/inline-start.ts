/**
 * Puts src/shell/before-the-code.ts into the page itself: it has to run before anything is loaded. The server
 * tells browsers its hash (server/http/assets.ts).
 */
import { readFile } from 'node:fs/promises'
import { minify, type Plugin, transformWithOxc } from 'vite'

export function inlineStart(file: string): Plugin {
  return {
    name: 'aisle-inline-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(_html, { bundle }) {
        const list = Object.values(bundle ?? {}).find(({ name }) => name === 'app')
        if (list === undefined) throw new Error('There is no file of the list: look again.')
        const { code } = await transformWithOxc(await readFile(file, 'utf8'), file, {
          define: { 'import.meta.env.LIST_CODE': JSON.stringify(`/${list.fileName}`) },
        })
        const { code: small } = await minify(
          file,
          `(()=>{${code.replace(/^export\s*\{\s*\};?/m, '')}})()`,
        )
        return [{ tag: 'script', injectTo: 'body', children: small.trim() }]
      },
    },
  }
}
