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

/** How often the connection is asked for a sign of life, and how long it may take: noticed within 30 s, unless told. */
export interface ListenerPace {
  readonly lookAfterMs: number
  readonly answerWithinMs: number
}

/**
 * One connection that only listens. When it breaks, or says nothing when it is asked, it is made again, for ever,
 * and everybody is told to doubt what they know, since notifications of the meantime are lost. `onSilence` is called
 * where another one is let in while this one hears nothing: so do all that were made before.
 */
export async function listenToPostgres(
  config: pg.ClientConfig,
  {
    onSilence = () => {},
    lookAfterMs = 10_000,
    answerWithinMs = 10_000,
  }: Partial<ListenerPace> & { readonly onSilence?: () => void } = {},
): Promise<PostgresListener> {
  const listeners = new Set<NotificationListener>()
  let client: pg.Client | undefined
  let closed = false

  async function connect(): Promise<void> {
    const next = new pg.Client(config)
    next.on('notification', ({ payload }) => {
      for (const listener of [...listeners]) listener.onNotify(payload ?? '')
    })
    next.on('error', () => {})
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
    } catch (error) {
      // One that lets in but does not let listen, as a standby, would soon have no connection left.
      void next.end().catch(() => {})
      throw error
    }
    client = next
    void watch(next)
    if (closed) await next.end()
  }

  /** A network that drops everything in silence ends no connection. */
  async function watch(watched: pg.Client): Promise<void> {
    let wasSilent = false
    const ended = new Promise<true>(resolve => watched.once('end', () => resolve(true)))
    for (;;) {
      if (await Promise.race([ended, sleep(lookAfterMs, false, { ref: false })])) break
      const answered = watched.query('select 1').then(
        () => true,
        () => false,
      )
      if (await Promise.race([answered, sleep(answerWithinMs, false, { ref: false })])) continue
      // Not waited for: it would say goodbye first, to nobody.
      void watched.end().catch(() => {})
      wasSilent = true
      break
    }
    if (!closed) await reconnect(wasSilent)
  }

  async function reconnect(wasSilent: boolean): Promise<void> {
    client = undefined
    for (let pause = 50; !closed; pause = Math.min(pause * 2, longestPause)) {
      try {
        await connect()
        if (wasSilent) onSilence()
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
