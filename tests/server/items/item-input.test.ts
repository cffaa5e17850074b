import { expect, test } from 'vitest'
import { call, done } from '../../support/server/api.ts'
import { describeEachEngine, startTestServer } from '../../support/server/server.ts'

type Refused = readonly [field: string, value: unknown, sentence: RegExp, limit?: number]

const texts: readonly Refused[] = [
  ['name', '', /empty/],
  ['name', ' \t\n ', /empty/],
  ['name', '\u200b', /empty/],
  ['name', null, /without a value/],
  ['name', 7, /text/],
  ['name', {}, /text/],
  ['name', ['x'], /text/],
  ['name', 'x'.repeat(201), /200/, 200],
  ['name', '🥕'.repeat(4_001), /200/, 200],
  ['name', 'bell\u0007', /cannot be shown/],
  ['name', 'two\nlines', /cannot be shown/],
  ['name', 'half \ud83e', /cannot be shown/],
  ['name', '\udd55 half', /cannot be shown/],
  ['notes', 'x'.repeat(5_001), /5,000/, 5_000],
  ['notes', 'nul\u0000', /cannot be shown/],
  ['notes', '\ud800', /cannot be shown/],
  ['notes', 7, /text/],
]

const itemFields: readonly Refused[] = [
  ...texts,
  ['quantityInStock', -1, /at least 0/, 0],
  ['quantityInStock', 1e9, /999,999\.999/, 999_999.999],
  ['quantityInStock', 0.1234, /3 decimals/, 3],
  ['quantityInStock', 'NaN', /number/],
  ['quantityInStock', '2', /number/],
  ['quantityToPurchase', -0.001, /at least 0/, 0],
  ['quantityToPurchase', 1_000_000, /999,999\.999/, 999_999.999],
  ['quantityToPurchase', 1.00001, /3 decimals/, 3],
  ['quantityToPurchase', true, /number/],
  ['unitId', 'unit-none', /unit/],
  ['unitId', '', /unit/],
  ['unitId', {}, /id/],
  ['purchased', 'yes', /true or false/],
  ['purchased', 1, /true or false/],
  ['itemTags', 'Dairy', /./],
  ['itemTags', [{}], /./],
  ['itemTags', [{ name: 7 }], /number 1, Name: this must be a text/],
]

const listFields: readonly Refused[] = [
  ...texts,
  ['listType', 'BIG', /SIMPLE, STOCK/],
  ['listType', 7, /SIMPLE, STOCK/],
  ['favourite', 'yes', /true or false/],
]

const welcome = [
  'x',
  'x'.repeat(200),
  '🥕'.repeat(200),
  '👩‍👩‍👧‍👦 Familie',
  '<script>alert(1)</script> & "quotes" \'single\' `back`',
  "'; drop table item; --",
  'חלב ולחם',
  'حليب \u200fRTL',
  'Ünïcödé Straße İstanbul',
  '=1+1',
  '100% \\ % _ $1 {{x}}',
]

