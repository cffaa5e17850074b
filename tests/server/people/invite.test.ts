import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../../../server/db/migrate.ts'
import { purgeActivity } from '../../../server/graphql/lists/activity.ts'
import { befriend, shareWith } from '../../support/friends.ts'
import { openMailStage, tokenIn } from '../../support/mail-stage.ts'
import { call, done, newId } from '../../support/server/api.ts'
import { describeOnPostgres } from '../../support/server/engines.ts'
import { holdRows, untilSomebodyWaits } from '../../support/server/held-rows.ts'
import { purgeAll } from '../../support/server/purge.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestServer,
} from '../../support/server/server.ts'
import { userCommand } from '../../support/server/user-command.ts'

function signUp(server: TestServer, more: object) {
  const browser = server.client()
  const fields = {
    firstName: 'New',
    lastName: 'Guest',
    email: `guest-${newId()}@example.org`,
    phone: '',
    password: 'a purple bicycle',
  }
  return browser.post('/auth/signup', { ...fields, ...more }).then(({ body }) => {
    if (!body.success) throw new Error(`Sign-up was refused: ${JSON.stringify(body)}`)
    return browser
  })
}

describeEachEngine('An invitation', engine => {
  test('of somebody whose account goes at that moment is worth nothing, and fails nobody', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const ben = await server.buildUser()
    const { account } = await done(ana, 'changes', { known: [] })
    const { inviteId } = account
    const going = await holdRows(server, async tx => {
      await tx.deleteFrom('user').where('id', '=', ana.id).execute()
    })
    const accepting = call(ben, 'acceptInvite', { inviteId })
    const signingUp = signUp(server, { inviteId, addFriend: true })
    await untilSomebodyWaits(server, 2)
    await going.release()
    expect((await accepting).code).toBe('NOT_FOUND')
    const guest = await signingUp
    expect((await guest.get('/auth/status')).body).toMatchObject({ success: true })
  })

  test('is followed again and again by who leaves, 300 times an hour', {
    // Six hundred changes, one after the other.
    timeout: 60_000,
  }, async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const ben = await server.buildUser()
    const { id } = await done(ana, 'createShoppingList', { name: 'Weekly' })
    const { inviteId } = await done(ana, 'createShareLink', {
      shoppingListId: id,
      permission: 'VIEW',
    })
    const accept = () => call(ben, 'acceptInvite', { inviteId }, { select: 'shoppingList { id }' })
    for (let time = 0; time < 300; time += 1) {
      expect((await accept()).result).toEqual({ shoppingList: { id } })
      await done(ben, 'leaveShoppingList', { id })
    }
    const before = await done(ana, 'getByIdShoppingList', { id }, { select: 'revision' })
    const refused = await accept()
    expect(refused.refusal).toEqual({ code: 'BAD_INPUT', field: 'inviteId', limit: 300 })
    expect(await done(ana, 'getByIdShoppingList', { id }, { select: 'revision' })).toEqual(before)
    server.clock.advance({ minutes: 61 })
    expect((await accept()).result).toEqual({ shoppingList: { id } })
  })
})

describeOnPostgres('A link to a list', engine => {
  test('that is ended while somebody who follows it waits for the list lets nobody in', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const eve = await server.buildUser()
    const { id } = await done(ana, 'createShoppingList', { name: 'Weekly' })
    const link = await done(ana, 'createShareLink', { shoppingListId: id, permission: 'EDIT' })
    const writing = await holdRows(server, async tx => {
      await tx.updateTable('shopping_list').set({ name: 'Daily' }).where('id', '=', id).execute()
    })
    const accepting = call(eve, 'acceptInvite', { inviteId: link.inviteId })
    await untilSomebodyWaits(server)
    server.clock.advance({ ms: 1_000 })
    await done(ana, 'endShareLinks', { shoppingListId: id })
    await writing.release()
    await accepting
    expect(await done(eve, 'getAllShoppingList')).toEqual([])
  })
})

