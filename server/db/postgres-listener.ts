import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { NotificationListener } from './database.ts'

const channel = 'aisle'
const longestPause = 5_000

export interface PostgresListener {
  readonly channel: string
  listen(listener: NotificationListener): () => void
  close(): Promise<void>
}

/**
 * One connection that only listens. When it breaks it is made again, for ever, and everybody is told to
 * doubt what they know, since notifications of the meantime are lost.
 */
export async function listenToPostgres(config: pg.ClientConfig): Promise<PostgresListener> {
  const listeners = new Set<NotificationListener>()
  let client: pg.Client | undefined
  let closed = false

  async function connect(): Promise<void> {
    const next = new pg.Client(config)
    next.on('notification', ({ payload }) => {
      for (const listener of [...listeners]) listener.onNotify(payload ?? '')
    })
    next.on('error', () => {})
    await next.connect()
    await next.query(`listen ${channel}`)
    next.once('end', () => void reconnect())
    client = next
    if (closed) await next.end()
  }

  async function reconnect(): Promise<void> {
    client = undefined
    for (let pause = 50; !closed; pause = Math.min(pause * 2, longestPause)) {
      try {
        await connect()
        for (const listener of [...listeners]) listener.onReset()
        return
      } catch {
        await sleep(pause, undefined, { ref: false })
      }
    }
  }

  await connect()
  return {
    channel,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      closed = true
      listeners.clear()
      await client?.end()
    },
  }
}
