/** Whoever asks and does not read: by a real connection where that is what it takes. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { firstLookParts } from '../../../build/pages/first-look-parts.ts'
import type { Assets } from '../../../server/http/assets.ts'
import { createHttpServer } from '../../../server/process/http-server.ts'
import { call, done, newId, openStream } from '../../support/server/api.ts'
import { createTestClient } from '../../support/server/client.ts'
import { fillLarge, largeQuestion, takeTurns } from '../../support/server/large-answers.ts'
import {
  describeEachEngine,
  sqlite,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../support/server/server.ts'

test('who sent a request whole and hung up before it was read counts among those without an address', async () => {
  const addresses: unknown[] = []
  const http = createHttpServer(
    {
      async fetch(_request, asked) {
        addresses.push(asked?.address)
        return new Response('done')
      },
    },
    { maxConnections: 10 },
  )
  const port = await open(http)
  http.on('connection', socket =>
    Object.defineProperty(socket, 'remoteAddress', { value: undefined }),
  )
  await fetch(`http://127.0.0.1:${port}`)
  expect(addresses).toEqual(['gone'])
  http.closeAllConnections()
  http.close()
})

/** Of a browser that knows no lists. */
async function pageWithAnswers(): Promise<Assets> {
  return {
    serve: async (_, forWho) => new Response((await forWho?.())?.html),
    ...{ scriptHashes: [], styleHashes: [], firstLook: await firstLookParts() },
  }
}

/** Larger than what two sockets of this machine take between them. */
async function fillHuge({ db }: TestServer, user: TestUser): Promise<void> {
  const list = await done(user, 'createShoppingList', { name: 'Huge' })
  const now = new Date().toISOString()
  for (let start = 0; start < 4_000; start += 500) {
    const rows = Array.from({ length: 500 }, (_, n) => ({
      id: newId(),
      list_id: list.id,
      created_by: user.id,
      name: `Item ${start + n}`,
      quantity_in_stock: 0,
      quantity_to_purchase: null,
      unit_id: null,
      purchased: 0,
      tags: '[]',
      notes: 'x'.repeat(5_000),
      ord: start + n,
      revision: 1,
      created_at: now,
      updated_at: now,
    }))
    await db.query.insertInto('item').values(rows).execute()
  }
}

async function open(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('an answer that nobody takes is given up, and its connection closed', async () => {
  const large = new Uint8Array(30_000_000)
  const fetchLarge = async () => new Response(large)
  const http = createHttpServer({ fetch: fetchLarge }, { maxConnections: 100, stalledMs: 1_000 })
  const port = await open(http)
  const ended: Promise<unknown>[] = []
  http.on('connection', (socket: Socket) => ended.push(once(socket, 'close')))
  const idle = Array.from({ length: 6 }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: aisle\r\n\r\n')
    return socket
  })
  await expect.poll(() => ended.length).toBe(idle.length)
  const reader = await fetch(`http://127.0.0.1:${port}`)
  expect((await reader.arrayBuffer()).byteLength).toBe(large.byteLength)
  await Promise.all(ended.slice(0, idle.length))
  for (const socket of idle) socket.destroy()
  http.closeAllConnections()
  http.close()
})

test('more connections than there may be are closed as they come', async () => {
  await using server = await startTestServer()
  const http = createHttpServer(server.app, { maxConnections: 10 })
  const port = await open(http)
  const dropped = once(http, 'drop')
  const sockets = Array.from({ length: 11 }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    return socket
  })
  await dropped
  for (const socket of sockets) socket.destroy()
  http.closeAllConnections()
  http.close()
})

test('answers that still lie here keep their turns: an account holds four of them, others go on', async () => {
  await using server = await startTestServer()
  const [ana, ben] = [await server.buildUser(), await server.buildUser()]
  await fillHuge(server, ana)
  const sent: (() => void)[] = []
  const slow = createTestClient(request =>
    server.fetch(request, { whenSent: call => void sent.push(call) }),
  )
  for (const [name, value] of ana.cookies) slow.cookies.set(name, value)
  await slow.fetch('/csrftoken')
  const small = '{ changes(known: []) { lists { id items { id } } } }'
  const answers: number[] = []
  const asking = Array.from({ length: 6 }, () =>
    slow.graphql(small).then(({ status }) => answers.push(status)),
  )
  await expect.poll(() => sent.length).toBe(4)
  expect(await done(ben, 'getAllShoppingList')).toEqual([])
  expect(answers.length).toBeLessThanOrEqual(4)
  sent.shift()?.()
  await expect.poll(() => sent.length).toBe(4)
  while (answers.length < 6) {
    sent.shift()?.()
    await new Promise(resolve => setImmediate(resolve))
  }
  await Promise.all(asking)
  expect(answers).toEqual(Array(6).fill(200))
})

