/** What an API token reaches: lists, and nothing that would outlive it in the hands of who found it. */
import { expect, test } from 'vitest'
import { done } from '../../support/server/api.ts'
import type { TestClient } from '../../support/server/client.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestEngine,
} from '../../support/server/server.ts'

const scopes = ['READ', 'READ_WRITE'] as const

async function start(engine: TestEngine, scope: (typeof scopes)[number]) {
  const server = await startTestServer(engine)
  const ana = await server.buildUser()
  const { token } = await done(ana, 'createApiToken', { name: 'Kitchen', scope })
  const plain = server.client()
  /** As who found the token asks. */
  const script: TestClient = {
    ...plain,
    graphql: (query, args, options) =>
      plain.graphql(query, args, { ...options, headers: { authorization: `Bearer ${token}` } }),
  }
  return { ana, script, [Symbol.asyncDispose]: server.close }
}

const codeOf = (error: { extensions?: Readonly<Record<string, unknown>> } | undefined) =>
  error?.extensions?.code

describeEachEngine('An API token', engine => {
  test.each(scopes)('of %s reads no invitation, by whatever way it asks', async scope => {
    await using house = await start(engine, scope)
    const { ana, script } = house
    for (const query of [
      '{ changes(known: []) { own { inviteId } } }',
      '{ changes(known: []) { account { inviteId } } }',
      '{ c: changes(known: []) { own { ...Own } } } fragment Own on OwnChanges { x: inviteId }',
      '{ changes(known: []) { ... on Changes { own { ... { inviteId } } } } }',
    ]) {
      const { data, errors } = await script.graphql(query)
      expect([data, codeOf(errors?.[0])]).toEqual([null, 'FORBIDDEN'])
      expect(errors?.[0]?.message).toContain('Ask without inviteId.')
      expect((await ana.graphql(query)).errors).toBeUndefined()
    }
    const { data } = await script.graphql('{ changes(known: []) { own { revision } } }')
    expect(data).toEqual({ changes: { own: { revision: 0 } } })
  })
})
