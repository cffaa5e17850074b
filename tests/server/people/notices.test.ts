import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hastenJobsAhead } from '../../../server/jobs/jobs.ts'
import { renewSubscription } from '../../../src/offline/worker/renew-subscription.ts'
import {
  createPushBrowser,
  guardWith,
  startPushService,
  whatIsWrong,
} from '../../support/browser/push-service.ts'
import { befriend, shareWith } from '../../support/friends.ts'
import { call, done, newId } from '../../support/server/api.ts'
import { describeOnPostgres } from '../../support/server/engines.ts'
import { holdRows, untilSomebodyWaits } from '../../support/server/held-rows.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestEngine,
  type TestUser,
} from '../../support/server/server.ts'

/** Anna and Ben share a list; Ben's browser wants notices. */
async function start(engine: TestEngine) {
  const service = await startPushService()
  const server = await startTestServer(engine, { pushGuard: guardWith(service) })
  const anna = await server.buildUser({ firstName: 'Anna', lastName: 'Sol' })
  const ben = await server.buildUser({ firstName: 'Ben', lastName: 'Lund' })
  await befriend(anna, ben)
  const { id } = await done(anna, 'createShoppingList', { name: 'Weekly shop' })
  await shareWith(anna, id, [[ben, 'EDIT']])
  const browser = createPushBrowser(service, 'ben')
  await done(ben, 'subscribeToNotices', browser.subscription)
  return {
    ...{ service, server, anna, ben, browser, id: id as string },
    add: (who: TestUser, ...names: string[]) =>
      done(who, 'createItems', { shoppingListId: id, items: names.map(name => ({ name })) }),
    /** Time goes by, and what is due by then is done. */
    async pass(minutes: number) {
      server.clock.advance({ minutes })
      await server.app.jobs.drain()
    },
    async [Symbol.asyncDispose]() {
      await server.close()
      await service[Symbol.asyncDispose]()
    },
  }
}

const titles = (browser: { read(): readonly Record<string, string>[] }) =>
  browser.read().map(({ title }) => title)

