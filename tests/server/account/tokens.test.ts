import { expect, test } from 'vitest'
import { createSystemRandom } from '../../../server/environment.ts'
import { createTokens } from '../../../server/tokens/tokens.ts'
import { describeEachEngine, startTestServer } from '../../support/server/server.ts'

describeEachEngine('single-use tokens', engine => {
  test('work once, for one purpose, until they expire, and lie as hashes in the database', async () => {
    await using server = await startTestServer(engine)
    const user = await server.buildUser()
    const { db, clock } = server
    const tokens = createTokens(clock.now, createSystemRandom())
    const fields = { purpose: 'reset', userId: user.id, payload: { a: 1 } } as const
    const token = await tokens.issue(db.query, fields)
    expect(
      JSON.stringify(await db.query.selectFrom('single_use_token').selectAll().execute()),
    ).not.toContain(token)
    const use = (text = token) => db.transaction(tx => tokens.use(tx, 'reset', text))

    expect(await db.transaction(tx => tokens.use(tx, 'verify', token))).toBe('unknown')
    expect(await use('nonsense')).toBe('unknown')
    const answers = await Promise.all([use(), use(), use()])
    expect(answers.filter(answer => answer === 'used')).toHaveLength(2)
    expect(answers).toContainEqual(expect.objectContaining({ userId: user.id, payload: { a: 1 } }))

    const late = await tokens.issue(db.query, fields)
    clock.advance({ minutes: 60 })
    expect(await use(late)).toBe('expired')
    const taken = await tokens.issue(db.query, fields)
    await tokens.revoke(db.query, 'reset', user.id)
    expect(await use(taken)).toBe('revoked')
  })
})
