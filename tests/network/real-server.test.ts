/** The browser's network against the real server, in one process. */
import { expect, onTestFinished, test } from 'vitest'
import { CreateShoppingListDocument, UpdateItemDocument } from '../../src/generated/operations.ts'
import { startTestServer } from '../support/server/server.ts'
import { note, openTab, origin } from './stage.ts'

const fields = {
  firstName: 'Anna',
  lastName: 'Berg',
  email: 'anna@example.org',
  phone: '',
  password: 'four brown walnut shells',
}

async function openRealTab() {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const { fetch } = server.client()
  const tab = openTab({ fetch: (input, init) => fetch(input.slice(origin.length), init) })
  return { ...tab, server }
}

test('sign up, sign out and in again, with the token of each session', async () => {
  const { session } = await openRealTab()
  expect(await session.signUp(fields)).toMatchObject({ outcome: { kind: 'success' }, isIn: true })
  expect(session.state.get()).toMatchObject({ status: 'LOGGED_IN', user: { email: fields.email } })
  await session.signOut()
  await session.checkStatus()
  expect(session.state.get().status).toBe('LOGGED_OUT')
  expect(await session.signIn(fields.email, 'wrong')).toMatchObject({ kind: 'refused' })
  expect(await session.signIn(fields.email, fields.password)).toMatchObject({ kind: 'success' })
  await session.checkStatus()
  expect(session.state.get().status).toBe('LOGGED_IN')
})

test('an answer, its repetition, a refusal, and nobody signed in', async () => {
  const { session, network } = await openRealTab()
  const list = { id: crypto.randomUUID(), name: 'Weekly shop' }
  const send = (requestToken: string) =>
    network.send(CreateShoppingListDocument, list, { note, requestToken })
  expect(await send('one')).toEqual({ kind: 'signed-out' })
  await session.signUp(fields)
  const first = await send('two')
  expect(first).toMatchObject({
    kind: 'answer',
    data: { createShoppingList: { __typename: 'ShoppingList', name: 'Weekly shop' } },
  })
  expect(await send('two')).toEqual(first)
  const missing = { id: crypto.randomUUID(), purchased: true }
  expect(
    await network.send(UpdateItemDocument, missing, { note, requestToken: 'three' }),
  ).toMatchObject({
    kind: 'refused',
    refusal: { code: 'NOT_FOUND' },
  })
  const nameless = { ...list, id: crypto.randomUUID(), name: ' ' }
  expect(
    await network.send(CreateShoppingListDocument, nameless, { note, requestToken: 'four' }),
  ).toMatchObject({ kind: 'refused', refusal: { code: 'BAD_INPUT', field: 'name' } })
})

test('downtime is an outage with its Retry-After', async () => {
  const server = await startTestServer(undefined, { settings: { downtime: true } })
  onTestFinished(() => server.close())
  const { fetch } = server.client()
  const { network } = openTab({ fetch: (input, init) => fetch(input.slice(origin.length), init) })
  const outcome = await network.send(UpdateItemDocument, { id: 'x' }, { note, requestToken: 'one' })
  expect(outcome).toMatchObject({ kind: 'outage' })
})

test('the event stream says which list moved', async () => {
  const { session, network } = await openRealTab()
  await session.signUp(fields)
  const open = Promise.withResolvers<void>()
  const hint = Promise.withResolvers<string>()
  const stream = network.listen({
    onOpen: open.resolve,
    onHint: ({ id }) => hint.resolve(id),
    onEnd: open.reject,
  })
  onTestFinished(() => stream.close())
  await open.promise
  const list = { id: crypto.randomUUID(), name: 'Weekly shop' }
  await network.send(CreateShoppingListDocument, list, { note, requestToken: 'one' })
  expect(['account', list.id]).toContain(await hint.promise)
})
