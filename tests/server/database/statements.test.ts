/** Statements do not grow with rows: what each operation asks the database is counted. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { hasBlockedAmong } from '../../../server/access/friends-of-account.ts'
import type { Schema } from '../../../server/db/schema.ts'
import { purgeLeftTags } from '../../../server/graphql/lists/list-tags.ts'
import {
  createPushBrowser,
  guardWith,
  startPushService,
} from '../../support/browser/push-service.ts'
import { call, done, newId, openStream, share } from '../../support/server/api.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../support/server/server.ts'
import { planOf, watchStatements } from '../../support/server/watched-statements.ts'

const most = 12
/** Who asks, and what is kept of any change: the same for a tick. */
const around = 12

const request = new AsyncLocalStorage<true>()

/** All of them, or those that are asked within `request`: sweeps and jobs beside it have statements of their own. */
function countStatements(counts: () => boolean = () => request.getStore() === true) {
  const counted: string[] = []
  const count = (text: string) => counts() && counted.push(text)
  const memory = new DatabaseSync(':memory:')
  const proto = Object.getPrototypeOf(memory.prepare('select 1'))
  memory.close()
  for (const name of ['all', 'run'] as const) {
    const real = proto[name]
    vi.spyOn(proto, name).mockImplementation(function (this: { sourceSQL: string }, ...args) {
      count(this.sourceSQL)
      return real.apply(this, args)
    })
  }
  const query = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    count(String(Object(args[0]).text ?? args[0]))
    return Reflect.apply(query, this, args)
  })
  return counted
}

/** What PostgreSQL is asked on a connection that waits for nothing else. */
function countTrips(): readonly string[] {
  const counted: string[] = []
  const waiting = new WeakMap<pg.Client, number>()
  const query = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const before = waiting.get(this) ?? 0
    if (before === 0) counted.push(String(Object(args[0]).text ?? args[0]))
    waiting.set(this, before + 1)
    const answered = () => void waiting.set(this, (waiting.get(this) ?? 1) - 1)
    const [asked, tell] = args
    if (typeof tell === 'function') {
      const told = (...answer: unknown[]) => {
        answered()
        tell(...answer)
      }
      return Reflect.apply(query, this, [asked, told])
    }
    const answer: Promise<unknown> = Reflect.apply(query, this, args)
    answer.then(answered, answered)
    return answer
  })
  return counted
}

/** Without what frames a transaction and tells of it. */
function isOfTheRequest(text: string): boolean {
  return !/^(select pg_notify|begin|commit|set )/i.test(text)
}

