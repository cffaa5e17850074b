/** A push service is named by whoever asks for notices: one that is slow must hold up nobody else. */
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { createSystemRandom } from '../../../server/environment.ts'
import { createJobs } from '../../../server/jobs/jobs.ts'
import { handleNotices } from '../../../server/notices/notices.ts'
import { createPushSender, PushTooSlow } from '../../../server/notices/push-sender.ts'
import { loadVapidKeys } from '../../../server/notices/vapid-keys.ts'
import {
  createPushBrowser,
  guardWith,
  startPushService,
} from '../../support/browser/push-service.ts'
import { befriend, shareWith } from '../../support/friends.ts'
import { done } from '../../support/server/api.ts'
import { describeEachEngine, startTestServer } from '../../support/server/server.ts'

test('a service that sends a byte at a time is given up all the same', async () => {
  await using server = await startTestServer()
  await using service = await startPushService()
  const slow = createServer(socket => {
    socket.on('error', () => {})
    socket.write('HTTP/1.1 201 Created\r\nX: ')
    const dribble = setInterval(() => socket.write('x'), 20)
    socket.on('close', () => clearInterval(dribble))
  })
  await new Promise<void>(resolve => slow.listen(0, '127.0.0.1', resolve))
  const { port } = Object(slow.address())
  const guard = { ...guardWith(service), allows: () => true }
  const keys = await loadVapidKeys(server.db)
  const sender = createPushSender(keys, () => 'mailto:ada@example.org', guard, 100)
  const { subscription } = createPushBrowser(service, 'eve')
  const endpoint = `http://127.0.0.1:${port}/eve`
  const message = { title: 'x', body: 'x', url: '/', tag: 'x' }
  await expect(sender.send({ ...subscription, endpoint }, message)).rejects.toThrow(PushTooSlow)
  await new Promise<void>(resolve => slow.close(() => resolve()))
})

describeEachEngine('A slow push service', engine => {
  test('comes after all mails, and is asked once a quarter of an hour', async () => {
    await using service = await startPushService()
    await using server = await startTestServer(engine, { pushGuard: guardWith(service) })
    const { db, clock } = server
    const anna = await server.buildUser({ firstName: 'Anna' })
    const people = { eve: await server.buildUser(), ben: await server.buildUser() }
    for (const [name, person] of Object.entries(people)) {
      await befriend(anna, person)
      await done(person, 'subscribeToNotices', createPushBrowser(service, name).subscription)
    }
    for (const name of ['One', 'Two', 'Three']) {
      const { id } = await done(anna, 'createShoppingList', { name })
      const everybody = Object.values(people).map(person => [person, 'EDIT'] as const)
      await shareWith(anna, id, everybody)
      await done(anna, 'createItem', { shoppingListId: id, name: 'Milk' })
    }
    await db.query.deleteFrom('job').where('kind', '<>', 'digest').execute()

    function write() {}
    const log = { fatal: write, error: write, warn: write, info: write, debug: write }
    const jobs = createJobs({ db, now: clock.now, random: createSystemRandom(), log })
    const did: string[] = []
    jobs.handle({ kind: 'mail', run: async () => void did.push('mail') })
    const sender = {
      async send({ endpoint }: { readonly endpoint: string }) {
        const name = endpoint.split('/').at(-1) ?? ''
        did.push(name)
        // One that is asked for meanwhile goes next.
        if (did.length === 2) await jobs.add(db.query, { kind: 'mail', payload: {} })
        if (name === 'eve') throw new PushTooSlow('slow')
        return 'sent' as const
      },
    }
    handleNotices({ db, now: clock.now, jobs, sender })
    clock.advance({ minutes: 5 })
    await jobs.add(db.query, { kind: 'mail', payload: {} })
    await jobs.drain()
    expect([did[0], did[2]]).toEqual(['mail', 'mail'])
    expect(did.toSorted()).toEqual(['ben', 'ben', 'ben', 'eve', 'mail', 'mail'])
    clock.advance({ minutes: 10 })
    await jobs.drain()
    expect(did.filter(name => name === 'eve')).toHaveLength(1)
    clock.advance({ minutes: 10 })
    await jobs.drain()
    expect(did.filter(name => name === 'eve')).toHaveLength(2)
  })

  test('that answers just before it would be too slow takes a minute of everybody’s, and no more', async () => {
    await using service = await startPushService()
    await using server = await startTestServer(engine, { pushGuard: guardWith(service) })
    const { db, clock } = server
    const anna = await server.buildUser({ firstName: 'Anna' })
    const [eve, ben] = [await server.buildUser(), await server.buildUser()]
    for (const person of [eve, ben]) await befriend(anna, person)
    for (let browsers = 0; browsers < 5; browsers += 1) {
      const browser = server.client()
      await browser.post('/auth/login', { username: eve.email, password: eve.password })
      const { subscription } = createPushBrowser(service, `eve${browsers}`)
      await done(browser, 'subscribeToNotices', subscription)
    }
    await done(ben, 'subscribeToNotices', createPushBrowser(service, 'ben').subscription)
    for (const [name, person] of [
      ['One', eve],
      ['Two', eve],
      ['Three', eve],
      ['Four', ben],
    ] as const) {
      const { id } = await done(anna, 'createShoppingList', { name })
      await shareWith(anna, id, [[person, 'EDIT']])
      await done(anna, 'createItem', { shoppingListId: id, name: 'Milk' })
      clock.advance({ ms: 10 })
    }
    await db.query.deleteFrom('job').where('kind', '<>', 'digest').execute()

    function write() {}
    const log = { fatal: write, error: write, warn: write, info: write, debug: write }
    const jobs = createJobs({ db, now: clock.now, random: createSystemRandom(), log })
    const sent: string[] = []
    const sender = {
      async send({ endpoint }: { readonly endpoint: string }) {
        sent.push(endpoint.split('/').at(-1) ?? '')
        if (sent.at(-1) !== 'ben') clock.advance({ ms: 9_000 })
        return 'sent' as const
      },
    }
    handleNotices({ db, now: clock.now, jobs, sender })
    clock.advance({ minutes: 5 })
    await jobs.drain()
    expect(sent).toContain('ben')
    expect(sent).toHaveLength(4)
    // What waited goes out all the same.
    for (let quarters = 0; quarters < 5; quarters += 1) {
      clock.advance({ minutes: 15 })
      await jobs.drain()
    }
    expect(sent.filter(name => name !== 'ben')).toHaveLength(15)
  })
})
