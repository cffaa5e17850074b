/**
 * What released clients send, to the letter, is still understood, for a year at least.
 * A new release adds a file to `recorded/` (record-operations.ts); none is ever edited or removed.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allEdits } from '../../src/cache/edits/all-edits.ts'
import { befriend } from '../support/friends.ts'
import { done, newId, share } from '../support/server/api.ts'
import { startTestServer } from '../support/server/server.ts'

interface Sent {
  /** The edit of the registry; absent for queries and the subscription. */
  readonly edit?: string
  readonly accept: string
  readonly body: { readonly operationName: string; readonly query: string }
}

const folder = new URL('./recorded/', import.meta.url)
const files = readdirSync(folder)

test.each(files)('the server does what the client of %s asks for', async file => {
  await using server = await startTestServer()
  const [user, friend] = [await server.buildUser(), await server.buildUser()]
  const shared = newId()
  await done(friend, 'createShoppingList', { id: shared, name: 'Shared' })
  await share(server, { id: shared, userId: friend.id }, user, 'EDIT')
  await befriend(friend, user)
  const [config] = await done(user, 'getByFilterUserConfig', { filters: {} })
  const filled = (text: string) =>
    text
      .replaceAll('{shared}', shared)
      .replaceAll('{config}', config.id)
      .replaceAll('"{friend as a number}"', String(friend.id))
      .replaceAll('{friend}', String(friend.id))
      .replaceAll('"{own number}"', String(user.id))

  for (const { accept, body } of readSent(file)) {
    const headers = { accept, 'request-token': newId() }
    const text = filled(JSON.stringify(body))
    if (accept === 'text/event-stream') {
      const stream = await openStream(text, headers)
      expect.soft(stream, body.operationName).toEqual({ status: 200, type: accept })
      continue
    }
    const answer = await user.post('/graphql', text, headers)
    expect.soft(answer.body, `${body.operationName}: ${answer.text}`).not.toHaveProperty('errors')
    expect.soft(answer.text, body.operationName).not.toContain('"FAIL"')
  }

  async function openStream(body: string, headers: Readonly<Record<string, string>>) {
    const token = await (await user.fetch('/csrftoken')).text()
    const stopped = new AbortController()
    const response = await user.fetch('/graphql', {
      method: 'POST',
      body,
      headers: { ...headers, 'content-type': 'application/json', 'x-csrf-token': token },
      signal: stopped.signal,
    })
    await response.body?.cancel()
    stopped.abort()
    return { status: response.status, type: response.headers.get('content-type')?.split(';')[0] }
  }
})

/** No released client sends them yet: the next release records them. */
const ofNextRelease = new Set<string>([])

test('every edit of the registry is recorded', () => {
  const recorded = new Set(files.flatMap(readSent).map(({ edit }) => edit))
  const ofLater = allEdits.map(({ name }) => name).filter(name => !recorded.has(name))
  expect(ofLater.filter(name => !ofNextRelease.has(name))).toEqual([])
})

function readSent(file: string): readonly Sent[] {
  return JSON.parse(readFileSync(new URL(file, folder), 'utf8')).sent
}