describeEachEngine('An invitation before signing up', engine => {
  test('tells a first name and the list’s name, and nothing else', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser({ firstName: 'Ana', lastName: 'Secret' })
    const { account } = await done(ana, 'changes', { known: [] })
    const stranger = server.client()
    const own = await stranger.get(`/auth/invite/${account.inviteId}`)
    expect(own.body).toEqual({ success: true, firstName: 'Ana' })
    const { id } = await done(ana, 'createShoppingList', { name: 'Weekly' })
    const link = await done(ana, 'createShareLink', { shoppingListId: id, permission: 'EDIT' })
    const shared = await stranger.get(`/auth/invite/${link.inviteId}`)
    expect(shared.body).toEqual({
      success: true,
      firstName: 'Ana',
      listName: 'Weekly',
      permission: 'EDIT',
    })
    const dead = await stranger.get(`/auth/invite/${newId()}`)
    expect(dead.body).toMatchObject({ success: false, message: expect.stringContaining('new one') })
    await done(ana, 'endShareLinks', { shoppingListId: id })
    expect((await stranger.get(`/auth/invite/${link.inviteId}`)).text).toBe(dead.text)
    // No token stands in the log.
    expect(JSON.stringify(server.logged)).not.toContain(link.inviteId)
  })

  test('is looked at 60 times from one address, no more', async () => {
    await using server = await startTestServer(engine)
    const stranger = server.client({ address: '203.0.113.9' })
    const look = () => stranger.get(`/auth/invite/${newId()}`)
    for (let count = 0; count < 60; count += 1) expect((await look()).status).toBe(200)
    const refused = await look()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
  })

  // On SQLite one comes after the other.
  test.runIf(engine.name === 'PostgreSQL')(
    'to a list that goes while an account is made by it stops no account',
    async () => {
      await using server = await startTestServer(engine)
      const ana = await server.buildUser()
      const { id } = await done(ana, 'createShoppingList', { name: 'Weekly' })
      const link = await done(ana, 'createShareLink', { shoppingListId: id, permission: 'EDIT' })
      const deleting = await holdRows(server, async tx => {
        await tx
          .updateTable('shopping_list')
          .set({ deleted_at: server.clock.now().toISOString() })
          .where('id', '=', id)
          .execute()
      })
      const joining = signUp(server, { addFriend: true, inviteId: link.inviteId })
      await untilSomebodyWaits(server)
      await deleting.release()
      expect(await done(await joining, 'getAllShoppingList')).toEqual([])
    },
  )

  test('signing up by it makes a friend, and shares the list', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser({ firstName: 'Ana' })
    const { id } = await done(ana, 'createShoppingList', { name: 'Weekly' })
    const link = await done(ana, 'createShareLink', { shoppingListId: id, permission: 'EDIT' })
    const { account } = await done(ana, 'changes', { known: [] })
    const guest = await signUp(server, { addFriend: true, inviteId: link.inviteId })
    expect(await done(guest, 'getAllShoppingList')).toMatchObject([{ id, permission: 'EDIT' }])
    const other = await signUp(server, { addFriend: true, inviteId: account.inviteId })
    expect(await done(other, 'getAllFriend')).toMatchObject([
      { friendUser: { firstName: 'Ana' }, firendStatus: 'ACCEPTED' },
    ])
    const plain = await signUp(server, { addFriend: false, inviteId: account.inviteId })
    expect(await done(plain, 'getAllFriend')).toEqual([])
    // One that is void stops nobody.
    expect(
      await done(await signUp(server, { addFriend: true, inviteId: newId() }), 'getAllFriend'),
    ).toEqual([])
    expect(await done(ana, 'getAllFriend')).toHaveLength(2)
  })

  test('signing up by it with the account that one has follows it, too, however often', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser({ firstName: 'Ana' })
    const ben = await server.buildUser()
    const { id } = await done(ana, 'createShoppingList', { name: 'Weekly' })
    const link = await done(ana, 'createShareLink', { shoppingListId: id, permission: 'EDIT' })
    const { email, password } = ben
    const invitation = { addFriend: true, inviteId: link.inviteId }
    await expect(signUp(server, { email, password: 'not his', ...invitation })).rejects.toThrow()
    expect(await done(ben, 'getAllFriend')).toEqual([])
    for (const more of [invitation, invitation, { addFriend: true, inviteId: newId() }]) {
      const phone = await signUp(server, { email, password, ...more })
      expect(await done(phone, 'getAllShoppingList')).toMatchObject([{ id, permission: 'EDIT' }])
      expect(await done(phone, 'getAllFriend')).toMatchObject([
        { friendUser: { firstName: 'Ana' }, firendStatus: 'ACCEPTED' },
      ])
    }
    const history = await done(ana, 'history', { shoppingListId: id })
    expect(history).toMatchObject([{ kind: 'LIST_JOINED' }, { kind: 'LIST_CREATED' }])
    // Nothing happens before the passkey that an account asks for.
    const eve = await server.buildUser()
    await server.db.query
      .updateTable('user')
      .set({ second_step: 1 })
      .where('id', '=', eve.id)
      .execute()
    const hers = { email: eve.email, password: eve.password, ...invitation }
    await expect(signUp(server, hers)).rejects.toThrow('SECOND_STEP')
    expect(await done(eve, 'getAllFriend')).toEqual([])
  })

  // Each would wait for what the other holds. On SQLite one comes after the other.
  test.runIf(engine.name === 'PostgreSQL')(
    'with the account that one has, it waits for who invites before it holds one’s own',
    async () => {
      await using server = await startTestServer(engine)
      const ana = await server.buildUser()
      const { email, password, id } = await server.buildUser()
      const { account } = await done(ana, 'changes', { known: [] })
      const lock = (db: typeof server.db.query, userId: number) =>
        sql`select 1 from "user" where id = ${userId} for no key update nowait`.execute(db)
      const other = await holdRows(server, async tx => {
        await lock(tx, ana.id)
      })
      const invitation = { addFriend: true, inviteId: account.inviteId }
      const signingUp = signUp(server, { email, password, ...invitation })
      await untilSomebodyWaits(server)
      await lock(server.db.query, id)
      await other.release()
      expect(await done(await signingUp, 'getAllFriend')).toHaveLength(1)
    },
  )

  test.each(['at once', 'by the mailed link', 'from the terminal'])(
    'to a list: whoever joins by an account that is opened %s stands in its history',
    async how => {
      await using stage = await openMailStage(
        engine,
        how === 'at once' ? { smtpUrl: undefined } : {},
      )
      const { server, sink, post } = stage
      const host = how === 'at once' ? await server.buildUser() : await stage.proven()
      const { id } = await done(host, 'createShoppingList', { name: 'Weekly' })
      const link = await done(host, 'createShareLink', { shoppingListId: id, permission: 'EDIT' })
      const guest = { firstName: 'New', lastName: 'Guest', email: 'guest@example.org' }
      const more = { addFriend: true, inviteId: link.inviteId, password: 'a purple bicycle' }
      await post('/auth/signup', { ...guest, phone: '', ...more })
      if (how === 'by the mailed link') {
        const verifyEmailToken = tokenIn(sink.newest(guest.email))
        expect(await post('/auth/verify-user', { verifyEmailToken })).toMatchObject({
          success: true,
        })
      }
      if (how === 'from the terminal') await userCommand(server, `verify ${guest.email}`)
      const [last] = await done(host, 'history', { shoppingListId: id })
      expect(last).toMatchObject({ kind: 'LIST_JOINED', userName: 'New Guest', listName: 'Weekly' })
    },
  )

  test('of somebody who can have no more friends is refused, and says whose they are', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const ben = await server.buildUser()
    const { account } = await done(ana, 'changes', { known: [] })
    const at = server.clock.now().toISOString()
    const rows = Array.from({ length: 200 }, (_, index) => ({
      id: newId(),
      user_id: ana.id,
      friend_user_id: 1_000_000 + index,
      is_known: 1,
      is_told: 0,
      my_status: 'ACCEPTED' as const,
      friend_status: 'INVITED' as const,
      created_at: at,
      updated_at: at,
    }))
    await server.db.query.insertInto('friend').values(rows).execute()
    const refused = await call(ben, 'acceptInvite', { inviteId: account.inviteId })
    expect(refused.refusal).toEqual({ code: 'BAD_INPUT', field: 'friends', limit: 200 })
    expect(refused.errors?.[0]?.message).toBe(
      'They have 200 friends already, which is the most that one person can have, requests that they sent included.',
    )
    expect(await done(ben, 'getAllFriend')).toEqual([])
  })

  test('followed by whoever made it is not called dead', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const { account } = await done(ana, 'changes', { known: [] })
    const { id } = await done(ana, 'createShoppingList', { name: 'Weekly' })
    const link = await done(ana, 'createShareLink', { shoppingListId: id, permission: 'EDIT' })
    for (const { inviteId } of [account, link]) {
      const { code, errors } = await call(ana, 'acceptInvite', { inviteId })
      expect([code, errors?.[0]?.message]).toEqual([
        'NOT_FOUND',
        'This invitation is your own. Send it to whoever is to accept it.',
      ])
    }
    await done(ana, 'renewInviteId')
    const { errors } = await call(ana, 'acceptInvite', { inviteId: account.inviteId })
    expect(errors?.[0]?.message).toContain('does not work any more')
  })

  test('a request to an address waits for its account', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser({ firstName: 'Ana' })
    const email = `later-${newId()}@example.org`
    await done(ana, 'sendFriendRequestByEmail', { email })
    const guest = await signUp(server, { email })
    expect(await done(guest, 'getAllFriend')).toMatchObject([
      { myStatus: 'INVITED', friendUser: { firstName: 'Ana' } },
    ])
  })

  test('a request that was taken back before its mail left brings none', async () => {
    await using server = await startTestServer(engine)
    const admin = await server.buildUser()
    const ana = await server.buildUser()
    for (const firendStatus of ['BLOCKED', undefined]) {
      const email = `nobody-${newId()}@example.org`
      const { friend } = await done(ana, 'sendFriendRequestByEmail', { email })
      if (firendStatus) await done(ana, 'updateFriend', { id: friend.id, firendStatus })
      else await done(ana, 'deleteByIdFriend', { id: friend.id })
    }
    await server.app.jobs.drain()
    const { text } = await admin.get('/auth/mail')
    expect(text).toContain(ana.email)
    expect(text).not.toContain('nobody-')
  })

  test('a request brings a mail whoever has the address, and none to whom it does not reach', async () => {
    await using server = await startTestServer(engine)
    const admin = await server.buildUser()
    const ana = await server.buildUser({ firstName: 'Ana', lastName: 'Sol' })
    const ben = await server.buildUser()
    await done(ana, 'createFriend', { id: String(ben.id) })
    await done(ben, 'updateFriend', { id: String(ana.id), firendStatus: 'BLOCKED' })
    const nobody = `nobody-${newId()}@example.org`
    for (const email of [nobody, admin.email, ben.email]) {
      await done(ana, 'sendFriendRequestByEmail', { email })
    }
    async function invitations() {
      const { mails } = Object((await admin.get('/auth/mail')).body)
      return mails.filter((mail: { subject: string }) => mail.subject.startsWith('Ana Sol invites'))
    }
    await server.app.jobs.drain()
    const told = (await invitations()).map((mail: { to: string }) => mail.to)
    expect(new Set(told)).toEqual(new Set([nobody, admin.email]))
  })
})

