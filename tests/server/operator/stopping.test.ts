/** A stop that is told, or that follows from the end of npm: graceful, and never for ever. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { watchParent } from '../../../server/process/parent-watch.ts'
import { stopServer, stopTimeouts } from '../../../server/process/stop.ts'
import { done } from '../../support/server/api.ts'
import { describeOnPostgres, sqlite } from '../../support/server/engines.ts'
import { holdRows, untilSomebodyWaits } from '../../support/server/held-rows.ts'
import { startTestServer } from '../../support/server/server.ts'

async function nothing(): Promise<void> {}
const never = (): Promise<void> => new Promise(() => {})

/** A server that never answers, and somebody who waits for it. */
async function withGuest() {
  const server = createServer(() => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const guest = connect(port, '127.0.0.1')
  guest.on('error', () => {})
  guest.write('GET / HTTP/1.1\r\nHost: aisle\r\n\r\n')
  await once(server, 'request')
  return { server, guest }
}

test('who is still connected is cut off, and the rest is closed in order', async () => {
  const { server, guest } = await withGuest()
  const closed: string[] = []
  const left = once(guest, 'close').then(() => closed.push('guest'))
  const isClosed = await stopServer({
    server,
    app: { close: async () => void closed.push('app') },
    db: { close: async () => void closed.push('database') },
    timeouts: { connectionsMs: 1, allMs: 60_000 },
  })
  await left
  expect(isClosed).toBe(true)
  expect(closed.filter(name => name !== 'guest')).toEqual(['app', 'app', 'database'])
})

describeOnPostgres('A stop', engine => {
  test('tells the other processes of what was still done meanwhile', async () => {
    await using other = await startTestServer(engine)
    const { app, db, buildUser, logged } = await other.startSecond()
    const ana = await buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Weekend' })
    const told: unknown[] = []
    other.db.listen({ onNotify: payload => told.push(JSON.parse(payload).revision), onReset() {} })
    const held = await holdRows(other, async tx => {
      const same = { revision: list.revision }
      await tx.updateTable('shopping_list').set(same).where('id', '=', list.id).execute()
    })
    const edit = done(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    await untilSomebodyWaits(other)
    const { server, guest } = await withGuest()
    const { notify } = db
    // By a database that is busy, in which time who asked is answered and gone.
    Object.assign(db, {
      async notify(...payloads: readonly string[]) {
        await sleep(50)
        await notify(...payloads)
      },
    })
    const stopped = stopServer({ server, app, db })
    await held.release()
    await edit
    guest.destroy()
    expect(await stopped).toBe(true)
    await expect.poll(() => told).toContain(list.revision + 1)
    expect(JSON.stringify(logged)).not.toContain('failed')
  })
})

test.each([
  ['the app', { app: { close: never }, db: { close: nothing } }],
  ['the database', { app: { close: nothing }, db: { close: never } }],
])('where %s never closes, the wait ends, before eight seconds', async (_, parts) => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const timeouts = { connectionsMs: 1, allMs: 5 }
  expect(await stopServer({ server, ...parts, timeouts })).toBe(false)
  expect(stopTimeouts.allMs).toBeLessThan(8_000)
  expect(stopTimeouts.connectionsMs).toBeLessThan(stopTimeouts.allMs)
})

test('the shell of npm start dies of SIGTERM and passes nothing on: the server stops all the same', async () => {
  const place = await sqlite.newPlace()
  const program = join(import.meta.dirname, '../../../server/main.js')
  // What follows keeps the shell from becoming the server itself.
  const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" "${program}"; true`], {
    cwd: place.dataDir,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: place.dataDir,
      LOG_LEVEL: 'info',
      npm_lifecycle_event: 'start',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  await new Promise<void>(resolve => {
    shell.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('open at')) resolve()
    })
  })
  // Its output ends with the last process that holds it: the server.
  const ended = once(shell, 'close')
  shell.kill('SIGTERM')
  await ended
  expect(output).toContain('"reason":"npm ended"')
  expect(output).toContain('"msg":"stopped"')
  place.remove()
})

test('who was not started by npm is nobody’s orphan', () => {
  let asked = 0
  const parentId = () => ++asked
  watchParent({ isRunByNpm: false, parentId, isAlive: () => false, onGone: expect.unreachable })()
  expect(asked).toBe(0)
})
