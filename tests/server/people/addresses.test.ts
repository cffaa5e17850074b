/** The reader of all answers (tests/support/watch-addresses.ts) finds what it is there for. */
import { expect, test } from 'vitest'
import { befriend } from '../../support/friends.ts'
import { done } from '../../support/server/api.ts'
import { startTestServer } from '../../support/server/server.ts'
import { watchAddresses } from '../../support/watch-addresses.ts'

test.each([
  ['an address', ({ email }: Told) => ({ a: [{ b: `${email}` }] }), 'application/json', true],
  [
    'an address in a sentence',
    ({ email }: Told) => ({ a: `Ask ${email}.` }),
    'application/json',
    true,
  ],
  [
    'in capitals',
    ({ email }: Told) => email.toUpperCase(),
    'application/graphql-response+json',
    true,
  ],
  ['a phone', ({ phone }: Told) => ({ phone }), 'application/json', true],
  ['an address in an event', ({ email }: Told) => ({ email }), 'text/event-stream', true],
  ['somebody else', () => ({ email: 'nobody@example.org', phone: '0' }), 'application/json', false],
])('%s is seen', async (_what, leak, type, isSeen) => {
  await using server = await startTestServer()
  const phone = '+49 30 1234567'
  const ana = await server.buildUser({ phone })
  const told = { email: ana.email, phone }
  const stranger = await server.buildUser()
  const friend = await server.buildUser()
  await befriend(ana, friend)
  const leaks: string[] = []
  const answer = async () =>
    new Response(JSON.stringify(leak(told)), { headers: { 'content-type': type } })
  const watched = watchAddresses(answer, {
    db: server.db.query,
    onLeak: words => leaks.push(words),
  })
  async function askAs(cookies: ReadonlyMap<string, string>) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    leaks.length = 0
    const asked = new Request('http://aisle.test/graphql', { headers: { cookie } })
    await (await watched(asked)).text()
    return leaks.length
  }
  const found = isSeen ? 1 : 0
  expect(await askAs(stranger.cookies)).toBe(found)
  expect(await askAs(new Map())).toBe(found)
  expect(await askAs(ana.cookies)).toBe(0)
  expect(await askAs(friend.cookies)).toBe(0)
  await done(ana, 'updateFriend', { id: String(friend.id), firendStatus: 'BLOCKED' })
  expect(await askAs(friend.cookies)).toBe(found)
  await server.db.query
    .updateTable('user')
    .set({ role: 'SUPPORTL1' })
    .where('id', '=', stranger.id)
    .execute()
  expect(await askAs(stranger.cookies)).toBe(0)
})

interface Told {
  readonly email: string
  readonly phone: string
}