describeEachEngine('A link to a list that is much in use', engine => {
  test('gives what it says, whatever the history has forgotten', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben, cleo] = [
      await server.buildUser(),
      await server.buildUser(),
      await server.buildUser(),
    ]
    for (const friend of [ben, cleo]) await befriend(ana, friend)
    const { id } = await done(ana, 'createShoppingList', { name: 'Weekly' })
    async function permissions() {
      const { shoppingListFriends } = await done(ana, 'getByIdShoppingList', { id })
      return new Map(
        shoppingListFriends.map((one: { friendId: number; permission: string }) => [
          one.friendId,
          one.permission,
        ]),
      )
    }
    await shareWith(ana, id, [
      [ben, 'VIEW'],
      [cleo, 'VIEW'],
    ])
    // Longer than the history of any list.
    server.clock.advance({ days: 100 })
    await purgeAll(purgeActivity, server.db, server.clock.now())
    const { inviteId } = await done(ana, 'createShareLink', {
      shoppingListId: id,
      permission: 'EDIT',
    })
    server.clock.advance({ minutes: 1 })
    await done(cleo, 'leaveShoppingList', { id })
    const query = `mutation { updateShoppingList(id: "${id}", notes: "More") { id } }`
    const edits = Array.from({ length: 100 }, () => ({ query }))
    // More than it has of any list.
    for (let times = 0; times < 6; times += 1) {
      server.clock.advance({ minutes: 5 })
      await ana.post('/graphql', edits)
    }
    for (const friend of [ben, cleo]) await done(friend, 'acceptInvite', { inviteId })
    expect(await permissions()).toEqual(
      new Map([
        [ben.id, 'EDIT'],
        [cleo.id, 'EDIT'],
      ]),
    )
  })
})

