/** What is read to learn what a document costs must not cost more than that: nobody pays for it. */
import { CompiledQuery } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { done } from '../../support/server/api.ts'
import { describeEachEngine, startTestServer } from '../../support/server/server.ts'
import { type Asked, watchStatements } from '../../support/server/watched-statements.ts'

afterEach(() => void vi.restoreAllMocks())

/** What reads the items of lists, or their tags, or who has them, to weigh them. */
const weighing = /octet_length\((?:item|item_tag)\.name\)|from membership as one/

describeEachEngine('Of lists is weighed', engine => {
  test('what is asked of each, not what is asked of another', async () => {
    await using server = await startTestServer(engine)
    const { query: db } = server.db
    const ana = await server.buildUser()
    const itemTags = [{ name: 'Dairy' }]
    const idsByName = new Map<string, string>()
    for (const name of ['Short', 'Long', 'Third']) {
      const items = [{ name: 'Milk', itemTags }]
      const { id } = await done(ana, 'createShoppingList', { name, items }, { select: 'id' })
      idsByName.set(name, id)
    }
    const namesById = new Map([...idsByName].map(([name, id]) => [id, name]))

    async function weighedBy({ text, values }: Asked): Promise<[string, unknown[]]> {
      const { rows } = await db.executeQuery<{ readonly id: string }>(
        CompiledQuery.raw(text, [...values]),
      )
      const what = /octet_length\((item|item_tag)\./.exec(text)?.[1] ?? 'people'
      return [what, rows.map(({ id }) => namesById.get(id)).sort()]
    }

    const [short, long] = [idsByName.get('Short'), idsByName.get('Long')]
    const all = ['Long', 'Short', 'Third']
    const ofShort = `getByFilterItem(filters: { shoppingListId: "${short}" })`
    for (const [document, weighed] of [
      [`{ getAllShoppingList { id } ${ofShort} { id } }`, { item: ['Short'] }],
      [
        `{ getAllShoppingList { id itemTags { id } } ${ofShort} { id } }`,
        { item: ['Short'], item_tag: all },
      ],
      [
        `{ getByIdShoppingList(id: "${long}") { itemTags { id } } ${ofShort} { itemTags { id } } }`,
        { item: ['Short'], item_tag: ['Long', 'Short'] },
      ],
      [`{ getAllShoppingList { shoppingListFriends { friendId } } }`, { people: all }],
      [`{ getAllShoppingList { name notes } }`, {}],
      [`{ getAllItem { name } getAllShoppingList { id } }`, { item: all }],
      [
        `mutation { resetShoppingList(id: "${long}") { id } updateShoppingListsOrder(userId: ${ana.id}, shoppingListIds: []) { id } }`,
        { item: ['Long'] },
      ],
      [
        `mutation { updateShoppingList(id: "${long}", itemTags: []) { id } moveShoppingList(id: "${short}") { itemTags { id } } }`,
        { item: ['Long'], item_tag: ['Short'] },
      ],
    ] as const) {
      const asked = watchStatements(weighing)
      expect((await ana.graphql(document)).errors, document).toBeUndefined()
      vi.restoreAllMocks()
      const found = await Promise.all(asked.map(weighedBy))
      expect.soft(Object.fromEntries(found), document).toEqual(weighed)
    }
  })
})