/** Whether values stand one by one behind an `in`. */
function placesEach(text: string): boolean {
  return /\bin \((\?|\$\d+)(, (\?|\$\d+)){9}/i.test(text)
}

/** A person before an item with a tag; what is measured now and then was. */
async function readyToTick(server: TestServer): Promise<() => Promise<unknown>> {
  const ana = await server.buildUser()
  const itemTags = [{ name: 'Dairy' }]
  const { id: shoppingListId } = await done(ana, 'createShoppingList', { name: 'Week', itemTags })
  const { id } = await done(ana, 'createItem', { shoppingListId, name: 'Milk', itemTags })
  await done(ana, 'updateItem', { id, purchased: true })
  const select = 'id purchased itemTags { name }'
  return () => done(ana, 'updateItem', { id, purchased: false }, { select, requestToken: newId() })
}

afterEach(() => void vi.restoreAllMocks())

test('tags that left long ago are found by an index, not by a walk over all there are', async () => {
  await using server = await startTestServer()
  const asked = countStatements(() => true)
  await purgeLeftTags(server.db, server.clock.now())
  const text = asked.find(statement => statement.includes('delete from "item_tag"')) ?? ''
  vi.restoreAllMocks()
  const file = new DatabaseSync(join(server.address.dataDir, 'aisle.db'))
  const plan = file.prepare(`explain query plan ${text}`).all('2026-01-01', '2026-01-01', 100)
  file.close()
  expect(plan.length).toBeGreaterThan(1)
  const walks = plan.map(({ detail }) => String(detail)).filter(one => one.startsWith('SCAN'))
  expect(walks.filter(one => one.includes('item_tag'))).toEqual([])
})

test('of more than 64 values are read anew each time by SQLite, and all others once', async () => {
  await using server = await startTestServer()
  const ana = await server.buildUser()
  for (let n = 0; n < 65; n += 1) await done(ana, 'createShoppingList', { name: `List ${n}` })
  const ask = () => done(ana, 'getAllShoppingList', {}, { select: 'id items { id }' })
  await ask()
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  await ask()
  const texts = prepare.mock.calls.map(([text]) => text)
  expect(texts).toContainEqual(expect.stringMatching(/from "item" where "list_id" in \(\?, /))
  expect(texts.filter(text => text.split('?').length <= 65)).toEqual([])
})

describeEachEngine('Statements', engine => {
  test.each([10, 1_000, 10_000])(
    'of each operation on %i rows',
    { timeout: 60_000 },
    async rows => {
      await using server = await startTestServer(engine)
      const ana = await server.buildUser()
      const tags = [{ name: 'Dairy' }, { name: 'Bread' }]
      const items = Array.from({ length: rows }, (_, n) => ({
        id: newId(),
        name: `Item ${n}`,
        ...(n % 5 === 0 && { itemTags: [{ name: 'Dairy' }] }),
      }))
      const ids = items.map(({ id }) => id)
      const one = newId()
      await done(ana, 'createShoppingList', { id: one, name: 'One', itemTags: tags })
      const two = await done(ana, 'createShoppingList', { name: 'Two' })
      for (const name of ['Three', 'Four']) await done(ana, 'createShoppingList', { name })
      const [dairy, bread] = (await done(ana, 'getByIdShoppingList', { id: one })).itemTags
      const swap = { firstShoppingListId: one, secondShoppingListId: two.id }
      const known = [{ id: one, revision: 1 }]
      const operations: readonly (readonly [string, object])[] = [
        ['createItems', { shoppingListId: one, items }],
        ['changes', { known }],
        ['updateItems', { items: ids.map(id => ({ id, purchased: true })) }],
        ['updateItemsOrder', { shoppingListId: one, itemIds: ids.toReversed() }],
        ['resetShoppingList', { id: one }],
        ['updateShoppingList', { id: one, itemTags: [bread] }],
        ['updateShoppingList', { id: one, itemTags: [bread, dairy] }],
        ['swapShoppingListItems', { ...swap, firstItemIds: ids, secondItemIds: [] }],
        ['swapShoppingListItems', { ...swap, firstItemIds: [], secondItemIds: ids }],
        ['copyShoppingList', { id: one, name: 'Copy' }],
        ['getAllItem', {}],
        ['getAllShoppingList', {}],
        ['deleteByIdsItem', { ids }],
        ['changes', { known }],
        ['changes', { known: [] }],
      ]
      const counted = countStatements()
      for (const [name, args] of operations) {
        counted.length = 0
        const select = name.startsWith('changes') ? 'more' : 'id'
        await request.run(true, () => done(ana, name, { ...args }, { select }))
        const own = counted.filter(isOfTheRequest)
        expect.soft(own.length, name).toBeGreaterThan(0)
        expect.soft(own.length, `${name}: ${own.join('\n')}`).toBeLessThanOrEqual(most + around)
      }
    },
  )

  test('of a tick: who asks, the request before and after, the lock, the item with its list, the item, its tags, the history', async () => {
    await using server = await startTestServer(engine)
    const tick = await readyToTick(server)
    const counted = countStatements()
    await request.run(true, tick)
    const own = counted.filter(isOfTheRequest)
    expect(own.length).toBeGreaterThan(0)
    // PostgreSQL is not asked before whether it is a repetition.
    expect(own.length, own.join('\n')).toBeLessThanOrEqual(engine.name === 'SQLite' ? 8 : 7)
  })

  test('of a tick on a list whose people want notices: as many for three of them as for one', async () => {
    await using service = await startPushService()
    await using server = await startTestServer(engine, { pushGuard: guardWith(service) })
    const ana = await server.buildUser()
    const { id: shoppingListId } = await done(ana, 'createShoppingList', { name: 'Week' })
    const list = { id: shoppingListId, userId: ana.id }
    const { id } = await done(ana, 'createItem', { shoppingListId, name: 'Milk' })
    const counted = countStatements()
    const counts: number[] = []
    for (const names of [['ben'], ['cleo', 'dan']]) {
      for (const name of names) {
        const person = await server.buildUser()
        await share(server, list, person, 'VIEW')
        await done(person, 'subscribeToNotices', createPushBrowser(service, name).subscription)
      }
      for (const purchased of [true, false]) {
        counted.length = 0
        await request.run(true, () => done(ana, 'updateItem', { id, purchased }))
      }
      counts.push(counted.filter(isOfTheRequest).length)
    }
    expect(counts).toEqual([counts[0], counts[0]])
    const waiting = server.db.query.selectFrom('job').where('kind', '=', 'digest')
    expect(await waiting.select('user_id').execute()).toHaveLength(3)
  })

  test('of the end of an account: as many whatever lies in the bins of its person and of others', async () => {
    await using server = await startTestServer(engine)
    const boss = await server.buildUser()
    const counted = countStatements()
    const counts: number[] = []
    for (const inBin of [0, 20]) {
      const [ana, ben] = [await server.buildUser(), await server.buildUser()]
      await done(ana, 'createShoppingList', { name: 'Own' })
      for (let n = 0; n < inBin; n += 1) {
        const owner = n % 2 ? ana : ben
        const { id } = await done(owner, 'createShoppingList', { name: `Gone ${n}` })
        if (owner === ben) await share(server, { id, userId: ben.id }, ana, 'EDIT')
        await done(owner, 'deleteByIdShoppingList', { id })
      }
      counted.length = 0
      const { id, password } = ana
      await request.run(true, () => done(ana, 'deleteUser', { id, password }))
      counts.push(counted.filter(isOfTheRequest).length)
      expect(await done(boss, 'getUserById', { id: ana.id })).toBeNull()
    }
    // One more for whoever has a list with the person, and those that end what is in the bin.
    expect((counts[1] ?? 0) - (counts[0] ?? 0)).toBeLessThan(10)
  })

  test.runIf(engine.name === 'SQLite')(
    'of who leaves a list: what they changed is found by an index, without a walk over the list',
    async () => {
      await using server = await startTestServer(engine)
      const [ana, ben] = [await server.buildUser(), await server.buildUser()]
      const { id } = await done(ana, 'createShoppingList', { name: 'Week' })
      await share(server, { id, userId: ana.id }, ben, 'EDIT')
      const counted = countStatements()
      await request.run(true, () => done(ben, 'leaveShoppingList', { id }))
      const text = counted.find(one => one.startsWith('update "item"')) ?? ''
      const { rows } = await server.db.query.executeQuery<{ readonly detail: string }>(
        CompiledQuery.raw(`explain query plan ${text}`, [id, 0, ben.id]),
      )
      expect(rows.map(({ detail }) => detail).join('\n')).toMatch(
        /item_list_id_revision_updated_by \(list_id=\? AND revision>\?\)/,
      )
    },
  )

  test.runIf(engine.name === 'SQLite')(
    'of what reads or adds lists: none walks over those in the bin, of which there may be thousands',
    async () => {
      await using service = await startPushService()
      await using server = await startTestServer(engine, { pushGuard: guardWith(service) })
      const ana = await server.buildUser()
      const { id } = await done(ana, 'createShoppingList', { name: 'Week' })
      const counted = countStatements()
      await request.run(true, async () => {
        await done(ana, 'changes', { known: [] }, { select: 'epoch' })
        await done(ana, 'getAllShoppingList', {}, { select: 'id' })
        await done(ana, 'getByIdShoppingList', { id }, { select: 'id' })
        await done(ana, 'moveShoppingList', { id }, { select: 'id' })
        await done(ana, 'createShoppingList', { name: 'Party' }, { select: 'id' })
        await done(ana, 'updateUserBasics', { id: ana.id, firstName: 'Anna' }, { select: 'id' })
        await done(ana, 'subscribeToNotices', createPushBrowser(service, 'ana').subscription)
      })
      const asked = counted.filter(text => /^(select|with|update|insert|delete)/i.test(text))
      const plans = await Promise.all(
        asked.map(async text => {
          const plan = CompiledQuery.raw(`explain query plan ${text}`)
          const { rows } = await server.db.query.executeQuery<{ readonly detail: string }>(plan)
          return rows.map(({ detail }) => detail)
        }),
      )
      const ofLists = plans.flat().filter(line => /\b(membership|shopping_list)(_|\b)/.test(line))
      expect(ofLists.length).toBeGreaterThan(10)
      for (const line of ofLists) {
        expect(line).not.toMatch(/^SCAN/)
        if (/\(user_id=\?/.test(line)) expect(line).toMatch(/in_bin=\?|deleted_at=\?|name_key=\?/)
      }
    },
  )

  test.runIf(engine.name === 'SQLite')(
    'of what lies in the bin: its items are counted along an index, and none of them is read',
    async () => {
      await using server = await startTestServer(engine)
      const ana = await server.buildUser()
      const items = [{ name: 'Milk' }, { name: 'Bread' }]
      const { id } = await done(ana, 'createShoppingList', { name: 'Week', items })
      await done(ana, 'createShoppingList', { name: 'Empty' })
      await done(ana, 'deleteByIdShoppingList', { id })
      const asked = watchStatements(/\b(from|join) "?item\b/)
      const gone = await done(ana, 'deletedShoppingLists', {}, { select: 'name itemCount' })
      expect(gone).toEqual([{ name: 'Week', itemCount: 2 }])
      const plans = await Promise.all(asked.map(one => planOf(server.db, one)))
      // One weighs, one answers.
      expect(plans).toHaveLength(2)
      for (const plan of plans) {
        expect(plan).toMatch(/SEARCH item USING COVERING INDEX/)
        expect(plan).not.toMatch(/GROUP BY|DISTINCT/)
      }
    },
  )

  test.runIf(engine.name === 'PostgreSQL')(
    'of a tick on PostgreSQL: who asks, the item with all that is written of it, and the commit are waited for, tags included',
    async () => {
      await using server = await startTestServer(engine)
      const tick = await readyToTick(server)
      const trips = countTrips()
      await tick()
      const own = trips.filter(text => !text.startsWith('select pg_notify'))
      expect(own.length).toBeGreaterThan(0)
      expect(own.length, own.join('\n')).toBeLessThanOrEqual(3)
    },
  )

  test.runIf(engine.name === 'PostgreSQL')(
    'of a tick on PostgreSQL: its item and its list are found by their ids, whatever it knows of the tables',
    async () => {
      await using server = await startTestServer(engine)
      const ana = await server.buildUser()
      const { id: shoppingListId } = await done(ana, 'createShoppingList', { name: 'Week' })
      const items = Array.from({ length: 20 }, (_, n) => ({ id: newId(), name: `Item ${n}` }))
      await done(ana, 'createItems', { shoppingListId, items })
      // Each connection knows its own statements, and which one ticks is not said.
      const plans = await vi.waitUntil(async () => {
        for (const purchased of [true, false]) {
          await done(ana, 'updateItem', { id: items[0]?.id, purchased })
        }
        const found = await server.db.query.connection().execute(plansOfTick)
        return found.length === 2 && found
      }, 10_000)
      for (const plan of plans) {
        expect(plan).toMatch(/(item|shopping_list)_pkey on \1\b/)
        expect(plan).not.toMatch(/item_list_id_|shopping_list_name/)
      }
    },
  )

  test('of an order, a catch-up and a deletion of many lists', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const lists: string[] = []
    for (let n = 0; n < 60; n += 1) {
      lists.push((await done(ana, 'createShoppingList', { name: `List ${n}` })).id)
    }
    const counted = countStatements()
    for (const [name, args, select] of [
      ['updateShoppingListsOrder', { shoppingListIds: lists.toReversed() }, 'id'],
      ['changes', { known: lists.map(id => ({ id, revision: 0 })) }, 'lists { id items { id } }'],
      ['getAllShoppingList', {}, 'id items { id }'],
    ] as const) {
      counted.length = 0
      await request.run(true, () => done(ana, name, { ...args }, { select }))
      const own = counted.filter(isOfTheRequest)
      expect.soft(own.length, name).toBeGreaterThan(0)
      expect.soft(own.length, `${name}: ${own.join('\n')}`).toBeLessThanOrEqual(most + around)
    }
    counted.length = 0
    await request.run(true, () => done(ana, 'deleteByIdsShoppingList', { ids: lists }))
    // Each is locked by itself, in an order, and has a history of its own.
    const own = counted.filter(text => /deleted_at" = |"membership"."list_id" in|notify/.test(text))
    expect(own.length, own.join('\n')).toBeLessThanOrEqual(4)
  })

  test('of many that the caller names: none has a place for each of them', async () => {
    await using server = await startTestServer(engine)
    const [admin, ben] = [await server.buildUser(), await server.buildUser()]
    const feedback: string[] = []
    const lists: string[] = []
    for (let n = 0; n < 20; n += 1) {
      feedback.push((await done(ben, 'createFeedback', { feedback: 'Good.', rating: 5 })).id)
      lists.push((await done(admin, 'createShoppingList', { name: `List ${n}` })).id)
    }
    const [id = ''] = lists
    const strangers = Array.from({ length: 20 }, (_, n) => n + 1_000)
    const shoppingListFriends = strangers.map(friendId => ({ friendId, permission: 'EDIT' }))
    const counted = countStatements()
    for (const [name, args, select] of [
      ['updateFeedbackStatus', { ids: feedback, status: 'TODO' }, 'status'],
      ['deleteByIdsFeedback', { ids: feedback }, 'status'],
      ['updateShoppingList', { id, shoppingListFriends }, 'id'],
      ['deleteByIdsShoppingList', { ids: lists }, 'status'],
    ] as const) {
      counted.length = 0
      const answer = await request.run(true, () => call(admin, name, { ...args }, { select }))
      if (name === 'updateShoppingList') expect(answer.code).toBe('BAD_INPUT')
      else expect(answer.result).toEqual(Array.from({ length: 20 }, () => ({ status: 'PASS' })))
      expect.soft(counted.filter(placesEach), name).toEqual([])
      expect(counted.length, name).toBeGreaterThan(3)
    }
    counted.length = 0
    await request.run(true, () => hasBlockedAmong(server.db.query, admin.id, strangers))
    expect(counted.filter(placesEach)).toEqual([])
  })

  test('of a deletion of many that nobody deletes: as many for thirty as for two', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    const items = Array.from({ length: 30 }, (_, n) => ({ id: newId(), name: `Item ${n}` }))
    const list = await done(ana, 'createShoppingList', { name: 'Week', items })
    await share(server, list, ben, 'VIEW')
    const counted = countStatements()
    async function deleting(name: string, ids: readonly string[], status: string) {
      counted.length = 0
      const answer = await request.run(true, () => call(ben, name, { ids }, { select: 'status' }))
      expect(answer.result).toEqual(ids.map(() => ({ status })))
      return counted.length
    }
    const strangers = Array.from({ length: 30 }, (_, n) => String(n + 1_000))
    for (const [name, ids, status] of [
      ['deleteByIdsItem', items.map(({ id }) => id), 'FAIL'],
      ['deleteByIdsFriend', [...strangers, ...items.map(newId)], 'PASS'],
    ] as const) {
      const ofTwo = await deleting(name, ids.slice(0, 2), status)
      expect(await deleting(name, ids, status), name).toBe(ofTwo)
    }
  })

  test('of a request to an address: as many whoever has it, and whatever they answered', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben, cleo] = [
      await server.buildUser(),
      await server.buildUser(),
      await server.buildUser(),
    ]
    const { id } = await done(cleo, 'createFriend', { id: String(ana.id) })
    await done(cleo, 'updateFriend', { id, firendStatus: 'BLOCKED' })
    await done(ana, 'deleteByIdFriend', { id: String(cleo.id) })
    const counted = countStatements()
    const counts: number[] = []
    for (const email of [ben.email, cleo.email, 'nobody@example.org']) {
      for (let time = 0; time < 2; time += 1) {
        counted.length = 0
        await request.run(true, () => done(ana, 'sendFriendRequestByEmail', { email }))
        // Behind its last, the job, what looks for addresses in the answers of tests asks something, too.
        counts.push(counted.findIndex(text => text.startsWith('insert into "job"')))
      }
    }
    const [first = 0, again = 0] = counts
    expect(first).toBeGreaterThan(0)
    expect(counts).toEqual([first, again, first, again, first, again])
  })

  test('tags are read where they are told', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const itemTags = [{ name: 'Dairy' }]
    const items = [{ name: 'Milk', itemTags }, { name: 'Tea' }]
    await done(ana, 'createShoppingList', { name: 'Week', itemTags, items })
    const counted = countStatements()
    for (const [selection, times] of [
      ['getAllShoppingList { id items { id } }', 0],
      ['getAllShoppingList { itemTags { id } items { itemTags { id } } }', 1],
      ['getAllShoppingList { items { itemTags { name } } }', 1],
      ['getAllItem { id }', 0],
      ['getAllItem { itemTags { id } }', 1],
      ['changes(known: []) { lists { id list { id } items { id } } }', 0],
      ['changes(known: []) { lists { list { itemTags { id } } } }', 1],
      ['changes(known: []) { lists { items { itemTags { id } } } }', 1],
    ] as const) {
      counted.length = 0
      await request.run(true, () => ana.graphql(`{ ${selection} }`))
      const own = counted.filter(text => text.includes('"color"'))
      expect.soft(own.length, selection).toBe(times)
    }
  })

  test('logs of feedback are read and weighed where they are told', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const { id } = await done(ana, 'createFeedback', { feedback: 'Slow', rating: 1 })
    const counted = countStatements()
    const others = 'id feedback reply note'
    for (const [ask, times] of [
      [`{ getAllFeedback { ${others} } }`, 0],
      [`{ getAllFeedback { log: deviceLog } }`, 2],
      [`{ getByFilterFeedback(filters: {}) { ${others} } }`, 0],
      [`{ getByIdFeedback(id: "${id}") { ${others} } }`, 0],
      [`{ getByIdFeedback(id: "${id}") { deviceLog } }`, 1],
      [`mutation { updateFeedback(id: "${id}", note: "x") { ${others} } }`, 0],
      [`mutation { deleteByIdFeedback(id: "${id}") { status } }`, 0],
    ] as const) {
      counted.length = 0
      const { errors } = await request.run(true, () => ana.graphql(ask))
      expect.soft(errors).toBeUndefined()
      const own = counted.filter(text => text.includes('device_log') && !text.includes('null as'))
      expect.soft(own.length, ask).toBe(times)
    }
  })

  test('items are not even counted where none is asked for', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    await done(ana, 'createShoppingList', { name: 'Week', items: [{ name: 'Milk' }] })
    const counted = countStatements()
    for (const [selection, isAsked] of [
      ['getAllShoppingList { id name itemTags { id } shoppingListFriends { id } }', false],
      ['getAllShoppingList { id items { id } }', true],
    ] as const) {
      counted.length = 0
      await request.run(true, () => ana.graphql(`{ ${selection} }`))
      expect.soft(counted.length).toBeGreaterThan(0)
      expect
        .soft(
          counted.some(text => /\bfrom "?item"? /.test(text)),
          selection,
        )
        .toBe(isAsked)
    }
  })

  test('of a change that many streams are told: what changed is read once', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    const list = await done(ana, 'createShoppingList', { name: 'Week' })
    await share(server, list, ben, 'VIEW')
    const query =
      'subscription { changed { id revision changes { lists { items { name permission itemTags { name } } } } } }'
    const streams = await Promise.all(
      [ana, ana, ana, ben, ben, ben].map(async client => {
        const { body } = await client.fetch('/graphql', {
          method: 'POST',
          body: JSON.stringify({ query }),
          headers: {
            accept: 'text/event-stream',
            'content-type': 'application/json',
            'x-csrf-token': await (await client.fetch('/csrftoken')).text(),
          },
        })
        return body?.pipeThrough(new TextDecoderStream()).getReader()
      }),
    )
    async function until(words: string) {
      for (const stream of streams) {
        for (;;) if ((await stream?.read())?.value?.includes(words)) break
      }
    }
    // What is told late of what was done before would make the stream a busy one.
    const renaming = { id: list.id, name: 'Weekend' }
    const { revision } = await done(ana, 'updateShoppingList', renaming, { select: 'revision' })
    await until(`"revision":${revision}`)
    server.clock.advance({ minutes: 1 })
    const counted = countStatements(() => true)
    await done(ana, 'createItem', {
      shoppingListId: list.id,
      name: 'Milk',
      itemTags: [{ name: 'Dairy' }],
    })
    await until('Milk')
    const own = counted.filter(text =>
      /from "item_gone" where "list_id" = .* and "revision" >/.test(text),
    )
    expect(own.length, own.join('\n')).toBe(1)
  })

  test('of a stream that opens: one, and what tells of those lists on which the person shops with others', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben, cleo] = await Promise.all([1, 2, 3].map(() => server.buildUser()))
    if (!ana || !ben || !cleo) throw new Error('There are three.')
    const told: string[] = []
    const stop = server.db.listen({
      onNotify: payload => {
        const { unit, isShopping } = JSON.parse(payload)
        if (isShopping) told.push(unit)
      },
      onReset() {},
    })
    const lists = []
    for (let n = 0; n < 30; n += 1) {
      const list = await done(ana, 'createShoppingList', { name: `List ${n}` })
      await done(ana, 'setShopping', { shoppingListId: list.id, isShopping: true })
      lists.push(list)
    }
    const shared = lists.at(-1)
    await share(server, shared, ben, 'VIEW')
    await expect.poll(() => told.length).toBe(30)
    stop()
    const counted = countStatements(() => true)
    async function open(client: TestUser, isEnough?: (text: string) => boolean) {
      counted.length = 0
      using ended = closing()
      const query = 'subscription { changed { id shopping { firstName } } }'
      const { body } = await openStream(client, query, ended.signal)
      const stream = body?.pipeThrough(new TextDecoderStream()).getReader()
      const own = await done(client, 'createShoppingList', { name: 'Own' })
      const isOfOwn = (text: string) => text.includes(own.id)
      for (let text = ''; !(isEnough ?? isOfOwn)(text); ) text += (await stream?.read())?.value
      return counted.filter(text => /"first_name" from "membership"/.test(text))
    }
    expect(await open(cleo)).toEqual([])
    expect(await open(ben, text => text.includes(shared.id))).toHaveLength(1)
    // Of oneself nobody is told, and of somebody who is in thirty stores of twenty.
    expect(await open(ana)).toEqual([])
    for (const list of lists.slice(0, -1)) await share(server, list, ben, 'VIEW')
    const latest = lists.slice(-20).map(({ id }) => id)
    const isOfAll = (text: string) => latest.every(id => text.includes(id))
    expect(await open(ben, isOfAll)).toHaveLength(20)
  })
})

function closing() {
  const controller = new AbortController()
  return { signal: controller.signal, [Symbol.dispose]: () => controller.abort() }
}

/** As it plans, for all values, what a tick writes; of what this connection knows by name. */
async function plansOfTick(connection: Kysely<Schema>): Promise<string[]> {
  await sql`set plan_cache_mode = force_generic_plan`.execute(connection)
  const known = await sql<{ name: string; values: number }>`
    select name, cardinality(parameter_types) as values from pg_prepared_statements
    where statement like 'update "item" set "purchased"%'
      or statement like 'update "shopping_list" set "revision"%'
  `.execute(connection)
  const plans: string[] = []
  for (const { name, values } of known.rows) {
    const nulls = Array.from({ length: values }, () => 'null').join(', ')
    const { rows } = await sql<Record<string, string>>`
      explain execute ${sql.id(name)} (${sql.raw(nulls)})
    `.execute(connection)
    plans.push(rows.map(row => row['QUERY PLAN']).join('\n'))
  }
  return plans
}