describeEachEngine('A link to a list that was made before an update', engine => {
  test('gives what it gave', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const [ben, cleo, dan] = [
      await server.buildUser(),
      await server.buildUser(),
      await server.buildUser(),
    ]
    for (const friend of [ben, cleo, dan]) await befriend(ana, friend)
    const { id } = await done(ana, 'createShoppingList', { name: 'Weekly' })
    await shareWith(ana, id, [
      [ben, 'VIEW'],
      [cleo, 'VIEW'],
      [dan, 'VIEW'],
    ])
    const args = { shoppingListId: id, permission: 'EDIT' }
    const { inviteId } = await done(ana, 'createShareLink', args)
    server.clock.advance({ minutes: 1 })
    await done(cleo, 'leaveShoppingList', { id })
    await shareWith(ana, id, [[ben, 'VIEW']])

    const db = server.db.query
    await db.schema.alterTable('share_link').dropColumn('list_revision').execute()
    await db.schema.alterTable('membership').dropColumn('left_by_self').execute()
    await sql`delete from migration where name >= '034' and name < '036'`.execute(db)
    await migrate(server.db, server.clock.now)

    for (const friend of [ben, cleo]) {
      const { shoppingList } = await done(friend, 'acceptInvite', { inviteId })
      expect(shoppingList.permission).toBe('EDIT')
    }
    expect((await call(dan, 'acceptInvite', { inviteId })).code).toBe('NOT_FOUND')
  })
})

