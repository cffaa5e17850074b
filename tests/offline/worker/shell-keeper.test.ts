/** The files of the app that a device lacks: fetched once, and the page of no other version. */
import { expect, test } from 'vitest'
import { createShellKeeper } from '../../../src/offline/worker/shell-keeper.ts'

const origin = 'http://aisle.test'
const pageOf = (script: string) =>
  `<!doctype html><meta name="application-name" content="Aisle" /><script src="${script}"></script>`

/** A version of a page and a script, of which nothing is stored; `page` is what the server has now. */
function setStage(page: string) {
  const stored = new Map<string, string>()
  const asked: string[] = []
  const keeper = createShellKeeper({
    openCache: async () => ({
      match: async key => (stored.has(String(key)) ? new Response() : undefined),
      put: async (key, response) => void stored.set(String(key), await response.text()),
    }),
    files: new Map([
      [`${origin}/index.html`, 'page'],
      [`${origin}/assets/start-1.js`, 'script'],
    ]),
    async fetch(url) {
      asked.push(new URL(url).pathname)
      return url.endsWith('.html')
        ? new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })
        : new Response('let a', { headers: { 'content-type': 'text/javascript' } })
    },
  })
  return { keeper, stored, asked }
}

test('what is missing is stored, and fetched once by however many miss it', async () => {
  const page = pageOf('/assets/start-1.js')
  const { keeper, stored, asked } = setStage(page)
  expect(await Promise.all([keeper.complete(), keeper.complete()])).toEqual([true, true])
  expect(Object.fromEntries(stored)).toEqual({ page, script: 'let a' })
  expect(asked).toEqual(['/index.html', '/assets/start-1.js'])
  expect(await keeper.complete()).toBe(true)
  expect(asked).toHaveLength(2)
})

test('the page of a later version, whose files are not stored, does not take the place of its own', async () => {
  const { keeper, stored } = setStage(pageOf('/assets/start-2.js'))
  expect(await keeper.complete()).toBe(false)
  expect([...stored.keys()]).toEqual(['script'])
})