test('pages that have an answer in them keep its turn, and wait for no other while they do', async () => {
  const assets = await pageWithAnswers()
  await using server = await startTestServer(sqlite, { assets })
  const ana = await server.buildUser()
  const items = Array.from({ length: 500 }, (_, n) => ({
    name: `Item ${n}`,
    notes: 'x'.repeat(90),
  }))
  await done(ana, 'createShoppingList', { name: 'Long', items })
  const cookie = [...ana.cookies].map(pair => pair.join('=')).join('; ')
  const sent: (() => void)[] = []
  // As a browser opens its tabs again, of which an account has four turns.
  const pages = Array.from({ length: 4 }, async () => {
    const request = new Request('http://aisle.test/account', { headers: { cookie } })
    return (await server.fetch(request, { whenSent: call => void sent.push(call) })).text()
  })
  for (const page of await Promise.all(pages)) {
    expect(page).toContain('Item 499')
    expect(page).toContain('getAllUnit')
  }
  expect(sent).toHaveLength(4)
})

test('a page whose reader leaves before its turn waits for none', async () => {
  const assets = await pageWithAnswers()
  await using server = await startTestServer(sqlite, { assets })
  const ana = await server.buildUser()
  const { letGo } = await takeTurns(server, ana)
  const controller = new AbortController()
  const cookie = [...ana.cookies].map(pair => pair.join('=')).join('; ')
  const request = new Request('http://aisle.test/account', {
    ...{ headers: { cookie }, signal: controller.signal },
  })
  const page = server.fetch(request)
  controller.abort()
  expect(await (await page).text()).not.toContain('getAllUnit')
  letGo()
})

