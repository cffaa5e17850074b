import { expect, test } from 'vitest'
import { call, done, newId } from '../../support/server/api.ts'
import { describeEachEngine, startTestServer } from '../../support/server/server.ts'

describeEachEngine('Preferences', engine => {
  test('everybody has one set, made with the account, and sees no other', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    const [config, ...others] = await done(ana, 'getByFilterUserConfig', { filters: {} })
    expect(others).toEqual([])
    expect(config).toMatchObject({ userId: ana.id, shoppingListId: null, unitId: null })
    expect(await done(ana, 'getByFilterUserConfig', { filters: { userId: ana.id } })).toEqual([
      config,
    ])
    expect(await done(ana, 'getByFilterUserConfig', { filters: { userId: ben.id } })).toEqual([])
    expect(await done(ana, 'getByIdUserConfig', { id: config.id })).toEqual(config)
    expect(await done(ben, 'getByIdUserConfig', { id: config.id })).toBeNull()
    expect((await call(ben, 'updateUserConfig', { id: config.id })).code).toBe('NOT_FOUND')
  })

  test('an update changes what it names, null clears', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const [before] = await done(ana, 'getByFilterUserConfig', { filters: {} })
    const list = await done(ana, 'createShoppingList', { name: 'Weekend' })
    const set = await done(ana, 'updateUserConfig', {
      id: before.id,
      shoppingListId: list.id,
      unitId: 'unit-kg',
      shoppingListFilters: '{"a":"🥕"}',
      itemFilters: '',
      shoppingListConfirmDelete: false,
    })
    expect(set).toEqual({
      ...before,
      shoppingListId: list.id,
      unitId: 'unit-kg',
      shoppingListFilters: '{"a":"🥕"}',
      itemFilters: '',
      shoppingListConfirmDelete: false,
      updatedAt: '2026-11-21T09:00:00.000Z',
    })
    const cleared = await done(ana, 'updateUserConfig', {
      id: before.id,
      shoppingListId: null,
      unitId: null,
      shoppingListFilters: null,
    })
    expect(cleared).toMatchObject({ shoppingListId: null, unitId: null, shoppingListFilters: null })
    const { account } = await done(ana, 'changes', { known: [{ id: 'account', revision: 0 }] })
    expect(account.userConfig).toEqual(cleared)
  })

  test('what preferences cannot be', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const [before] = await done(ana, 'getByFilterUserConfig', { filters: {} })
    const refused = [
      ['unitId', 'unit-none', 'BAD_INPUT'],
      ['shoppingListId', newId(), 'NOT_FOUND'],
      ['shoppingListId', '', 'NOT_FOUND'],
      ['shoppingListFilters', 'x'.repeat(5_001), 'BAD_INPUT'],
      ['itemFilters', '\u0000', 'BAD_INPUT'],
      ['itemFilters', '\ud800', 'BAD_INPUT'],
      ['itemConfirmDelete', null, 'BAD_INPUT'],
      ['shoppingListConfirmDelete', 'yes', 'BAD_INPUT'],
    ] as const
    for (const [field, value, code] of refused) {
      const answer = await call(ana, 'updateUserConfig', { id: before.id, [field]: value })
      expect([field, answer.code]).toEqual([field, code])
    }
    expect(await done(ana, 'getByFilterUserConfig', { filters: {} })).toEqual([before])
  })

  test('what makes no sense for preferences exists by name and is refused', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const calls = [
      ['createUserConfig', { userId: 1 }],
      ['deleteByIdUserConfig', { id: 'x' }],
      ['deleteByIdsUserConfig', { ids: ['x'] }],
      ['getAllUserConfig', {}],
    ] as const
    for (const [name, args] of calls) expect((await call(ana, name, args)).code).toBe('FORBIDDEN')
  })
})