describeEachEngine('A link to a list that somebody left by themselves', engine => {
  test('gives it back, and not where it was taken from them later, beside a process of an older version', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    await befriend(ana, ben)
    const { id } = await done(ana, 'createShoppingList', { name: 'Weekly' })
    await shareWith(ana, id, [[ben, 'VIEW']])
    const args = { shoppingListId: id, permission: 'EDIT' }
    const { inviteId } = await done(ana, 'createShareLink', args)
    server.clock.advance({ minutes: 1 })
    await done(ben, 'leaveShoppingList', { id })
    const ofBen = sql`where list_id = ${id} and user_id = ${ben.id}`
    const { rows } = await sql<{ left: number }>`
      select left_by_self as "left" from membership ${ofBen}`.execute(server.db.query)
    await done(ben, 'acceptInvite', { inviteId })
    await shareWith(ana, id, [])
    // That one does not know of it.
    await sql`update membership set left_by_self = ${rows[0]?.left} ${ofBen}`.execute(
      server.db.query,
    )
    expect((await call(ben, 'acceptInvite', { inviteId })).code).toBe('NOT_FOUND')
  })
})

describeEachEngine('A link to a list, where the clock of one who has it was wrong,', engine => {
  test('gives nothing back that was taken since it was made, and all that was taken before', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben, cleo] = [
      await server.buildUser(),
      await server.buildUser(),
      await server.buildUser(),
    ]
    for (const friend of [ben, cleo]) await befriend(ana, friend)
    const { id } = await done(ana, 'createShoppingList', { name: 'Weekly' })
    await shareWith(ana, id, [
      [ben, 'VIEW'],
      [cleo, 'VIEW'],
    ])
    const args = { shoppingListId: id, permission: 'VIEW' }
    const before = await done(ana, 'createShareLink', args)
    // Set right: what follows has an earlier moment.
    server.clock.advance({ minutes: -60 })
    await shareWith(ana, id, [[cleo, 'VIEW']])
    expect((await call(ben, 'acceptInvite', { inviteId: before.inviteId })).code).toBe('NOT_FOUND')

    server.clock.advance({ minutes: 60 })
    await shareWith(ana, id, [])
    server.clock.advance({ minutes: -60 })
    const after = await done(ana, 'createShareLink', args)
    const { shoppingList } = await done(cleo, 'acceptInvite', { inviteId: after.inviteId })
    expect(shoppingList.permission).toBe('VIEW')
  })
})