describeEachEngine('What is typed', engine => {
  test('an item’s fields that are wrong: a sentence, the field, the limit, and nothing changes', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Weekend' })
    const item = await done(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    for (const refused of itemFields) {
      const [field, value] = refused
      expectRefusal(await call(ana, 'updateItem', { id: item.id, [field]: value }), refused)
      const fresh = { shoppingListId: list.id, name: 'Tea', [field]: value }
      expectRefusal(await call(ana, 'createItem', fresh), refused)
    }
    expect(await done(ana, 'getAllItem')).toEqual([item])
    expect((await done(ana, 'getByIdShoppingList', { id: list.id })).revision).toBe(
      list.revision + 1,
    )
  })

  test('a list’s fields that are wrong', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Weekend' })
    for (const refused of listFields) {
      const [field, value] = refused
      expectRefusal(await call(ana, 'updateShoppingList', { id: list.id, [field]: value }), refused)
      expectRefusal(await call(ana, 'createShoppingList', { name: 'x', [field]: value }), refused)
      if (field !== 'name' || value === null) continue
      expectRefusal(await call(ana, 'copyShoppingList', { id: list.id, name: value }), refused)
    }
    expect(await done(ana, 'getAllShoppingList')).toEqual([list])
  })

  test('what is valid comes back to the letter', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Weekend' })
    for (const name of welcome) {
      const notes = `${name}\n\t ${name} \r\n`.slice(0, 5_000)
      const args = { shoppingListId: list.id, name: `  ${name}\t`, notes }
      const item = await done(ana, 'createItem', args)
      expect(item).toMatchObject({ name, notes })
      expect(await done(ana, 'getByIdItem', { id: item.id })).toEqual(item)
      expect((await done(ana, 'createShoppingList', { name, notes })).name).toBe(name)
    }
    for (const quantity of [0, 0.001, 0.1, 2.5, 1 / 8, 999_999.999]) {
      const args = {
        shoppingListId: list.id,
        name: 'q',
        quantityInStock: quantity,
        quantityToPurchase: quantity,
      }
      const { id } = await done(ana, 'createItem', args)
      const item = await done(ana, 'getByIdItem', { id })
      expect([item.quantityInStock, item.quantityToPurchase]).toEqual([quantity, quantity])
    }
  })

  test('ids that are none', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Weekend' })
    for (const id of ['', 'account', 'sign-out', 'x'.repeat(10_000), 'a'.repeat(36), '\ud800']) {
      expect((await call(ana, 'createShoppingList', { id, name: 'x' })).refusal).toEqual({
        code: 'BAD_INPUT',
        field: 'id',
      })
      expect((await call(ana, 'createItem', { id, shoppingListId: list.id, name: 'x' })).code).toBe(
        'BAD_INPUT',
      )
      expect((await call(ana, 'sampleShoppingList', { newId: id })).refusal).toEqual({
        code: 'BAD_INPUT',
        field: 'newId',
      })
      expect((await call(ana, 'createItem', { shoppingListId: id, name: 'x' })).code).toBe(
        'NOT_FOUND',
      )
      expect((await call(ana, 'updateItem', { id, name: 'x' })).code).toBe('NOT_FOUND')
      expect(await done(ana, 'getByIdItem', { id })).toBeNull()
      expect(await done(ana, 'getByFilterItem', { filters: { shoppingListId: id } })).toEqual([])
      for (const [name, args] of [
        ['deleteByIdsItem', { ids: [id] }],
        ['deleteByIdShoppingList', { id }],
      ] as const) {
        const { result, refusal } = await call(ana, name, args)
        const isLong = id.length > 100
        expect(result?.[0].status).toBe(isLong ? undefined : 'PASS')
        expect(refusal.limit).toBe(isLong ? 100 : undefined)
      }
      expect((await done(ana, 'changes', { known: [{ id, revision: 1 }] })).gone).toEqual(
        id === 'account' ? [] : [id],
      )
      await done(ana, 'updateItemsOrder', { shoppingListId: list.id, itemIds: [id] })
      await done(ana, 'updateShoppingListsOrder', { shoppingListIds: [id] })
    }
    for (const revision of [-1, 0, 2_147_483_647]) {
      expect(
        (await done(ana, 'changes', { known: [{ id: list.id, revision }] })).lists[0].snapshot,
      ).toBe(revision !== 0)
    }
    expect((await call(ana, 'changes', { known: [{ id: list.id, revision: 2 ** 31 }] })).code).toBe(
      'BAD_INPUT',
    )
  })
})

function expectRefusal(
  called: Awaited<ReturnType<typeof call>>,
  [field, value, sentence, limit]: Refused,
): void {
  const what = `${field}: ${JSON.stringify(value)?.slice(0, 50)} → ${called.text.slice(0, 300)}`
  expect(called.refusal, what).toEqual(
    limit === undefined ? { code: 'BAD_INPUT', field } : { code: 'BAD_INPUT', field, limit },
  )
  expect(called.errors?.[0]?.message, what).toMatch(sentence)
}
