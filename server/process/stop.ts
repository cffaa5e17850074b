/** A stop that lets answers under way finish, and waits for nobody for ever. */
import type { Server } from 'node:http'
import type { Database } from '../db/open.ts'

export interface StopParts {
  readonly server: Pick<Server, 'close' | 'closeAllConnections' | 'closeIdleConnections'>
  /** Called twice: before the last answers have left, and behind them. */
  readonly app: { close(): Promise<void> }
  readonly db: Pick<Database, 'close'>
  readonly timeouts?: StopTimeouts
}

export interface StopTimeouts {
  /** So long answers under way may take; then their connections are cut. */
  readonly connectionsMs: number
  /** So long the whole stop may take, whatever hangs: service managers and people kill after about ten seconds. */
  readonly allMs: number
}

export const stopTimeouts: StopTimeouts = { connectionsMs: 5_000, allMs: 7_000 }

/** Resolves with whether everything was closed; false if the time ran out before. Closes the server's port. */
export async function stopServer(parts: StopParts): Promise<boolean> {
  const { server, app, db, timeouts = stopTimeouts } = parts
  const closed = new Promise<void>(resolve => {
    server.close(() => resolve())
  })
  const cut = setTimeout(() => server.closeAllConnections(), timeouts.connectionsMs)
  // A connection whose answer has just ended would otherwise wait for its next request.
  const sweeper = setInterval(() => server.closeIdleConnections(), 50)
  const ended = Promise.withResolvers<boolean>()
  const giveUp = setTimeout(() => ended.resolve(false), timeouts.allMs)
  async function closeAll(): Promise<boolean> {
    await app.close()
    await closed
    // Again: what was under way by then has moved something, which others are still being told.
    await app.close()
    await db.close()
    return true
  }
  closeAll().then(ended.resolve, ended.reject)
  try {
    return await ended.promise
  } finally {
    clearTimeout(cut)
    clearInterval(sweeper)
    clearTimeout(giveUp)
  }
}
