import type { TestClient } from './client.ts'

/** Sends all but the body, as a request that announced how long it is; answers once the server waits for it. */
export async function holdRequest(browser: TestClient, path: string, fields: object) {
  const bytes = new TextEncoder().encode(JSON.stringify(fields))
  const token = (await browser.get('/csrftoken')).text
  const reached = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reached.resolve()
        await letGo.promise
        controller.enqueue(bytes)
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = {
    'content-type': 'application/json',
    'content-length': String(bytes.length),
    'x-csrf-token': token,
  }
  const init = { method: 'POST', headers, body, duplex: 'half' } as const
  const answer = browser.fetch(path, init)
  // Some answer without a look at it.
  await Promise.race([reached.promise, answer])
  return {
    async finish() {
      letGo.resolve()
      return (await answer).status
    },
  }
}
