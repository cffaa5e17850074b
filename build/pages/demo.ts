/**
 * What the demo needs beside the app: msw's worker, which answers it, and a page for each of its addresses, so that a
 * host that knows nothing but files serves them too (docs/decisions/026-stub-mode.md).
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const workerFile = 'mockServiceWorker.js'

/** What a host without a server tells the app, which asks for it as of any server. */
const settings = JSON.stringify({ apiEnv: '', stubbed: true })

/** The pages of src/routes.tsx that one may come back to; ids stand behind a question mark. */
export const demoPages = [
  '',
  'app',
  'login',
  'logout',
  'errorlogout',
  'signup',
  'forgotpassword',
  'inspect',
  'invite',
  'product',
  'product/account',
  'product/account/delete',
  'product/dashboard',
  'product/feedback',
  'product/friends',
  'product/item',
  'product/ready',
  'product/shoppinglist',
]

export function demo(): Plugin {
  let mode = ''
  const readWorker = () =>
    readFile(createRequire(import.meta.url).resolve(`msw/${workerFile}`), 'utf8')
  return {
    name: 'aisle-demo',
    configResolved(config) {
      mode = config.mode
    },
    configureServer(server) {
      server.middlewares.use(`/${workerFile}`, async (_request, response) => {
        response.setHeader('Content-Type', 'text/javascript')
        response.end(await readWorker())
      })
    },
    // What is written here must be there when the service worker's list of files is made.
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }) {
        if (dir === undefined) return
        await writeFile(join(dir, workerFile), await readWorker())
        const shell = await readFile(join(dir, 'index.html'), 'utf8')
        // Where all of an installation is a demo, its own addresses have pages, too.
        const places = mode === 'stub' ? ['demo', ''] : ['demo']
        if (mode === 'stub') await writeFile(join(dir, 'settings.json'), settings)
        for (const place of places) {
          for (const page of demoPages) await writePage(join(dir, place, page), shell)
        }
      },
    },
  }
}

async function writePage(folder: string, shell: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'index.html'), shell)
}