describeEachEngine('An invitation to a list that ends while it is accepted', engine => {
  // On SQLite one comes after the other.
  test.runIf(engine.name === 'PostgreSQL').each(['the link', 'the right of its maker'])(
    'with %s shares nothing',
    async what => {
      await using server = await startTestServer(engine)
      const [ana, ben, dan] = [
        await server.buildUser(),
        await server.buildUser(),
        await server.buildUser(),
      ]
      const { id } = await done(ana, 'createShoppingList', { name: 'Weekly' })
      await befriend(ana, ben)
      await shareWith(ana, id, [[ben, 'ADMIN']])
      const args = { shoppingListId: id, permission: 'EDIT' }
      const { inviteId } = await done(ben, 'createShareLink', args)
      const ending = await holdRows(server, async tx => {
        if (what === 'the link') {
          const at = server.clock.now().toISOString()
          await tx.updateTable('user').set({ phone: '1' }).where('id', '=', ben.id).execute()
          await tx.updateTable('share_link').set({ expires_at: at }).execute()
        } else {
          await tx.updateTable('shopping_list').set({ notes: '' }).where('id', '=', id).execute()
          const members = tx.updateTable('membership').where('user_id', '=', ben.id)
          await members.set({ permission: 'EDIT' }).execute()
        }
      })
      const accepting = call(dan, 'acceptInvite', { inviteId })
      await untilSomebodyWaits(server)
      await ending.release()
      const { code } = await accepting
      expect(await done(dan, 'getAllShoppingList')).toEqual([])
      // As if the link had been opened a moment later.
      expect([code, await done(dan, 'getAllFriend')]).toEqual(['NOT_FOUND', []])
    },
  )
})

describeOnPostgres('An invitation that is renewed while it is accepted', engine => {
  test('makes nobody a friend', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    const { account } = await done(ana, 'changes', { known: [] })
    const renewing = await holdRows(server, async tx => {
      await tx.updateTable('user').set({ invite_id: newId() }).where('id', '=', ana.id).execute()
    })
    const accepting = call(ben, 'acceptInvite', { inviteId: account.inviteId })
    await untilSomebodyWaits(server)
    await renewing.release()
    expect((await accepting).code).toBe('NOT_FOUND')
    expect(await done(ben, 'getAllFriend')).toEqual([])
  })
})
