import { randomUUID } from 'node:crypto'
import { print } from 'graphql'
import { UpdateItemDocument } from '../../src/generated/operations.ts'
import type { Bench } from '../bench.ts'
import { openKeepAlive } from '../servers/keep-alive-client.ts'
import { startServerProcess } from '../servers/server-process.ts'
import { makeTickers } from '../servers/tickers.ts'
import { rounded } from '../statistics.ts'

/** As many as fit into what a page may send while it closes. */
const editsPerBatch = 60
const aims: Readonly<Record<number, number>> = { 50: 0.5, 500: 2, 5000: 15 }

export const batchesBench: Bench = {
  name: 'batches',
  title: 'Waiting edits, as the server takes them',
  method:
    'Ticks that waited, sent one batch after the other as the app does, 60 in each, on one connection beside the server: until the last is answered. The rest of what a device needs for them is in "Edits that waited".',
  async run(fixture, { drains }) {
    const server = await startServerProcess(fixture.buildDir)
    try {
      const [ticker] = await makeTickers(server.address, 1)
      if (!ticker) throw new Error('Nobody ticks.')
      const client = await openKeepAlive(server.address)
      const rows: (readonly (string | number)[])[] = []
      const found: { count: number; seconds: number }[] = []
      const query = print(UpdateItemDocument)
      for (const count of drains) {
        const began = performance.now()
        for (let sent = 0; sent < count; sent += editsPerBatch) {
          const batch = Array.from({ length: Math.min(editsPerBatch, count - sent) }, (_, n) => ({
            query,
            operationName: 'updateItem',
            variables: {
              id: ticker.itemIds[(sent + n) % ticker.itemIds.length],
              purchased: Math.floor((sent + n) / ticker.itemIds.length) % 2 === 0,
            },
            extensions: { requestToken: randomUUID() },
          }))
          const { status, body } = await client.post(
            '/graphql',
            { ...ticker.headers, accept: 'application/json' },
            JSON.stringify(batch),
          )
          if (status !== 200 || body.includes('"errors"')) {
            throw new Error(`A batch was answered with ${status} ${body.slice(0, 500)}`)
          }
        }
        const seconds = (performance.now() - began) / 1_000
        rows.push([count, rounded(seconds), rounded(count / seconds)])
        found.push({ count, seconds })
      }
      client.close()
      return {
        head: ['edits', 's', 'edits a second'],
        rows,
        aims: found.flatMap(({ count, seconds }) => {
          const limit = aims[count]
          return limit === undefined
            ? []
            : [{ what: `${count} edits`, value: seconds, limit, unit: 's' }]
        }),
      }
    } finally {
      await server.close()
    }
  },
}