describeEachEngine('Notices', engine => {
  test.each([
    ['made anew with the key of before', false, { applicationServerKey: new ArrayBuffer(65) }],
    ['made anew, the key of before unknown', false, undefined],
    ['told by the browser', true, undefined],
  ])('go on where the browser changes its subscription: %s', async (_what, isTold, options) => {
    await using house = await start(engine)
    const { anna, ben, browser, service } = house
    const next = createPushBrowser(service, 'ben-next')
    const { endpoint, ...keys } = next.subscription
    const made = { options: { applicationServerKey: null }, toJSON: () => ({ endpoint, keys }) }
    const asked: PushSubscriptionOptionsInit[] = []
    const parts = {
      fetch: (url: string, init: RequestInit) => ben.fetch(url, init),
      subscribe: async (wish: PushSubscriptionOptionsInit) => {
        asked.push(wish)
        return made
      },
      newId: () => crypto.randomUUID(),
      noticed: async () => ben.id,
    }
    const { publicKey } = await done(ben, 'noticeSettings')
    await renewSubscription(parts, {
      oldSubscription: options ? { ...made, options } : null,
      newSubscription: isTold ? made : null,
    })
    const applicationServerKey = options?.applicationServerKey ?? publicKey
    expect(asked).toEqual(isTold ? [] : [{ userVisibleOnly: true, applicationServerKey }])
    await house.add(anna, 'Milk')
    await house.pass(5)
    expect(titles(browser)).toEqual([])
    expect(titles(next)).toEqual(['Anna added 1 thing to Weekly shop'])
  })

  test('cannot be had by a browser that is signed out', async () => {
    await using house = await start(engine)
    const { server, service } = house
    const { endpoint, ...keys } = createPushBrowser(service, 'x').subscription
    const made = { options: { applicationServerKey: null }, toJSON: () => ({ endpoint, keys }) }
    const { fetch } = server.client()
    const parts = {
      fetch,
      subscribe: async () => made,
      newId: () => crypto.randomUUID(),
      noticed: async () => undefined,
    }
    const renewal = renewSubscription(parts, { newSubscription: made })
    await expect(renewal).rejects.toThrow('The server answered 401 about notices.')
  })

  test('are renewed for who asked for them, and for nobody else who signed in since', async () => {
    await using house = await start(engine)
    const { anna, ben, service } = house
    const { endpoint, ...keys } = createPushBrowser(service, 'x').subscription
    const made = { options: { applicationServerKey: null }, toJSON: () => ({ endpoint, keys }) }
    const parts = {
      fetch: (url: string, init: RequestInit) => anna.fetch(url, init),
      subscribe: async () => made,
      newId: () => crypto.randomUUID(),
    }
    const renewal = renewSubscription(
      { ...parts, noticed: async () => ben.id },
      { newSubscription: made },
    )
    await expect(renewal).rejects.toThrow('The server answered 401 about notices.')
    // Who asked has left: nobody is asked.
    await renewSubscription({ ...parts, noticed: async () => 'left' }, { newSubscription: made })
    expect(await done(anna, 'noticeSettings')).toMatchObject({ subscribed: false })
  })

  test('one digest a list and pause, enciphered for the browser, and signed', async () => {
    await using house = await start(engine)
    const { anna, ben, browser, service, id } = house
    await house.add(anna, 'Milk', 'Bread')
    await house.pass(2)
    expect(browser.read()).toEqual([])
    await house.add(anna, 'Eggs', 'Tea')
    // Three minutes after the first, and no pause yet.
    await house.pass(1)
    expect(browser.read()).toEqual([])
    await house.pass(2)
    const first = {
      title: 'Anna added 4 things to Weekly shop',
      body: 'Milk, Bread, Eggs and Tea',
      url: `/product/shoppinglist?list=${id}`,
      tag: id,
    }
    expect(browser.read()).toEqual([first])
    const { headers, body } = service.messages[0] ?? {}
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    const { publicKey } = await done(ben, 'noticeSettings')
    expect(headers?.authorization).toMatch(/^vapid t=.+, k=/)
    expect(headers?.authorization).toContain(`k=${publicKey}`)
    expect(body?.toString()).not.toContain('Milk')
    // The push service looked at the signature: another key's, or one for another service, it refuses.
    expect(service.refused).toEqual([])
    const foreign = browser.subscription.p256dh
    const authorization = String(headers?.authorization).replace(publicKey, foreign)
    const forged = { ...headers, authorization }
    expect(whatIsWrong(forged, service.origin)).toBe('signed by another key')
    expect(whatIsWrong(headers ?? {}, 'https://push.example.org')).toBe('meant for another service')
    await house.pass(60)
    expect(browser.read()).toHaveLength(1)
    // Told once: the next one begins anew.
    await house.add(anna, 'Salt')
    await house.pass(3)
    expect(titles(browser).at(-1)).toBe('Anna added 1 thing to Weekly shop')
    // What one does oneself is no news, nor is an order.
    await house.add(ben, 'Own')
    const [item] = await done(ben, 'getByFilterItem', { filters: { shoppingListId: id } })
    await done(anna, 'moveItem', { id: item.id, afterItemId: null })
    await house.pass(20)
    expect(browser.read()).toHaveLength(2)
  })

  test('however long the names are, it fits into what a push service takes', async () => {
    await using house = await start(engine)
    const { anna, service, browser, id } = house
    const long = (name: string) => `${name}${'\u{1f95b}'.repeat(190)}`
    await done(anna, 'updateUserBasics', { id: anna.id, firstName: long('Anna') })
    await done(anna, 'updateShoppingList', { id, name: long('Weekly') })
    await house.add(anna, ...['A', 'B', 'C', 'D', 'E', 'F'].map(long))
    await house.pass(5)
    expect(browser.read()).toMatchObject([{ title: expect.stringMatching(/^Anna/), tag: id }])
    // RFC 8030: more than that may be refused.
    expect(service.messages[0]?.body.length).toBeLessThanOrEqual(4_096)
  })

  test('who never pauses is told of after a quarter of an hour', async () => {
    await using house = await start(engine)
    for (let minute = 0; minute < 15; minute += 1) {
      expect(house.browser.read()).toEqual([])
      await house.add(house.anna, `Thing ${minute}`)
      await house.pass(1)
    }
    expect(house.browser.read()).toMatchObject([
      {
        title: 'Anna added 15 things to Weekly shop',
        body: 'Thing 0, Thing 1, Thing 2, Thing 3, Thing 4 and 10 more',
      },
    ])
  })

  test('nobody is told who did not ask, asked no more, or has left', async () => {
    await using house = await start(engine)
    const { server, anna, ben, browser, id } = house
    const jobs = () =>
      server.db.query.selectFrom('job').select('kind').where('kind', '=', 'digest').execute()
    await done(ben, 'setListNotices', { shoppingListId: id, on: false })
    await house.add(anna, 'Silent')
    expect(await jobs()).toEqual([])
    expect(await done(ben, 'noticeSettings')).toMatchObject({ silentListIds: [id] })
    // Nothing from the silent time comes later.
    await done(ben, 'setListNotices', { shoppingListId: id, on: true })
    await house.add(anna, 'Heard')
    await house.pass(3)
    expect(browser.read()).toMatchObject([{ body: 'Heard' }])

    await house.add(anna, 'Taken away')
    await shareWith(anna, id, [])
    await house.pass(20)
    await shareWith(anna, id, [[ben, 'VIEW']])
    await house.add(anna, 'Signed out')
    await ben.get('/auth/logout')
    await house.pass(20)
    expect(browser.read()).toHaveLength(1)
    const left = await server.db.query.selectFrom('push_subscription').selectAll().execute()
    expect(left).toEqual([])
  })

  test('who joins a list is told of nothing that was done there before', async () => {
    await using house = await start(engine)
    const { server, anna, ben, service, id } = house
    const cleo = await server.buildUser({ firstName: 'Cleo' })
    await befriend(anna, cleo)
    const hers = createPushBrowser(service, 'cleo')
    await done(cleo, 'subscribeToNotices', hers.subscription)
    await house.add(anna, 'Before')
    await shareWith(anna, id, [
      [ben, 'EDIT'],
      [cleo, 'EDIT'],
    ])
    await house.add(anna, 'After')
    await house.pass(5)
    expect(hers.read()).toMatchObject([
      { title: 'Anna added 1 thing to Weekly shop', body: 'After' },
    ])
  })

  test('a browser whose session is over hears of nothing, before anything of it is deleted', async () => {
    await using house = await start(engine)
    const { server, anna, ben, browser, service, id } = house
    async function signIn({ email, password }: TestUser) {
      const client = server.client()
      await client.post('/auth/login', { username: email, password })
      return client
    }
    // A session that nobody uses ends after half a year.
    server.clock.advance({ days: 100 })
    const later = createPushBrowser(service, 'ben-later')
    await done(await signIn(ben), 'subscribeToNotices', later.subscription)
    server.clock.advance({ days: 81 })
    const items = [{ name: 'Milk' }]
    await done(await signIn(anna), 'createItems', { shoppingListId: id, items })
    await house.pass(5)
    expect(titles(later)).toEqual(['Anna added 1 thing to Weekly shop'])
    expect(browser.read()).toEqual([])
    const kept = await server.db.query.selectFrom('push_subscription').select('id').execute()
    expect(kept).toHaveLength(2)
  })

  test('a list that comes back from the bin is as silent as it was, and tells nothing again', async () => {
    await using house = await start(engine)
    const { anna, ben, browser } = house
    const titleOf = { silent: 'Surprise', loud: 'Cellar' }
    const add = (shoppingListId: string, name: string) =>
      done(anna, 'createItems', { shoppingListId, items: [{ name }] })
    for (const name of Object.values(titleOf)) {
      const { id } = await done(ben, 'createShoppingList', { name })
      await shareWith(ben, id, [[anna, 'EDIT']])
      if (name === titleOf.silent)
        await done(ben, 'setListNotices', { shoppingListId: id, on: false })
      await add(id, 'Before')
      await house.pass(5)
      await done(ben, 'deleteByIdShoppingList', { id })
      const back = await done(ben, 'restoreShoppingList', { id })
      await add(back.id, 'After')
      await house.pass(5)
    }
    expect(browser.read()).toMatchObject([
      { title: 'Anna added 1 thing to Cellar', body: 'Before' },
      { title: 'Anna added 1 thing to Cellar', body: 'After' },
    ])
  })

  test('consent ends with a word, and goes with the account', async () => {
    await using house = await start(engine)
    const { server, anna, ben, browser } = house
    await house.add(anna, 'Milk')
    expect(await done(ben, 'unsubscribeFromNotices')).toMatchObject({ subscribed: false })
    await house.pass(20)
    expect(browser.read()).toEqual([])
    await done(ben, 'subscribeToNotices', browser.subscription)
    // Whoever signs in with the same browser takes it over.
    const cleo = await server.buildUser({ firstName: 'Cleo' })
    await done(cleo, 'subscribeToNotices', browser.subscription)
    expect(await done(ben, 'noticeSettings')).toMatchObject({ subscribed: false })
    expect(await done(cleo, 'noticeSettings')).toMatchObject({ subscribed: true })
    await server.db.query.deleteFrom('user').where('id', '=', cleo.id).execute()
    const left = await server.db.query.selectFrom('push_subscription').selectAll().execute()
    expect(left).toEqual([])
  })

  test('at most 20 browsers of a person hear of it: the one that asked first goes', async () => {
    await using house = await start(engine)
    const { server, anna, ben, browser, service } = house
    const browsers = []
    for (let index = 0; index < 20; index += 1) {
      const client = server.client()
      await client.post('/auth/login', { username: ben.email, password: ben.password })
      const next = createPushBrowser(service, `ben-${index}`)
      server.clock.advance({ ms: 1 })
      await done(client, 'subscribeToNotices', next.subscription)
      browsers.push(next)
    }
    expect(await done(ben, 'noticeSettings')).toMatchObject({ subscribed: false })
    await house.add(anna, 'Milk')
    await house.pass(5)
    expect(browser.read()).toEqual([])
    expect(browsers.map(next => titles(next).length)).toEqual(Array(20).fill(1))
    expect(await done(anna, 'noticeSettings')).toMatchObject({ subscribed: false })
  })

  test('quiet hours hold it back until they end', async () => {
    await using house = await start(engine)
    const { anna, ben, browser } = house
    // The clock of the test stands at 09:00 UTC, which is 10:00 there.
    const hours = { from: '09:30', to: '10:45', timeZone: 'Europe/Berlin' }
    const answer = await done(ben, 'setQuietHours', hours)
    expect(answer).toMatchObject({ quietFrom: '09:30', quietTo: '10:45' })
    await house.add(anna, 'Milk')
    await house.pass(20)
    expect(browser.read()).toEqual([])
    await house.pass(25)
    expect(titles(browser)).toEqual(['Anna added 1 thing to Weekly shop'])
    const wrong = await call(ben, 'setQuietHours', { ...hours, to: '25:00' })
    expect(wrong.refusal).toMatchObject({ code: 'BAD_INPUT', field: 'to' })
    expect(await done(ben, 'setQuietHours')).toMatchObject({ quietFrom: null, timeZone: null })
  })

  test('what waits is told though its list was deleted and came back, to nobody who asked meanwhile', async () => {
    await using house = await start(engine)
    const { server, anna, ben, browser, service, id } = house
    const cleo = await server.buildUser({ firstName: 'Cleo' })
    await befriend(anna, cleo)
    await shareWith(anna, id, [
      [ben, 'EDIT'],
      [cleo, 'EDIT'],
    ])
    await house.add(anna, 'Milk')
    await done(anna, 'deleteByIdShoppingList', { id })
    server.clock.advance({ ms: 1 })
    const late = createPushBrowser(service, 'cleo')
    await done(cleo, 'subscribeToNotices', late.subscription)
    await done(anna, 'restoreShoppingList', { id })
    await house.pass(20)
    expect(browser.read()).toMatchObject([{ title: 'Anna added 1 thing to Weekly shop' }])
    expect(late.read()).toEqual([])
  })

  test('quiet hours that are lifted or moved hold nothing back any more', async () => {
    await using house = await start(engine)
    const { anna, ben, browser } = house
    const hours = { from: '09:30', to: '18:00', timeZone: 'Europe/Berlin' }
    await done(ben, 'setQuietHours', hours)
    await house.add(anna, 'Milk')
    await house.pass(20)
    expect(browser.read()).toEqual([])
    await done(ben, 'setQuietHours', { ...hours, to: '10:10' })
    await house.pass(0)
    expect(browser.read()).toHaveLength(1)
    await done(ben, 'setQuietHours', hours)
    await house.add(anna, 'Bread')
    await house.pass(20)
    await done(ben, 'setQuietHours')
    await house.pass(0)
    expect(browser.read()).toHaveLength(2)
  })

  test('quiet hours hold back what a push service did not take before they began', async () => {
    await using house = await start(engine)
    const { anna, ben, browser, service } = house
    // It is 10:00 there, and 10:03 when it is sent.
    await done(ben, 'setQuietHours', { from: '10:04', to: '11:00', timeZone: 'Europe/Berlin' })
    service.status = 503
    await house.add(anna, 'Milk')
    await house.pass(3)
    service.status = 201
    // What was refused was sent all the same.
    expect(browser.read()).toHaveLength(1)
    await house.pass(1)
    await house.pass(30)
    expect(browser.read()).toHaveLength(1)
    await house.pass(26)
    expect(browser.read()).toHaveLength(2)
  })

  test('go on once a clock that was ahead is set right', async () => {
    await using house = await start(engine)
    const { anna, browser, server } = house
    const monthMinutes = 30 * 24 * 60
    server.clock.advance({ minutes: monthMinutes })
    await house.add(anna, 'Milk')
    server.clock.advance({ minutes: -monthMinutes })
    await house.pass(20)
    expect(titles(browser)).toEqual([])
    await hastenJobsAhead(server.db, server.clock.now())
    await house.pass(1)
    expect(titles(browser)).toEqual(['Anna added 1 thing to Weekly shop'])
    // What is done later is news as ever.
    await house.add(anna, 'Bread')
    await house.pass(5)
    expect(titles(browser)).toHaveLength(2)
  })

  test('a browser that is gone is forgotten; a push service that is down is tried again', async () => {
    await using house = await start(engine)
    const { server, anna, ben, browser, service } = house
    service.status = 503
    await house.add(anna, 'Milk')
    await house.pass(3)
    service.status = 201
    await house.pass(1)
    expect(service.refused).toEqual([])
    expect(titles(browser)).toHaveLength(2)
    service.status = 410
    await house.add(anna, 'Bread')
    await house.pass(3)
    expect(await done(ben, 'noticeSettings')).toMatchObject({ subscribed: false })
    expect(await server.db.query.selectFrom('job').select('id').execute()).toEqual([])
    expect(JSON.stringify(server.logged)).not.toContain(browser.subscription.endpoint)
  })

  test('what a push service did not take within a day is told to nobody any more', async () => {
    await using house = await start(engine)
    const { server, anna, browser, service } = house
    service.status = 503
    await house.add(anna, 'Milk')
    await house.pass(3)
    service.status = 201
    await house.pass(24 * 60 + 1)
    // What was refused was sent all the same.
    expect(browser.read()).toHaveLength(1)
    expect(await server.db.query.selectFrom('job').select('kind').execute()).toEqual([])
  })

  test('only a public https address and real keys are taken', async () => {
    await using house = await start(engine)
    const { ben, browser } = house
    for (const endpoint of [
      'http://push.example.org/x',
      'https://localhost/x',
      'https://printer/x',
      'https://nas.local/x',
      'https://nas.local./x',
      'https://push.localhost/x',
      'https://push.internal/x',
      'https://nas.home.arpa/x',
      'https://127.0.0.1/x',
      'https://0x7f.1/x',
      'https://2130706433/x',
      'https://[::1]/x',
      'https://[::ffff:10.0.0.1]/x',
      'https://169.254.169.254/latest',
      'https://me:secret@push.example.org/x',
      'file:///etc/passwd',
      `https://push.example.org/${'x'.repeat(1_000)}`,
      `https://push.example.org/${'押'.repeat(900)}`,
    ]) {
      const { refusal } = await call(ben, 'subscribeToNotices', {
        ...browser.subscription,
        endpoint,
      })
      expect(refusal, endpoint).toMatchObject({ code: 'BAD_INPUT', field: 'endpoint' })
    }
    for (const [field, value] of [
      ['p256dh', Buffer.alloc(65, 4).toString('base64url')],
      ['auth', 'short'],
    ] as const) {
      const args = { ...browser.subscription, [field]: value }
      expect((await call(ben, 'subscribeToNotices', args)).refusal).toMatchObject({ field })
    }
    const own = await call(ben, 'setListNotices', { shoppingListId: 'not-mine', on: false })
    expect(own.code).toBe('NOT_FOUND')
  })

  test('nothing goes to an address that was taken once and would not be any more', async () => {
    await using house = await start(engine)
    const { server, anna, ben } = house
    // As one that an older version took: no name is looked up of it, so the guard of names never sees it.
    await using inside = await startPushService()
    const { subscription } = createPushBrowser(inside, 'inside')
    await server.db.query
      .updateTable('push_subscription')
      .set({ endpoint: subscription.endpoint })
      .execute()
    await house.add(anna, 'Milk')
    await house.pass(3)
    expect([inside.messages, inside.refused]).toEqual([[], []])
    expect(await done(ben, 'noticeSettings')).toMatchObject({ subscribed: false })
  })

  test('the keys stay the same over a restart, and for every process', async () => {
    await using house = await start(engine)
    const { publicKey } = await done(house.ben, 'noticeSettings')
    await using twin = await house.server.startSecond()
    const dora = await twin.buildUser()
    expect((await done(dora, 'noticeSettings')).publicKey).toBe(publicKey)
  })
})

describeOnPostgres('Notices', engine => {
  test('are of what was under way while a digest was made, too', async () => {
    await using house = await start(engine)
    const { server, anna, browser, id } = house
    await house.add(anna, 'Milk')
    server.clock.advance({ minutes: 3 })
    // Keeps what follows from its commit, once it has noted what it did.
    const request = await holdRows(server, async tx => {
      await sql`lock table request in exclusive mode`.execute(tx)
    })
    const adding = call(
      anna,
      'createItem',
      { shoppingListId: id, name: 'Bread' },
      { requestToken: newId() },
    )
    await untilSomebodyWaits(server)
    const telling = server.app.jobs.drain()
    await Promise.race([telling, untilSomebodyWaits(server, 2)])
    await request.release()
    expect((await adding).errors).toBeUndefined()
    await telling
    await house.pass(5)
    expect(browser.read().map(({ body }) => body)).toEqual(['Milk and Bread'])
  })
})
