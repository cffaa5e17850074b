/** Answers that are more than a connection takes without being read from: each keeps its turn until it was read. */
import { expect } from 'vitest'
import { done } from './api.ts'
import type { TestClient, TestServer } from './server.ts'

/** Asked by who has the list of `fillLarge`. */
export const largeQuestion = '{ changes(known: []) { lists { items { notes } } } }'

export async function fillLarge(owner: TestClient): Promise<void> {
  const list = await done(owner, 'createShoppingList', { name: 'Large' })
  const items = Array.from({ length: 20 }, () => ({ name: 'Item', notes: 'x'.repeat(5_000) }))
  await done(owner, 'createItems', { shoppingListId: list.id, items })
}

/** Takes all turns of an account by answers that are not read, until `letGo`. */
export async function takeTurns(server: TestServer, owner: TestClient) {
  await fillLarge(owner)
  const sent: (() => void)[] = []
  const slow = server.client({ whenSent: call => void sent.push(call) })
  for (const [name, value] of owner.cookies) slow.cookies.set(name, value)
  for (let asked = 0; asked < 4; asked += 1) await slow.graphql(largeQuestion)
  expect(sent).toHaveLength(4)
  const { query: db } = server.db
  return {
    /** Resolves once it waits for a turn; the answer is to come. */
    async queue(query: string, signal?: AbortSignal) {
      const csrf = (await slow.get('/csrftoken')).text
      const seen_at = '2000-01-01T00:00:00.000Z'
      await db.updateTable('session').set({ seen_at }).execute()
      const answer = slow.fetch('/graphql', {
        method: 'POST',
        body: JSON.stringify({ query }),
        headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
        ...(signal && { signal }),
      })
      // Who asks is noted right before the turn is waited for.
      const noted = db.selectFrom('session').select('hash').where('seen_at', '>', seen_at)
      await expect.poll(() => noted.execute()).toHaveLength(1)
      return { answer }
    },
    letGo() {
      for (const call of sent) call()
    },
  }
}
