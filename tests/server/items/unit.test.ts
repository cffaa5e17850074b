import { expect, test } from 'vitest'
import { call, done } from '../../support/server/api.ts'
import { describeEachEngine, startTestServer } from '../../support/server/server.ts'

describeEachEngine('Units', engine => {
  test('all units, sorted by name; one; none', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const units: readonly { readonly id: string; readonly name: string }[] = await done(
      ana,
      'getAllUnit',
    )
    expect(units.length).toBeGreaterThan(20)
    expect(units.map(unit => unit.name)).toEqual(units.map(unit => unit.name).sort())
    expect(await done(ana, 'getByIdUnit', { id: 'unit-kg' })).toEqual({
      id: 'unit-kg',
      name: 'kilogram',
      abbreviation: 'kg',
    })
    expect(await done(ana, 'getByIdUnit', { id: 'nothing' })).toBeNull()
  })

  test('what makes no sense for units exists by name and is refused', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const calls = [
      ['createUnit', { name: 'barrel', abbreviation: 'bbl' }],
      ['updateUnit', { id: 'unit-kg', name: 'kilo' }],
      ['deleteByIdUnit', { id: 'unit-kg' }],
      ['deleteByIdsUnit', { ids: ['unit-kg'] }],
      ['getByFilterUnit', { filters: {} }],
    ] as const
    for (const [name, args] of calls) expect((await call(ana, name, args)).code).toBe('FORBIDDEN')
  })
})
