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
      async handler(html, { bundle }) {
        const list = Object.values(bundle ?? {}).find(({ name }) => name === 'app')
        if (list === undefined) throw new Error('There is no file of the list: look again.')
        const { code } = await transformWithOxc(await readFile(file, 'utf8'), file, {
          define: { 'import.meta.env.LIST_CODE': JSON.stringify(`/${list.fileName}`) },
        })
        const { code: small } = await minify(
          file,
          `(()=>{${code.replace(/^export\s*\{\s*\};?/m, '')}})()`,
        )
        return {
          html: stylesFirst(html),
          tags: [{ tag: 'script', injectTo: 'body', children: small.trim() }],
        }
      },
    },
  }
}

/** Nothing is painted without the stylesheet: on a slow line it waits for no script. */
function stylesFirst(html: string): string {
  const [, scripts = '', styles = ''] =
    /((?:<script type="module"[^>]*><\/script>\s*)+)(<link rel="stylesheet"[^>]*>)/.exec(html) ?? []
  if (styles === '') throw new Error('index.html has no stylesheet behind its scripts: look again.')
  return html.replace(`${scripts}${styles}`, `${styles}\n    ${scripts.trim()}`)
}