test('a question by event stream keeps its turn as any other, and a mutation is told likewise', async () => {
  await using server = await startTestServer()
  const ana = await server.buildUser()
  await fillLarge(ana)
  const sent: (() => void)[] = []
  const slow = server.client({ whenSent: call => void sent.push(call) })
  for (const [name, value] of ana.cookies) slow.cookies.set(name, value)
  const { signal } = new AbortController()
  const streams: Response[] = []
  const asking = Array.from({ length: 6 }, () =>
    openStream(slow, largeQuestion, signal).then(stream => streams.push(stream)),
  )
  await expect.poll(() => sent.length).toBe(4)
  const made = openStream(ana, 'mutation { createShoppingList(name: "Late") { id } }', signal)
  expect(streams.length).toBeLessThanOrEqual(4)
  while (streams.length < 6) {
    sent.shift()?.()
    await new Promise(resolve => setImmediate(resolve))
  }
  for (const call of sent) call()
  await Promise.all(asking)
  expect(await (await made).text()).toMatch(
    /^:\n\nevent: next\ndata: \{"data":\{"createShoppingList"/,
  )
  expect(await streams[0]?.text()).toMatch(/"notes":"x{5000}".*\n\nevent: complete\ndata: \n\n$/)
})

test('who leaves before their turn asks for nothing any more', async () => {
  await using server = await startTestServer()
  const ana = await server.buildUser()
  const turns = await takeTurns(server, ana)
  const leave = new AbortController()
  const change = 'mutation { createShoppingList(name: "Late") { id } }'
  const { answer } = await turns.queue(change, leave.signal)
  leave.abort()
  turns.letGo()
  expect((await answer).status).toBe(499)
  expect(await done(ana, 'getAllShoppingList')).toMatchObject([{ name: 'Large' }])
})

/** Four questions whose answers are more than a connection takes, and are made only once they may be. */
async function askLarge(server: TestServer) {
  const ana = await server.buildUser()
  await fillLarge(ana)
  const mayAnswer = Promise.withResolvers<void>()
  const answers: Promise<Response>[] = []
  return {
    ana,
    path: `/graphql?query=${encodeURIComponent(largeQuestion)}`,
    cookie: [...ana.cookies].map(pair => pair.join('=')).join('; '),
    mayAnswer,
    answers,
    answer(...asked: Parameters<TestServer['fetch']>) {
      const answer = mayAnswer.promise.then(() => server.fetch(...asked))
      answers.push(answer)
      return answer
    },
  }
}

test('an answer whose reader left before it was made keeps no turn', async () => {
  await using server = await startTestServer()
  const { ana, path, cookie, mayAnswer, answers, answer } = await askLarge(server)
  const http = createHttpServer({ fetch: answer }, { maxConnections: 10 })
  const left: Promise<unknown>[] = []
  http.on('request', (_, outgoing) => left.push(once(outgoing, 'close')))
  const port = await open(http)
  const sockets = Array.from({ length: 4 }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: aisle\r\nCookie: ${cookie}\r\n\r\n`)
    return socket
  })
  await expect.poll(() => answers.length).toBe(sockets.length)
  for (const socket of sockets) socket.destroy()
  await Promise.all(left)
  mayAnswer.resolve()
  await Promise.all(answers)
  expect(await done(ana, 'getAllShoppingList')).toHaveLength(1)
  http.close()
})

test('an answer that is made when its reader was told to try later keeps no turn', async () => {
  await using server = await startTestServer()
  const { ana, path, cookie, mayAnswer, answers, answer } = await askLarge(server)
  const http = createHttpServer(
    {
      async fetch(...asked) {
        answer(...asked)
        return new Response('Try again later.', { status: 504 })
      },
    },
    { maxConnections: 10 },
  )
  const told: Promise<unknown>[] = []
  http.on('request', (_, outgoing) => told.push(once(outgoing, 'close')))
  const url = `http://127.0.0.1:${await open(http)}${path}`
  for (let asked = 0; asked < 4; asked += 1) {
    await (await fetch(url, { headers: { cookie } })).text()
  }
  await Promise.all(told)
  mayAnswer.resolve()
  await Promise.all(answers)
  expect(await done(ana, 'getAllShoppingList')).toHaveLength(1)
  http.closeAllConnections()
  http.close()
})

describeEachEngine('An event stream that is not read', engine => {
  test('keeps the latest of each list, and makes nothing until it is taken', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Weekly' })
    const leave = new AbortController()
    const parts = 'id revision changes { lists { id items { id name notes } } }'
    async function open() {
      const response = await openStream(ana, `subscription { changed { ${parts} } }`, leave.signal)
      const reader = response.body?.getReader()
      await reader?.read()
      return reader
    }
    // It is open; from here on nobody reads.
    const unread = await open()
    const read = await open()
    for (let edit = 1; edit <= 60; edit += 1) {
      server.clock.advance({ ms: 1_000 })
      await call(ana, 'createItem', { shoppingListId: list.id, name: `Item ${edit}` })
    }
    async function readAll(reader: typeof read) {
      const revisions: number[] = []
      while (revisions.at(-1) !== 61) {
        const { value } = (await reader?.read()) ?? {}
        const text = new TextDecoder().decode(value)
        const data = /^data: (\{.*)$/m.exec(text)?.[1]
        if (data) revisions.push(JSON.parse(data).data.changed.revision)
      }
      return revisions.length
    }
    // By the last that this one is told of the other was told of all.
    await readAll(read)
    expect(await readAll(unread)).toBeLessThanOrEqual(2)
    leave.abort()
  })

  test('is told the latest, also where an earlier change is told after it', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Weekly' })
    const leave = new AbortController()
    const response = await openStream(ana, 'subscription { changed { id revision } }', leave.signal)
    const reader = response.body?.getReader()
    await reader?.read()
    const heard: string[] = []
    server.db.listen({ onNotify: payload => heard.push(payload), onReset() {} })
    const announcements = [7, 6, 5].map(revision => ({
      unit: list.id,
      revision,
      userIds: [ana.id],
    }))
    await server.db.notify(...announcements.map(one => JSON.stringify(one)))
    await expect.poll(() => heard.filter(text => text.includes('"revision":5')).length).toBe(1)
    const told: string[] = []
    while (!told.some(text => text.includes('"revision":7'))) {
      told.push(new TextDecoder().decode((await reader?.read())?.value))
    }
    leave.abort()
  })
})
