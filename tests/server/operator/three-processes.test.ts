/** Past one machine (docs/scaling.md): three server processes on one PostgreSQL, behind a proxy, killed in turn. */
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { budget, howMany } from '../../support/depth.ts'
import { createTestClient, type TestClient } from '../../support/server/client.ts'
import { describeOnPostgres } from '../../support/server/engines.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { startRoundRobin } from '../../support/simulation/round-robin.ts'

const kills = howMany('AISLE_PROCESS_KILLS', 3, 30)
const writers = 6
const answersBetweenKills = 40

const ana = {
  firstName: 'Ana',
  lastName: 'Lind',
  email: 'ana@example.org',
  password: 'a purple bicycle',
}

describeOnPostgres('three processes on one database', engine => {
  test(`lose nothing and double nothing in ${kills} kills, and streams go on elsewhere`, {
    timeout: budget(kills, 8),
  }, async () => {
    const place = await engine.newPlace()
    const servers = [await startServerProcess(place)]
    servers.push(...(await Promise.all([startServerProcess(place), startServerProcess(place)])))
    const proxy = await startRoundRobin(servers.map(({ origin }) => origin))
    onTestFinished(async () => {
      await proxy.close()
      for (const server of servers) server.signal('SIGKILL')
      await Promise.all(servers.map(({ ended }) => ended))
      place.remove()
    })
    const browser = createTestClient(request => fetch(request), proxy.url)
    await browser.post('/auth/signup', ana)
    const made = await browser.graphql('mutation { createShoppingList(name: "Food") { id } }')
    const listId: string = made.data.createShoppingList.id
    const streams = await Promise.all([1, 2, 3].map(() => watch(browser, listId)))
    onTestFinished(() => streams.forEach(stream => void stream.stop()))

    /** Name → the id that the server answered. */
    const acknowledged = new Map<string, string>()
    let repeated = 0
    let killed = 0
    const goal = answersBetweenKills * (kills + 1)
    /** Whoever gets no answer asks again, and whichever process is asked knows the token. */
    async function ask(write: Write): Promise<string> {
      for (;;) {
        const id = await send(browser, listId, write)
        if (id !== undefined) return id
        repeated += 1
      }
    }
    async function writeOn(): Promise<void> {
      while (acknowledged.size < goal) {
        const write = { name: `item ${randomUUID()}`, requestToken: randomUUID() }
        const id = await ask(write)
        acknowledged.set(write.name, id)
        if (acknowledged.size % 7 === 0) expect(await ask(write)).toBe(id)
        if (acknowledged.size < answersBetweenKills * (killed + 1) || killed === kills) continue
        const which = killed % servers.length
        killed += 1
        servers[which]?.signal('SIGKILL')
        await servers[which]?.ended
        const next = await startServerProcess(place)
        servers[which] = next
        proxy.aim(which, next.origin)
      }
    }
    await Promise.all(Array.from({ length: writers }, writeOn))

    expect(killed).toBe(kills)
    // Kills that met no request under way would prove nothing.
    expect(repeated).toBeGreaterThan(0)
    const { data } = await browser.graphql('{ getAllItem { id name } }')
    const stored = data.getAllItem as { id: string; name: string }[]
    expect(stored).toHaveLength(acknowledged.size)
    expect(new Map(stored.map(item => [item.name, item.id]))).toEqual(acknowledged)

    // Each stream was cut with its process, found another, and hears the last word from there.
    async function everyStreamHears(revision: number) {
      for (const stream of streams) {
        await expect.poll(() => stream.heard(), { timeout: 10_000 }).toBe(revision)
      }
    }
    const revision = await revisionOf(browser, listId)
    await everyStreamHears(revision)
    await ask({ name: 'the last', requestToken: randomUUID() })
    await everyStreamHears(revision + 1)
    expect(Math.min(...streams.map(stream => stream.opened()))).toBeGreaterThan(1)
  })
})

interface Write {
  readonly name: string
  readonly requestToken: string
}

/** Undefined where no answer came. */
async function send(browser: TestClient, listId: string, write: Write) {
  const answer = await browser
    .graphql(
      'mutation ($listId: ID!, $name: String!) { createItem(shoppingListId: $listId, name: $name) { id } }',
      { listId, name: write.name },
      { requestToken: write.requestToken },
    )
    .catch(() => undefined)
  const id: string | undefined = answer?.data?.createItem.id
  return id
}

async function revisionOf(browser: TestClient, listId: string): Promise<number> {
  const { data } = await browser.graphql(
    'query ($known: [KnownRevision!]!) { changes(known: $known) { lists { id revision } } }',
    { known: [] },
  )
  const lists = data.changes.lists as { id: string; revision: number }[]
  return lists.find(({ id }) => id === listId)?.revision ?? 0
}

/** An event stream that is opened again wherever it ends; what came meanwhile is asked for, as a device does. */
async function watch(browser: TestClient, listId: string) {
  const stop = new AbortController()
  let heard = 0
  let opened = 0
  const opening = Promise.withResolvers<void>()

  async function listen(): Promise<void> {
    const response = await browser.fetch('/graphql', {
      method: 'POST',
      body: JSON.stringify({ query: 'subscription { changed { id revision } }' }),
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        'x-csrf-token': await (await browser.fetch('/csrftoken')).text(),
      },
      signal: stop.signal,
    })
    opened += 1
    opening.resolve()
    heard = Math.max(heard, await revisionOf(browser, listId))
    let text = ''
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString()
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const [, told = 'null'] = /^data: (\{.*)$/m.exec(event) ?? []
        const { id, revision } = Object(JSON.parse(told)?.data?.changed)
        if (id === listId) heard = Math.max(heard, revision)
      }
    }
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) await listen().catch(() => {})
  }
  void run()
  await opening.promise
  return { heard: () => heard, opened: () => opened, stop: () => stop.abort() }
}
