import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { budget, howMany } from '../../support/depth.ts'
import type { TestClient } from '../../support/server/client.ts'
import { describeEachEngine, type TestPlace } from '../../support/server/engines.ts'
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts'

const kills = howMany('AISLE_SERVER_KILLS', 2, 11)
const writers = 8
const answersPerLife = 40

const ana = {
  firstName: 'Ana',
  lastName: 'Lind',
  email: 'ana@example.org',
  password: 'a purple bicycle',
}

describeEachEngine('a server that is killed under writes', engine => {
  test(`keeps every acknowledged write of ${kills} lives, none twice`, {
    timeout: budget(kills, 10),
  }, async () => {
    const place = await engine.newPlace()
    let server = await startServerProcess(place)
    onTestFinished(() => leave(server, place))
    let { browser, listId } = await begin(server)
    /** Name → the id that the server answered. */
    const acknowledged = new Map<string, string>()
    /** What was sent and not answered: sent again with the same token. */
    let unanswered: Write[] = []
    let lost = 0

    for (let life = 0; life <= kills; life += 1) {
      const isLast = life === kills
      const goal = acknowledged.size + (isLast ? 0 : answersPerLife)
      const toSend = unanswered
      unanswered = []
      async function writeOn(): Promise<void> {
        for (;;) {
          const repeated = toSend.shift()
          if (!repeated && (isLast || acknowledged.size >= goal)) return
          const write = repeated ?? { name: `item ${randomUUID()}`, requestToken: randomUUID() }
          const id = await send(browser, listId, write).catch(() => undefined)
          if (id === undefined) {
            lost += 1
            unanswered.push(write)
            return
          }
          // An answer that does not reach the browser: the next life is asked again, with the same token.
          if (!repeated && acknowledged.size % 5 === 0) unanswered.push(write)
          else if (repeated) expect(acknowledged.get(write.name) ?? id).toBe(id)
          acknowledged.set(write.name, id)
          if (acknowledged.size === goal && !isLast) server.signal('SIGKILL')
        }
      }
      await Promise.all(Array.from({ length: writers }, writeOn))
      unanswered.push(...toSend)
      if (isLast) break
      expect(await server.ended).toBe('SIGKILL')
      server = await startServerProcess(place)
      browser = await signIn(server)
    }

    // Kills that met no request under way would prove nothing.
    expect(lost).toBeGreaterThan(0)
    expect(unanswered).toEqual([])
    const { data } = await browser.graphql('{ getAllItem { id name } }')
    const stored = data.getAllItem as { id: string; name: string }[]
    expect(stored).toHaveLength(acknowledged.size)
    expect(new Map(stored.map(item => [item.name, item.id]))).toEqual(acknowledged)
  })
})

describeEachEngine('a server that is told to stop', engine => {
  test('finishes what it was asked, ends its streams, and leaves', async () => {
    const place = await engine.newPlace()
    const server = await startServerProcess(place, { LOG_LEVEL: 'info' })
    onTestFinished(() => leave(server, place))
    const { browser } = await begin(server)
    const stream = await browser.fetch('/graphql', {
      method: 'POST',
      body: JSON.stringify({ query: 'subscription { changed { id } }' }),
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        'x-csrf-token': await (await browser.fetch('/csrftoken')).text(),
      },
    })
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/)
    const streamEnded = stream.text()

    const people = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const person = server.client()
        await person.get('/auth/status')
        return person
      }),
    )
    const answers = people.map((person, index) =>
      person.post('/auth/login', { username: `p${index}@example.org`, password: 'not a password' }),
    )
    await Promise.race(answers)
    server.signal('SIGTERM')
    for (const answer of await Promise.all(answers)) {
      expect([answer.status, answer.body.success]).toEqual([200, false])
    }
    await streamEnded
    expect(await server.ended).toBe(0)
    expect(server.output()).toContain('"msg":"stopped"')
    await expect(fetch(server.origin)).rejects.toThrow()
  })

  test('leaves at once when it is told twice', async () => {
    const place = await engine.newPlace()
    const server = await startServerProcess(place, { LOG_LEVEL: 'info' })
    onTestFinished(() => leave(server, place))
    // A request that never ends is what it would wait for.
    const { hostname, port } = new URL(server.origin)
    const socket = connect(Number(port), hostname).on('error', () => {})
    await new Promise<void>(resolve => {
      socket.write('POST /auth/login HTTP/1.1\r\nHost: aisle\r\nContent-Length: 10\r\n\r\n', () =>
        resolve(),
      )
    })
    await fetch(`${server.origin}/healthz`)
    server.signal('SIGTERM')
    await expect.poll(() => server.output()).toContain('stopping')
    server.signal('SIGTERM')
    expect(await server.ended).toBe(1)
    socket.destroy()
  })
})

async function leave(server: ServerProcess, place: TestPlace): Promise<void> {
  server.signal('SIGKILL')
  await server.ended
  place.remove()
}

interface Write {
  readonly name: string
  readonly requestToken: string
}

async function begin(server: ServerProcess): Promise<{ browser: TestClient; listId: string }> {
  const browser = server.client()
  await browser.post('/auth/signup', ana)
  const { data } = await browser.graphql('mutation { createShoppingList(name: "Food") { id } }')
  return { browser, listId: data.createShoppingList.id }
}

async function signIn(server: ServerProcess): Promise<TestClient> {
  const browser = server.client()
  await browser.post('/auth/login', { username: ana.email, password: ana.password })
  return browser
}

/** Answers with the id that the server gave; throws where no answer came. */
async function send(browser: TestClient, listId: string, write: Write): Promise<string> {
  const { data } = await browser.graphql(
    'mutation ($listId: ID!, $name: String!) { createItem(shoppingListId: $listId, name: $name) { id } }',
    { listId, name: write.name },
    { requestToken: write.requestToken },
  )
  return data.createItem.id
}
