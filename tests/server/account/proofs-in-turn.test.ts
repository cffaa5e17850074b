/** How many passwords of who is signed in are looked at side by side: each keeps a thread busy that all accounts share. */
import { verify } from '@node-rs/argon2'
import { afterEach, expect, test, vi } from 'vitest'
import { describeEachEngine, startTestServer, type TestUser } from '../../support/server/server.ts'

vi.mock('@node-rs/argon2', async importOriginal => {
  const original = await importOriginal<typeof import('@node-rs/argon2')>()
  return { ...original, verify: vi.fn() }
})

afterEach(() => void vi.mocked(verify).mockReset())

const confirm = async ({ post, password }: TestUser) =>
  (await post('/auth/confirm', { password })).body.success

describeEachEngine('Passwords of one account', engine => {
  test('are looked at one after the other, and keep no other account waiting', async () => {
    await using server = await startTestServer(engine)
    const [ana, bo] = [await server.buildUser(), await server.buildUser()]
    let [running, most] = [0, 0]
    const held: (() => void)[] = []
    vi.mocked(verify).mockImplementation(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>(resolve => void held.push(resolve))
      running -= 1
      return true
    })
    async function letGo() {
      await expect.poll(() => held.length).toBeGreaterThan(0)
      held.shift()?.()
    }
    const answers = Promise.all([1, 2, 3, 4, 5, 6].map(() => confirm(ana)))
    for (let round = 0; round < 6; round += 1) await letGo()
    expect(await answers).toEqual([1, 2, 3, 4, 5, 6].map(() => true))
    expect(most).toBe(1)

    const waiting = confirm(ana)
    await expect.poll(() => running).toBe(1)
    const other = confirm(bo)
    await expect.poll(() => running).toBe(2)
    await letGo()
    await letGo()
    expect(await Promise.all([waiting, other])).toEqual([true, true])
  })

  test('go on behind one that could not be looked at', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const first = Promise.withResolvers<boolean>()
    vi.mocked(verify).mockResolvedValue(true).mockReturnValueOnce(first.promise)
    const both = Promise.all(
      [1, 2].map(() => ana.post('/auth/confirm', { password: ana.password })),
    )
    const tries = server.db.query.selectFrom('attempt').select('count')
    const counted = async () => (await tries.where('key', 'like', 'proof-overall:%').execute())[0]
    await expect.poll(counted).toEqual({ count: 2 })
    first.reject(new Error('no memory'))
    expect((await both).map(({ status }) => status).sort()).toEqual([200, 500])
  })
})
