/** /admin: the support team's desk; to everybody else the landing page. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '../../../src/cache/records/new-id.ts'
import type { KeyValue } from '../../../src/network/key-value.ts'
import { panelQuery, wideQuery } from '../../../src/ui/use-media-query.ts'
import { createMemoryKeyValue } from '../../support/memory-key-value.ts'
import { done } from '../../support/server/api.ts'
import { hold, holdFirstAnswer, holdLater, loseAnswer } from '../meddle.ts'
import { openApp } from '../stage.tsx'
import { openServer, type StageServer } from '../stage-server.ts'
// Loaded beforehand, as the stage does with what others show.
import '../../../src/admin/desk-screen.tsx'
import '../../../src/site/landing-screen.tsx'

/** Ana works at the desk; Jonas says what is wrong, the first of these last. */
async function openDesk(
  role: 'ADMIN' | 'SUPPORTL1' | 'SILVER',
  path = '/admin/feedback',
  said: readonly string[] = ['Milk came back <b>twice</b>', 'Bigger letters'],
  {
    held,
    prepare,
    people = 0,
    ...device
  }: {
    readonly local?: KeyValue
    readonly held?: string
    readonly prepare?: (server: StageServer) => void
    /** Accounts besides. */
    readonly people?: number
  } = {},
) {
  const server = await openServer()
  const { db, clock } = server.server
  await db.query.updateTable('user').set({ role }).where('id', '=', server.person.id).execute()
  const jonas = await server.server.buildUser({
    ...{ firstName: 'Jonas', lastName: 'Ober', email: 'jonas@example.org' },
  })
  const like = await db.query
    .selectFrom('user')
    .selectAll()
    .where('id', '=', jonas.id)
    .executeTakeFirstOrThrow()
  for (let number = 0; number < people; number += 1) {
    const email = `person${number}@example.org`
    const name = { first_name: 'Person', last_name: `${number}` }
    const { id: _, ...row } = { ...like, ...name, email, email_key: email, invite_id: newId() }
    await db.query.insertInto('user').values(row).execute()
  }
  for (const feedback of said.toReversed()) {
    clock.advance({ ms: 1 })
    await done(jonas, 'createFeedback', { feedback, rating: 2, deviceLog: 'one line' })
  }
  prepare?.(server)
  const letGo = held === undefined ? async () => {} : hold(server, held)
  const stage = await openApp({ path, signedIn: true, server, ...device })
  return { ...stage, jonas, letGo }
}

/**
 * As on a desktop: there is room for the left column, and for a record beside the others. Answers with what makes it
 * a phone's.
 */
function widenScreen(queries: readonly string[] = [wideQuery, panelQuery]) {
  const real = window.matchMedia
  const page = new EventTarget()
  let isWide = true
  const widened = vi.spyOn(window, 'matchMedia').mockImplementation(query => ({
    ...real(query),
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
    get matches() {
      return isWide && queries.includes(query)
    },
  }))
  onTestFinished(() => widened.mockRestore())
  return () =>
    act(() => {
      isWide = false
      page.dispatchEvent(new Event('change'))
    })
}

async function fedBack({ owner }: StageServer, text: string) {
  const all = await done(owner, 'getAllFeedback')
  return all.find(({ feedback }: { feedback: string }) => feedback === text)
}

test('to everybody else it is the landing page', async () => {
  await openDesk('SILVER')
  await screen.findByRole('heading', { name: /^The shopping list that works/ })
  // They are signed in.
  expect(screen.getByRole('link', { name: 'Your lists' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull()
  expect(screen.queryByRole('navigation', { name: 'Support' })).toBeNull()
})

test('a screen reader hears of another page of it, where the focus stays on what leads there', async () => {
  // As index.html has one.
  document.title = 'Aisle'
  const { user } = await openDesk('ADMIN')
  const users = await screen.findByRole('link', { name: 'Users' })
  users.focus()
  await user.keyboard('{Enter}')
  const said = await within(screen.getByRole('main')).findByText('Users – Aisle')
  expect(said.closest('[aria-live=polite]')).not.toBeNull()
  expect(document.activeElement).toBe(users)
})

test('support answers and classifies; what only an ADMIN sees is not offered', async () => {
  const { server, user } = await openDesk('SUPPORTL1')
  const table = await screen.findByRole('table', { name: 'Feedback' })
  expect(screen.queryByRole('link', { name: 'Users' })).toBeNull()
  await user.click(
    await within(table).findByRole('button', { name: 'Milk came back <b>twice</b>' }),
  )
  const open = screen.getByRole('region', { name: 'Feedback of Jonas Ober' })
  expect(open.textContent).toContain('jonas@example.org')
  expect(await within(open).findByText('Device log (1 line)')).toBeTruthy()
  // A long one is scrolled by the keys.
  expect(within(open).getByText('one line').tabIndex).toBe(0)
  await user.selectOptions(within(open).getByRole('combobox', { name: 'Status' }), 'Fixed')
  await user.type(within(open).getByRole('textbox', { name: 'Fixed in version' }), '0.3.0')
  await user.type(within(open).getByRole('textbox', { name: 'Reply' }), 'Mended')
  await user.type(within(open).getByRole('textbox', { name: 'Note' }), 'the cache')
  await user.click(within(open).getByRole('button', { name: 'Save' }))
  await within(open).findByText('Saved.')
  expect(await fedBack(server, 'Milk came back <b>twice</b>')).toMatchObject({
    status: 'FIXED',
    reply: 'Mended',
    note: 'the cache',
    fixedIn: '0.3.0',
  })
})

test('a reply that was not saved is there again after a look at another record', async () => {
  const { user } = await openDesk('SUPPORTL1')
  await user.click(await screen.findByRole('button', { name: 'Bigger letters' }))
  await user.type(screen.getByRole('textbox', { name: 'Reply' }), 'They grow')
  await user.click(screen.getByRole('button', { name: /^Milk came back/ }))
  expect(screen.getByRole('textbox', { name: 'Reply' })).toHaveProperty('value', '')
  await user.click(screen.getByRole('button', { name: 'Bigger letters' }))
  expect(screen.getByRole('textbox', { name: 'Reply' })).toHaveProperty('value', 'They grow')
  expect(screen.getByText('Not saved yet.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
})

test('a reply that was not saved is there again after a look at the lists', async () => {
  const { user, go } = await openDesk('SUPPORTL1')
  const row = () => screen.findByRole('button', { name: 'Bigger letters' })
  await user.click(await row())
  await user.type(screen.getByRole('textbox', { name: 'Reply' }), 'They grow')
  await go({ to: '/product/friends' })
  await screen.findByRole('heading', { name: 'Friends' })
  await go({ to: '/admin/$', params: { _splat: 'feedback' } })
  await user.click(await row())
  expect(screen.getByRole('textbox', { name: 'Reply' })).toHaveProperty('value', 'They grow')
})

test('a colleague who signs in finds nothing of what was typed', async () => {
  const local = createMemoryKeyValue()
  const { server, user } = await openDesk('SUPPORTL1', '/admin/feedback', undefined, { local })
  await user.click(await screen.findByRole('button', { name: 'Bigger letters' }))
  await user.type(screen.getByRole('textbox', { name: 'Reply' }), 'They grow')
  const { email, password } = await server.server.buildUser()
  const { query } = server.server.db
  await query.updateTable('user').set({ role: 'SUPPORTL1' }).where('email', '=', email).execute()
  const { body } = await server.browser.post('/auth/login', { username: email, password })
  local.set('aisle.user', JSON.stringify(body.user))
  act(() => local.changeElsewhere('aisle.user'))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Bigger letters' }))
  expect(screen.getByRole('textbox', { name: 'Reply' })).toHaveProperty('value', '')
})

test('what was not touched stays as a colleague has set it meanwhile', async () => {
  const { server, user } = await openDesk('SUPPORTL1')
  await user.click(await screen.findByRole('button', { name: 'Bigger letters' }))
  const { id } = await fedBack(server, 'Bigger letters')
  await done(server.owner, 'updateFeedback', { id, status: 'FIXED', reply: 'They have grown' })
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'the theme')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(await fedBack(server, 'Bigger letters')).toMatchObject({
    status: 'FIXED',
    reply: 'They have grown',
    note: 'the theme',
  })
  expect(screen.getByRole('textbox', { name: 'Reply' })).toHaveProperty('value', 'They have grown')
})

test('a record that is opened is as a colleague has left it meanwhile, or says that it is gone', async () => {
  const { server, user } = await openDesk('ADMIN')
  const row = await screen.findByRole('button', { name: 'Bigger letters' })
  const { id } = await fedBack(server, 'Bigger letters')
  await done(server.owner, 'updateFeedback', { id, reply: 'They have grown', status: 'FIXED' })
  await user.click(row)
  const reply = screen.getByRole('textbox', { name: 'Reply' })
  await waitFor(() => expect(reply).toHaveProperty('value', 'They have grown'))
  expect(screen.getByRole('row', { name: /Bigger letters .* Fixed/ })).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^Milk came back/ }))
  await done(server.owner, 'deleteByIdFeedback', { id })
  await user.click(row)
  const open = screen.getByRole('region', { name: 'Feedback of Jonas Ober' })
  await within(open).findByText('It is not there any more.')
  expect(within(open).queryByRole('button', { name: 'Save' })).toBeNull()
})

test('a reply that was not saved says what a colleague has saved in its place since, and waits for a choice', async () => {
  const { server, user } = await openDesk('SUPPORTL1')
  const row = () => screen.findByRole('button', { name: 'Bigger letters' })
  const reply = () => screen.getByRole('textbox', { name: 'Reply' })
  const saved = async () => (await fedBack(server, 'Bigger letters')).reply
  const { id } = await fedBack(server, 'Bigger letters')
  /** Typed and left, while a colleague answers. */
  async function leaveAndComeBack(theirs: string) {
    await user.click(screen.getByRole('button', { name: /^Milk came back/ }))
    await done(server.owner, 'updateFeedback', { id, reply: theirs })
    await user.click(await row())
    return within(await screen.findByRole('region', { name: 'Reply: changed since' }))
  }

  await user.click(await row())
  await user.type(reply(), 'They grow')
  const first = await leaveAndComeBack('They have grown')
  first.getByText('They have grown')
  expect(reply()).toHaveProperty('value', 'They grow')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('A colleague has changed this since you wrote. Choose which stays.')
  expect(await saved()).toBe('They have grown')
  await user.click(first.getByRole('button', { name: 'Keep theirs' }))
  expect(reply()).toHaveProperty('value', 'They have grown')
  expect(document.activeElement).toBe(reply())
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText('Not saved yet.')).toBeNull()

  await user.type(reply(), ' a lot')
  const second = await leaveAndComeBack('They are large')
  await user.click(second.getByRole('button', { name: 'Use mine' }))
  expect(screen.queryByRole('region', { name: 'Reply: changed since' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(await saved()).toBe('They have grown a lot')
})

test('what a colleague has saved while it lay open here is not written over unseen', async () => {
  const { server, user } = await openDesk('SUPPORTL1')
  const { id } = await fedBack(server, 'Bigger letters')
  await user.click(await screen.findByRole('button', { name: 'Bigger letters' }))
  const [status, reply] = [
    screen.getByRole('combobox', { name: 'Status' }),
    screen.getByRole('textbox', { name: 'Reply' }),
  ]
  await user.type(reply, 'They grow')
  await user.selectOptions(status, 'To do')
  const theirs = { status: 'FIXED', reply: 'They have grown' }
  await done(server.owner, 'updateFeedback', { id, ...theirs })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const since = (label: string) =>
    within(screen.getByRole('region', { name: `${label}: changed since` }))
  await screen.findByText('A colleague has changed this since you wrote. Choose which stays.')
  expect(await fedBack(server, 'Bigger letters')).toMatchObject(theirs)
  since('Status').getByText('Fixed')
  await user.click(since('Status').getByRole('button', { name: 'Keep theirs' }))
  expect(status).toHaveProperty('value', 'FIXED')
  expect(document.activeElement).toBe(status)
  await user.click(since('Reply').getByRole('button', { name: 'Use mine' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(await fedBack(server, 'Bigger letters')).toMatchObject({
    status: 'FIXED',
    reply: 'They grow',
  })
})

test('what a colleague saves in that moment is not written over, and shown with the next try', async () => {
  let held: ReturnType<typeof holdLater> | undefined
  const { server, user } = await openDesk('SUPPORTL1', undefined, undefined, {
    prepare: server => {
      held = holdLater(server, 'updateFeedback')
    },
  })
  const { id } = await fedBack(server, 'Bigger letters')
  await user.click(await screen.findByRole('button', { name: 'Bigger letters' }))
  const reply = screen.getByRole('textbox', { name: 'Reply' })
  await user.type(reply, 'They grow')
  held?.begin()
  const save = screen.getByRole('button', { name: 'Save' })
  await user.click(save)
  // The look at what is saved by now comes before.
  await waitFor(() =>
    expect(server.calls.filter(({ call }) => call === 'getByIdFeedback')).toHaveLength(2),
  )
  server.server.clock.advance({ minutes: 1 })
  await done(server.owner, 'updateFeedback', { id, reply: 'They have grown' })
  await held?.end()
  await screen.findByText('A colleague saved this at the same moment. Save again.')
  expect(reply).toHaveProperty('value', 'They grow')
  await user.click(save)
  const since = within(await screen.findByRole('region', { name: 'Reply: changed since' }))
  since.getByText('They have grown')
  expect(await fedBack(server, 'Bigger letters')).toMatchObject({ reply: 'They have grown' })
})

test('a save that fails after a look at another record is told, with the record’s name', async () => {
  let held: ReturnType<typeof holdLater> | undefined
  const said = ['Milk came back', 'Bigger letters would help me where it is dark']
  const { server, user } = await openDesk('SUPPORTL1', undefined, said, {
    prepare: server => {
      held = holdLater(server, 'updateFeedback')
    },
  })
  await user.click(await screen.findByRole('button', { name: /^Bigger letters/ }))
  await user.type(screen.getByRole('textbox', { name: 'Reply' }), 'They grow')
  held?.begin()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(screen.getByRole('button', { name: /^Milk came back/ }))
  server.reachable = false
  await held?.end()
  await screen.findByText(/^Bigger letters would help me where it is…: The server/)
})

test('a page that was on its way takes nothing back that was saved meanwhile', async () => {
  widenScreen()
  let letGo = async () => {}
  const { server, user } = await openDesk('SUPPORTL1', undefined, undefined, {
    prepare: server => {
      letGo = holdFirstAnswer(server, '"RECEIVED"')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Bigger letters' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status filter' }), 'Received')
  await waitFor(() =>
    expect(server.calls.filter(({ call }) => call === 'getByFilterFeedback')).toHaveLength(2),
  )
  server.server.clock.advance({ minutes: 1 })
  const note = screen.getByRole('textbox', { name: 'Note' })
  await user.type(note, 'the theme')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  await letGo()
  expect(note).toHaveProperty('value', 'the theme')
})

test('what is typed while a record is being saved is not saved yet, and waits for its turn', async () => {
  let letGo = async () => {}
  const { server, user } = await openDesk('SUPPORTL1', undefined, undefined, {
    prepare: server => {
      letGo = holdFirstAnswer(server, 'updateFeedback')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Bigger letters' }))
  const note = screen.getByRole('textbox', { name: 'Note' })
  const save = screen.getByRole('button', { name: 'Save' })
  const saved = async () => (await fedBack(server, 'Bigger letters')).note
  await user.type(note, 'first')
  await user.click(save)
  await user.type(note, ' and second')
  await waitFor(async () => expect(await saved()).toBe('first'))
  expect(screen.getByText('Not saved yet.')).toBeDefined()
  // Of two on their way the later might arrive before the earlier.
  const asked = server.calls.length
  await user.click(save)
  expect(server.calls).toHaveLength(asked)
  await letGo()
  expect(note).toHaveProperty('value', 'first and second')
  expect(screen.getByText('Not saved yet.')).toBeDefined()
  await user.click(save)
  await screen.findByText('Saved.')
  expect(await saved()).toBe('first and second')
})

test('what one has saved oneself is nobody’s change, though the record was closed meanwhile', async () => {
  let letGo = async () => {}
  const { server, user } = await openDesk('SUPPORTL1', undefined, undefined, {
    prepare: server => {
      letGo = holdFirstAnswer(server, 'updateFeedback')
    },
  })
  const row = await screen.findByRole('button', { name: 'Bigger letters' })
  const reply = () => screen.getByRole('textbox', { name: 'Reply' })
  await user.click(row)
  await user.type(reply(), 'They grow')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () =>
    expect(await fedBack(server, 'Bigger letters')).toMatchObject({ reply: 'They grow' }),
  )
  await user.click(screen.getByRole('button', { name: /^Milk came back/ }))
  await user.click(row)
  expect(screen.getByText('Not saved yet.')).toBeDefined()
  await letGo()
  expect(reply()).toHaveProperty('value', 'They grow')
  expect(screen.queryByText('Not saved yet.')).toBeNull()
  await user.type(reply(), ' a lot')
  expect(screen.queryByRole('region', { name: 'Reply: changed since' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(await fedBack(server, 'Bigger letters')).toMatchObject({ reply: 'They grow a lot' })
})

test('what one has saved oneself is nobody’s change, though its answer was lost', async () => {
  const { server, user } = await openDesk('SUPPORTL1', undefined, undefined, {
    prepare: server => loseAnswer(server, 'updateFeedback'),
  })
  await user.click(await screen.findByRole('button', { name: 'Bigger letters' }))
  const reply = screen.getByRole('textbox', { name: 'Reply' })
  const save = screen.getByRole('button', { name: 'Save' })
  const saved = async () => (await fedBack(server, 'Bigger letters')).reply
  await user.type(reply, 'They grow')
  await user.click(save)
  await screen.findByRole('alert')
  expect(await saved()).toBe('They grow')
  await user.type(reply, ' a lot')
  await user.click(save)
  await waitFor(async () => expect(await saved()).toBe('They grow a lot'))
  expect(screen.queryByRole('region', { name: 'Reply: changed since' })).toBeNull()
})

test('a field that was saved begins anew, whatever was typed into another meanwhile', async () => {
  const { server, user } = await openDesk('SUPPORTL1')
  const row = await screen.findByRole('button', { name: 'Bigger letters' })
  await user.click(row)
  const status = () => screen.getByRole('combobox', { name: 'Status' })
  const note = screen.getByRole('textbox', { name: 'Note' })
  await user.selectOptions(status(), 'To do')
  await user.type(note, 'first')
  const save = screen.getByRole('button', { name: 'Save' })
  fireEvent.click(save)
  fireEvent.change(note, { target: { value: 'first and second' } })
  const { id } = await fedBack(server, 'Bigger letters')
  await waitFor(async () =>
    expect(await fedBack(server, 'Bigger letters')).toMatchObject({ status: 'TODO' }),
  )
  await waitFor(() => expect(save.getAttribute('aria-disabled')).toBeNull())
  await user.click(screen.getByRole('button', { name: /^Milk came back/ }))
  await done(server.owner, 'updateFeedback', { id, status: 'FIXED' })
  await user.click(row)
  await waitFor(() => expect(status()).toHaveProperty('value', 'FIXED'))
  await user.selectOptions(status(), 'Duplicate')
  expect(screen.queryByRole('region', { name: 'Status: changed since' })).toBeNull()
})

test('on a phone Back leads from a record to the others, and to what was typed again', async () => {
  const { user, back } = await openDesk('SUPPORTL1')
  const row = () => screen.getByRole('button', { name: 'Bigger letters' })
  await user.click(await screen.findByRole('button', { name: 'Bigger letters' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Jonas Ober' }))
  await user.type(screen.getByRole('textbox', { name: 'Reply' }), 'They grow')
  await back()
  expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull()
  expect(document.activeElement).toBe(row())
  await user.click(row())
  expect(screen.getByRole('textbox', { name: 'Reply' })).toHaveProperty('value', 'They grow')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(document.activeElement).toBe(row())
})

test('where a record has the place of the others, a count leads to them', async () => {
  widenScreen([wideQuery])
  const { user } = await openDesk('SUPPORTL1')
  const open = () => screen.queryByRole('region', { name: 'Feedback of Jonas Ober' })
  await user.click(await screen.findByRole('button', { name: 'Bigger letters' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Jonas Ober' }))
  await user.keyboard('{Escape}')
  expect(open()).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Bigger letters' }))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Jonas Ober' }))
  await user.click(screen.getByRole('button', { name: 'Received 2' }))
  expect(open()).toBeNull()
})

test('whoever enlarges the page while they write goes on writing', async () => {
  const narrow = widenScreen()
  const { user } = await openDesk('SUPPORTL1')
  await user.click(await screen.findByRole('button', { name: 'Bigger letters' }))
  const reply = screen.getByRole('textbox', { name: 'Reply' })
  await user.type(reply, 'They')
  narrow()
  expect(screen.queryByRole('region', { name: 'By status' })).toBeNull()
  expect(document.activeElement).toBe(reply)
})

test('all of one person are shown whatever was searched for, in the same order', async () => {
  const { user } = await openDesk('SUPPORTL1')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Oldest first')
  const text = screen.getByRole('searchbox', { name: 'Text, name or address' })
  fireEvent.change(text, { target: { value: 'Bigger' } })
  await user.click(await screen.findByRole('button', { name: 'Bigger letters' }))
  await user.click(screen.getByRole('button', { name: 'All of this person' }))
  expect(screen.getByText('Of one person only.')).toBeDefined()
  expect(text).toHaveProperty('value', '')
  expect(screen.getByRole('combobox', { name: 'Sort' })).toHaveProperty('value', 'OLDEST')
})

test('on a phone all of one person are shown in the place of the record', async () => {
  const { user } = await openDesk('SUPPORTL1')
  await user.click(await screen.findByRole('button', { name: 'Bigger letters' }))
  await user.click(screen.getByRole('button', { name: 'All of this person' }))
  expect(screen.queryByRole('region', { name: 'Feedback of Jonas Ober' })).toBeNull()
  expect(screen.getByText('Of one person only.')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Bigger letters' }))
})

test('what is chosen before the rows of a new filter come is chosen only where it is among them', async () => {
  const { user } = await openDesk('ADMIN')
  await screen.findByRole('button', { name: 'Bigger letters' })
  const text = screen.getByRole('searchbox', { name: 'Text, name or address' })
  fireEvent.change(text, { target: { value: 'Milk' } })
  await user.click(screen.getByRole('checkbox', { name: 'All that are shown' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Bigger letters' })).toBeNull())
  const bar = screen.getByRole('toolbar', { name: 'What is chosen' })
  expect(within(bar).getByText('1 chosen')).toBeDefined()
})

test('single keys lead through the records, to reply and note, and choose the status', async () => {
  const inSight: (string | null)[] = []
  // Nothing has a place in jsdom.
  Element.prototype.scrollIntoView = function (this: Element) {
    inSight.push(this.textContent)
  }
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'))
  const { user } = await openDesk('SUPPORTL1')
  await screen.findByRole('button', { name: 'Bigger letters' })
  await user.keyboard('jj')
  expect(inSight, 'the row of each comes into sight').toEqual([
    'Milk came back <b>twice</b>',
    'Bigger letters',
  ])
  expect(screen.getByRole('region', { name: 'Feedback of Jonas Ober' }).textContent).toContain(
    'Bigger letters',
  )
  await user.keyboard('2')
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveProperty('value', 'TODO')
  await user.keyboard('n')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Note' }))
  await user.keyboard('rn1')
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'rn1')
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveProperty('value', 'TODO')
})

test('by single keys the focus goes along from row to row, where it is in one', async () => {
  widenScreen()
  Element.prototype.scrollIntoView = () => undefined
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'))
  const { user } = await openDesk('SUPPORTL1')
  const first = await screen.findByRole('button', { name: /^Milk came back/ })
  await user.click(first)
  await screen.findByRole('region', { name: /^Feedback of/ })
  expect(document.activeElement).toBe(first)
  await user.keyboard('j')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Bigger letters' }))
  await user.keyboard('k')
  expect(document.activeElement).toBe(first)
  act(() => first.blur())
  await user.keyboard('j')
  expect(document.activeElement).toBe(document.body)
})

test('whose role is taken away finds the landing page with the next page that they open', async () => {
  const { server, user } = await openDesk('SUPPORTL1')
  await screen.findByRole('button', { name: 'Bigger letters' })
  const { query } = server.server.db
  await query
    .updateTable('user')
    .set({ role: 'SILVER' })
    .where('id', '=', server.person.id)
    .execute()
  await user.click(screen.getByRole('link', { name: 'Dashboard' }))
  await screen.findByRole('heading', { name: /^The shopping list that works/ })
  expect(screen.queryByRole('navigation', { name: 'Support' })).toBeNull()
})

test('a version that its author is told of is in sight whatever the status is by then', async () => {
  const { server, user } = await openDesk('SUPPORTL1')
  await user.click(await screen.findByRole('button', { name: 'Bigger letters' }))
  const { id } = await fedBack(server, 'Bigger letters')
  await done(server.owner, 'updateFeedback', { id, status: 'TODO', fixedIn: '0.3.0' })
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'not yet')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const version = await screen.findByRole('textbox', { name: 'Fixed in version' })
  expect(version).toHaveProperty('value', '0.3.0')
  await user.clear(version)
  // Empty, it waits for another one.
  expect(document.activeElement).toBe(version)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () =>
    expect(await fedBack(server, 'Bigger letters')).toMatchObject({
      fixedIn: null,
      note: 'not yet',
    }),
  )
})

test('a role is given once it is confirmed, not on the way to another', async () => {
  const { server, user } = await openDesk('ADMIN', '/admin/users')
  const role = await screen.findByRole('combobox', { name: 'Role of Jonas Ober' })
  const roleOf = async () =>
    (
      await server.server.db.query
        .selectFrom('user')
        .select('role')
        .where('email', '=', 'jonas@example.org')
        .executeTakeFirstOrThrow()
    ).role
  await user.selectOptions(role, 'ADMIN')
  const dialog = await screen.findByRole('dialog', { name: 'Make Jonas Ober ADMIN?' })
  await user.click(within(dialog).getByRole('button', { name: 'Keep' }))
  expect(role).toHaveProperty('value', 'SILVER')
  expect(await roleOf()).toBe('SILVER')
  await user.selectOptions(role, 'SUPPORTL1')
  const again = await screen.findByRole('dialog', { name: 'Make Jonas Ober SUPPORTL1?' })
  await user.click(within(again).getByRole('button', { name: 'Change the role' }))
  await waitFor(async () => expect(await roleOf()).toBe('SUPPORTL1'))
  await waitFor(() => expect(role).toHaveProperty('value', 'SUPPORTL1'))
})

test('one’s own role is there to be read alone', async () => {
  await openDesk('ADMIN', '/admin/users')
  const row = within(await screen.findByRole('row', { name: /^Ana / }))
  expect(row.getByRole('cell', { name: 'ADMIN' })).toBeTruthy()
  expect(row.queryByRole('combobox')).toBeNull()
})

test('people are found beyond the first page, and stay where they are after a deed', async () => {
  const asked: string[] = []
  const { user } = await openDesk('ADMIN', '/admin', [], {
    prepare: server => {
      const { fetch } = server
      Object.assign(server, {
        fetch(input: string, init: RequestInit) {
          if (input.includes('/auth/users?')) asked.push(input)
          return fetch(input, init)
        },
      })
    },
    people: 60,
  })
  await user.click(await screen.findByRole('link', { name: 'Users' }))
  const table = await screen.findByRole<HTMLTableElement>('table', { name: 'Users' })
  const shown = () => table.rows.length - 1
  expect(shown()).toBe(50)
  // By its text: among so many, roles take seconds.
  await user.click(screen.getByText('Show more'))
  await waitFor(() => expect(shown()).toBe(63))
  expect(screen.queryByText('Show more')).toBeNull()
  expect(document.activeElement).toBe(table.rows[51])
  const last = table.rows[63]
  if (!last) throw new Error('There is no last row.')
  await user.click(within(last).getByRole('button', { name: 'Unlock' }))
  await screen.findByText('Wrong passwords of Person 59 are forgotten.')
  await waitFor(() => expect(asked).toHaveLength(4))
  expect(shown()).toBe(63)
  await user.type(screen.getByLabelText('Name or address'), 'Person 5')
  await waitFor(() => expect(shown()).toBe(11))
  expect(asked.length).toBeLessThan(10)
})

test('how many people were found is announced once a search and page, also where it is as many again', async () => {
  const { user } = await openDesk('ADMIN', '/admin/users', [], { people: 60 })
  const said = await screen.findByLabelText('Search')
  expect(said.getAttribute('role')).toBe('status')
  await within(said).findByText('The first 50 accounts found')
  const heard: (string | null)[] = []
  const watch = new MutationObserver(() => heard.push(said.textContent))
  watch.observe(said, { childList: true, characterData: true, subtree: true })
  onTestFinished(() => watch.disconnect())
  const expected: string[] = []
  function hears(sentence: string) {
    expected.push(sentence)
    return waitFor(() => expect(heard).toEqual(expected))
  }
  await user.click(screen.getByText('Show more'))
  await hears('63 accounts found')
  const box = screen.getByLabelText('Name or address')
  const search = (text: string) => fireEvent.change(box, { target: { value: text } })
  for (const letters of ['Person', 'Person ', 'Person 5']) search(letters)
  await hears('11 accounts found')
  search('Person 4')
  await hears('11 accounts found')
  search('Person 42')
  await hears('1 account found')
  search('Nobody')
  await hears('Nothing found')
  // What a deed asks for anew is no search.
  search('Jonas')
  await hears('1 account found')
  await user.click(screen.getByRole('button', { name: 'Unlock' }))
  await screen.findByText('Wrong passwords of Jonas Ober are forgotten.')
  search('Nobody here')
  await hears('Nothing found')
})

test('more people are in reach though others were asked for meanwhile', async () => {
  let held: ReturnType<typeof holdLater> | undefined
  const { user } = await openDesk('ADMIN', '/admin/users', [], {
    prepare(server) {
      held = holdLater(server, '/auth/users?')
    },
    people: 60,
  })
  const table = await screen.findByRole<HTMLTableElement>('table', { name: 'Users' })
  const shown = () => table.rows.length - 1
  const [first] = within(table).getAllByText('Unlock')
  if (!held || !first) throw new Error('Nobody is shown.')
  held.begin()
  await user.click(first)
  await screen.findByText(/^Wrong passwords of/)
  await user.click(screen.getByText('Show more'))
  await held.end()
  await waitFor(() => expect(shown() === 63 || screen.queryByText('Show more')).toBeTruthy())
  if (shown() < 63) await user.click(screen.getByText('Show more'))
  await waitFor(() => expect(shown()).toBe(63))
})

/** In the place of the browser's: what was copied last, and whether one may. */
function watchClipboard() {
  const clipboard = { text: '', isAllowed: true }
  const copying = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async text => {
    if (!clipboard.isAllowed) throw new DOMException('Write permission denied.', 'NotAllowedError')
    clipboard.text = text
  })
  onTestFinished(() => copying.mockRestore())
  return clipboard
}

test('a link to a new password is copied with a button, which says whether it was', async () => {
  const { user } = await openDesk('ADMIN', '/admin/users')
  const clipboard = watchClipboard()
  const row = within(await screen.findByRole('row', { name: /^Jonas Ober/ }))
  const makeLink = () => user.click(row.getByRole('button', { name: 'Reset link' }))
  const link = () => screen.findByRole('textbox', { name: 'Link to a new password' })
  const said = () => screen.getByRole('status', { name: 'Link to a new password' }).textContent
  await makeLink()
  const first = (await link()).getAttribute('value')
  expect(document.activeElement, 'of a person far down, too').toBe(await link())
  expect(first).toMatch(/\/reset-password\?token=/)
  expect(screen.getByText(/^Give it to jonas@example\.org: it sets a new password/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  await waitFor(() => expect(said()).toBe('Copied.'))
  expect(clipboard.text).toBe(first)
  clipboard.isAllowed = false
  await makeLink()
  await waitFor(async () => expect((await link()).getAttribute('value')).not.toBe(first))
  expect(said(), 'of another link').toBe('')
  expect(document.activeElement).toBe(await link())
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  await waitFor(() => expect(said()).toBe('Select it and copy it yourself.'))
})

test('a kept mail is copied with a button, which says whether it was', async () => {
  const server = await openServer()
  await server.server.db.query.updateTable('user').set({ role: 'ADMIN' }).execute()
  await server.server.app.jobs.drain()
  const { user } = await openApp({ path: '/admin/mail', signedIn: true, server })
  const clipboard = watchClipboard()
  await user.click(
    await screen.findByRole('button', { name: 'Read', description: /^Verify.*ana@/ }),
  )
  const said = () => screen.getByRole('status', { name: 'Mail' }).textContent
  await user.click(await screen.findByRole('button', { name: 'Copy' }))
  await waitFor(() => expect(said()).toBe('Copied.'))
  expect(clipboard.text).toMatch(/verify-email\?token=/)
  expect(clipboard.text).toBe(document.querySelector('pre')?.textContent)
  clipboard.isAllowed = false
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  await waitFor(() => expect(said()).toBe('Select it and copy it yourself.'))
})

test('an account is deleted once, however often that is pressed', async () => {
  const { server, user } = await openDesk('ADMIN', '/admin/users')
  const row = await screen.findByRole('row', { name: /^Jonas Ober/ })
  await user.click(within(row).getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete the account' })
  await user.type(within(dialog).getByLabelText('Your own password'), 'correct horse')
  await user.dblClick(within(dialog).getByRole('button', { name: 'Delete' }))
  await screen.findByText('The account jonas@example.org is deleted.')
  expect(server.calls.filter(({ call }) => call === 'deleteUser')).toHaveLength(1)
})

test.each([
  ['click', 1],
  ['double click', 2],
])('an account is not deleted by one %s without a password', async (_, clicks) => {
  const { server, user } = await openDesk('ADMIN', '/admin/users')
  const row = await screen.findByRole('row', { name: /^Jonas Ober/ })
  await user.click(within(row).getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete the account' }))
  const button = dialog.getByRole('button', { name: 'Delete' })
  for (let click = 0; click < clicks; click += 1) fireEvent.click(button)
  expect(dialog.getByText(/^Write your password/)).toBeTruthy()
  await act(() => new Promise<void>(resolve => setTimeout(resolve, 650)))
  expect(server.calls.some(({ call }) => call === 'deleteUser')).toBe(false)
  // Again is for who has none, since they sign in elsewhere.
  await user.click(button)
  expect(await dialog.findByText(/^Password is wrong/)).toBeTruthy()
  await server.server.db.query
    .updateTable('user')
    .set({ password_hash: '' })
    .where('id', '=', server.person.id)
    .execute()
  await user.click(button)
  await screen.findByText('The account jonas@example.org is deleted.')
})

test('deleting for good asks first', async () => {
  const { server, user } = await openDesk('ADMIN')
  await user.click(await screen.findByRole('checkbox', { name: 'Choose Bigger letters' }))
  await user.click(screen.getByRole('button', { name: 'Delete for good' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete 1 record for good?' })
  await user.click(within(dialog).getByRole('button', { name: 'Keep' }))
  expect(await fedBack(server, 'Bigger letters')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Delete for good' }))
  const again = await screen.findByRole('dialog', { name: 'Delete 1 record for good?' })
  await user.click(within(again).getByRole('button', { name: 'Delete' }))
  await waitFor(async () => expect(await fedBack(server, 'Bigger letters')).toBeUndefined())
})

test('several get a status at once', async () => {
  const { server, user } = await openDesk('ADMIN')
  await screen.findByRole('button', { name: 'Bigger letters' })
  await user.click(screen.getByRole('checkbox', { name: 'All that are shown' }))
  const bar = screen.getByRole('toolbar', { name: 'What is chosen' })
  expect(within(bar).getByText('2 chosen')).toBeDefined()
  expect(within(bar).getByRole('button', { name: 'Delete for good' })).toBeDefined()
  await user.selectOptions(within(bar).getByRole('combobox', { name: 'Set status' }), 'To do')
  await user.click(within(bar).getByRole('button', { name: 'Set' }))
  await waitFor(async () => {
    for (const text of ['Milk came back <b>twice</b>', 'Bigger letters']) {
      expect(await fedBack(server, text)).toMatchObject({ status: 'TODO' })
    }
  })
})

test('a filter that is chosen while several are given a status still holds once they have it', async () => {
  const held = { held: 'updateFeedbackStatus' }
  const { server, user, letGo } = await openDesk('ADMIN', '/admin/feedback', undefined, held)
  await user.click(await screen.findByRole('checkbox', { name: 'Choose Bigger letters' }))
  const bar = screen.getByRole('toolbar', { name: 'What is chosen' })
  await user.selectOptions(within(bar).getByRole('combobox', { name: 'Set status' }), 'To do')
  await user.click(within(bar).getByRole('button', { name: 'Set' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status filter' }), 'Received')
  await waitFor(() =>
    expect(server.calls.filter(({ call }) => call === 'getByFilterFeedback')).toHaveLength(2),
  )
  await letGo()
  // The page that is asked for then is of that filter.
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Bigger letters' })).toBeNull())
  expect(screen.getByRole('button', { name: /^Milk came back/ })).toBeDefined()
})

test('the left column counts by status, and counts anew after a change', async () => {
  widenScreen()
  const { user } = await openDesk('SUPPORTL1')
  const column = await screen.findByRole('region', { name: 'By status' })
  const counts = () => within(column).getAllByRole('listitem')
  expect(counts().map(one => one.textContent)).toEqual(['Received 2'])
  await user.click(await screen.findByRole('checkbox', { name: 'Choose Bigger letters' }))
  const bar = screen.getByRole('toolbar', { name: 'What is chosen' })
  await user.selectOptions(within(bar).getByRole('combobox', { name: 'Set status' }), 'To do')
  await user.click(within(bar).getByRole('button', { name: 'Set' }))
  await waitFor(() =>
    expect(counts().map(one => one.textContent)).toEqual(['Received 1', 'To do 1']),
  )
})

test('the left column counts anew with each first page', async () => {
  widenScreen()
  const { server, user } = await openDesk('SUPPORTL1')
  await screen.findByRole('button', { name: 'Received 2' })
  const { id } = await fedBack(server, 'Bigger letters')
  await done(server.owner, 'updateFeedback', { id, status: 'FIXED' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status filter' }), 'Received')
  await screen.findByRole('button', { name: 'Received 1' })
  expect(screen.getByRole('button', { name: 'Fixed 1' })).toBeDefined()
})

test('a count shows its records alone, and pressed again all', async () => {
  widenScreen()
  const { user } = await openDesk('SUPPORTL1')
  await user.click(await screen.findByRole('button', { name: 'Bigger letters' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Fixed')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const fixed = await screen.findByRole('button', { name: 'Fixed 1', pressed: false })
  await user.click(screen.getByRole('checkbox', { name: /^Choose Milk came back/ }))
  // Whatever else was filtered by, in the same order.
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Oldest first')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rating' }), '5')
  fixed.focus()
  await user.keyboard('{Enter}')
  const filter = screen.getByRole('combobox', { name: 'Status filter' })
  expect(filter).toHaveProperty('value', 'FIXED')
  expect(fixed.getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('combobox', { name: 'Rating' })).toHaveProperty('value', '0')
  expect(screen.getByRole('combobox', { name: 'Sort' })).toHaveProperty('value', 'OLDEST')
  await screen.findByRole('button', { name: 'Bigger letters' })
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Milk came back/ })).toBeNull())
  // What is no longer in sight is no longer chosen.
  expect(screen.queryByRole('toolbar', { name: 'What is chosen' })).toBeNull()
  await user.selectOptions(filter, 'To do')
  await screen.findByText('Nothing matches')
  await user.click(screen.getByRole('button', { name: 'To do 0', pressed: true }))
  await screen.findByRole('button', { name: /^Milk came back/ })
})

test('where there is no room for the counts nobody asks for them', async () => {
  const { server } = await openDesk('SUPPORTL1')
  await screen.findByRole('button', { name: 'Bigger letters' })
  expect(screen.queryByRole('region', { name: 'By status' })).toBeNull()
  const asked = server.calls.map(({ call }) => call)
  expect(asked).toContain('getByFilterFeedback')
  expect(asked).not.toContain('feedbackSummary')
})

test('a page that could not be read says that it is asked for once more', async () => {
  let held: ReturnType<typeof holdLater> | undefined
  const { server, user } = await openDesk('SUPPORTL1', '/admin/feedback', [], {
    prepare: server => {
      held = holdLater(server, 'feedbackSummary')
    },
  })
  server.reachable = false
  await user.click(await screen.findByRole('link', { name: 'Dashboard' }))
  const alert = await screen.findByRole('alert')
  const again = within(alert).getByRole('button', { name: 'Try again' })
  held?.begin()
  server.reachable = true
  await user.click(again)
  expect(alert.textContent).toBe('Loading...Try again')
  expect(again.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(again)
  await held?.end()
  await screen.findByText('No feedback yet')
})

test('where a filter is not answered that stands before the rows of the last answer', async () => {
  let held: ReturnType<typeof holdLater> | undefined
  const { server, user } = await openDesk('SUPPORTL1', undefined, undefined, {
    prepare: server => {
      held = holdLater(server, 'getByFilterFeedback')
    },
  })
  const table = await screen.findByRole('table', { name: 'Feedback' })
  server.reachable = false
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status filter' }), 'To do')
  const alert = await screen.findByRole('alert')
  expect(alert.compareDocumentPosition(table)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  held?.begin()
  server.reachable = true
  const again = within(alert).getByRole('button', { name: 'Try again' })
  await user.click(again)
  expect(alert.textContent).toBe('Loading...Try again')
  expect(document.activeElement).toBe(again)
  await held?.end()
  await screen.findByText('Nothing matches')
})

test('of several each fares by itself, and what failed is named and stays chosen', async () => {
  const { server, user } = await openDesk('SUPPORTL1')
  await screen.findByRole('button', { name: 'Bigger letters' })
  await user.click(screen.getByRole('checkbox', { name: 'All that are shown' }))
  const { id } = await fedBack(server, 'Bigger letters')
  await done(server.owner, 'deleteByIdFeedback', { id })
  const bar = screen.getByRole('toolbar', { name: 'What is chosen' })
  await user.selectOptions(within(bar).getByRole('combobox', { name: 'Set status' }), 'To do')
  await user.click(within(bar).getByRole('button', { name: 'Set' }))
  const failures = await screen.findByRole('list', { name: 'What failed' })
  expect(failures.textContent).toBe('Bigger letters: It is not there any more.')
  expect(within(bar).getByText('1 chosen')).toBeDefined()
  await screen.findByRole('row', { name: /Milk came back .* To do/ })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Bigger letters' })).toBeNull())
  // It stays to be read though the record, and what was chosen, is gone.
  expect(screen.queryByRole('toolbar', { name: 'What is chosen' })).toBeNull()
  expect(screen.getByRole('list', { name: 'What failed' })).toBe(failures)
})

test('however many there are, one page is drawn', async () => {
  const numbers = Array.from({ length: 120 }, (_, at) => `Number ${at}.`)
  const { user } = await openDesk('SUPPORTL1', '/admin', numbers)
  await user.click(await screen.findByRole('link', { name: 'Feedback' }))
  const pages = await screen.findByRole('navigation', { name: 'Pages' })
  const shown = () => screen.getAllByRole('row').length - 1
  /** It does nothing, but was not taken from whoever pressed it last. */
  function isIdle(name: string): readonly boolean[] {
    const button = within(pages).getByRole<HTMLButtonElement>('button', { name })
    return [button.getAttribute('aria-disabled') === 'true', button.disabled]
  }
  expect(within(pages).getByRole('status').textContent).toBe('1 to 50')
  expect(isIdle('Newer')).toEqual([true, false])
  await user.click(screen.getByRole('checkbox', { name: 'Choose Number 3.' }))
  await user.click(within(pages).getByRole('button', { name: 'Older' }))
  await screen.findByRole('button', { name: 'Number 99.' })
  expect(shown()).toBe(50)
  expect(screen.queryByRole('toolbar', { name: 'What is chosen' })).toBeNull()
  await user.click(within(pages).getByRole('button', { name: 'Older' }))
  await screen.findByRole('button', { name: 'Number 119.' })
  expect(within(pages).getByRole('status').textContent).toBe('101 to 120')
  expect(isIdle('Older')).toEqual([true, false])
  await user.click(within(pages).getByRole('button', { name: 'Newer' }))
  await screen.findByRole('button', { name: 'Number 50.' })
})

test('that nothing was found is heard, and is told from that nobody said anything yet', async () => {
  const { user } = await openDesk('SUPPORTL1')
  await screen.findByRole('button', { name: 'Bigger letters' })
  const regions = screen.getAllByRole('status')
  await user.type(screen.getByRole('searchbox', { name: 'Text, name or address' }), 'nowhere')
  // Readers hear what comes into a region that was there before.
  expect(regions).toContain((await screen.findByText('Nothing matches')).closest('[role=status]'))
  cleanup()
  await openDesk('SUPPORTL1', '/admin/feedback', [])
  await screen.findByText('No feedback yet')
})

test('where nothing of the last page matches any more, the page before it is shown', async () => {
  const numbers = Array.from({ length: 51 }, (_, at) => `Number ${at}.`)
  const { user } = await openDesk('SUPPORTL1', '/admin/feedback', numbers)
  await screen.findByRole('button', { name: 'Number 0.' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status filter' }), 'Received')
  const pages = await screen.findByRole('navigation', { name: 'Pages' })
  await user.click(within(pages).getByRole('button', { name: 'Older' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Choose Number 50.' }))
  const bar = screen.getByRole('toolbar', { name: 'What is chosen' })
  await user.selectOptions(within(bar).getByRole('combobox', { name: 'Set status' }), 'To do')
  await user.click(within(bar).getByRole('button', { name: 'Set' }))
  await screen.findByRole('button', { name: 'Number 0.' })
  expect(screen.queryByText('Nothing matches')).toBeNull()
  expect(within(pages).getByRole('status').textContent).toBe('1 to 50')
})

test('who got a role meanwhile comes in without loading the page again', async () => {
  const { server, go } = await openDesk('SILVER', '/product')
  await server.server.db.query
    .updateTable('user')
    .set({ role: 'SUPPORTL1' })
    .where('id', '=', server.person.id)
    .execute()
  await go({ to: '/admin' })
  await screen.findByRole('table', { name: 'By status' })
})

test('a new version waits for a yes at the desk, too', async () => {
  const { user, updates } = await openDesk('SUPPORTL1')
  await screen.findByRole('button', { name: 'Bigger letters' })
  const regions = screen.getAllByRole('status')
  updates.ready()
  const update = await screen.findByRole('button', { name: 'Update' })
  const said = update.closest<HTMLElement>('[role=status]')
  expect(said?.textContent).toContain('A new version is ready')
  // Readers hear what comes into a region that was there before.
  expect(regions).toContain(said)
  await user.click(update)
  expect(updates.accepted()).toBe(true)
})

test('the log leads back to the first thing that staff did', async () => {
  const { server, user, jonas } = await openDesk('ADMIN', '/admin')
  const { db, clock } = server.server
  const at = clock.now().toISOString()
  const rows = Array.from({ length: 250 }, (_, count) => ({
    ...{ id: newId(), user_id: server.person.id, action: 'unlockUser', at },
    ...{ subject: `user ${count}`, detail: null },
  }))
  await db.query.insertInto('audit').values(rows).execute()
  await user.click(screen.getByRole('link', { name: 'Log' }))
  const log = await screen.findByRole('table', { name: 'What staff did' })
  const shown = () => within(log).getAllByRole('row').length - 1
  expect(shown()).toBe(200)
  await user.click(screen.getByRole('button', { name: 'Show older' }))
  await waitFor(() => expect(shown()).toBe(250))
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
  expect(document.activeElement).toBe(within(log).getAllByRole('row')[201])
  expect(within(log).getByText(`Unlocked · Jonas Ober (user ${jonas.id})`)).toBeDefined()
  // Of an account that is gone the number stays.
  expect(within(log).getByText('Unlocked · user 249')).toBeDefined()
})

test('the log says in plain words what staff did', async () => {
  const { server, user, jonas } = await openDesk('ADMIN')
  const { id } = await fedBack(server, 'Bigger letters')
  await done(server.owner, 'updateFeedback', { id, reply: 'They grow', status: 'TODO' })
  await done(server.owner, 'updateFeedbackStatus', { ids: [id], status: 'FIXED' })
  await done(server.owner, 'deleteByIdFeedback', { id })
  await user.click(screen.getByRole('link', { name: 'Users' }))
  const row = within(await screen.findByRole('row', { name: /^Jonas Ober/ }))
  for (const [name, told] of [
    ['Unlock', 'Wrong passwords of Jonas Ober are forgotten.'],
    ['Reset link', 'A link for Jonas Ober is shown above.'],
    ['Sign out', 'Jonas Ober is signed out everywhere.'],
  ] as const) {
    await user.click(row.getByRole('button', { name }))
    await screen.findByText(told)
  }
  await user.selectOptions(row.getByRole('combobox'), 'SUPPORTL1')
  await user.click(await screen.findByRole('button', { name: 'Change the role' }))
  await screen.findByText('Jonas Ober is SUPPORTL1 now.')
  const others = ['readMail', 'deleteUser', 'somethingNewer'].map(action => ({
    ...{ id: newId(), user_id: server.person.id, action },
    ...{ subject: 'user 99', detail: null, at: server.server.clock.now().toISOString() },
  }))
  await server.server.db.query.insertInto('audit').values(others).execute()
  await user.click(screen.getByRole('link', { name: 'Log' }))
  const log = await screen.findByRole<HTMLTableElement>('table', { name: 'What staff did' })
  const said = [...log.rows].slice(1).map(({ cells }) => cells[2]?.textContent)
  expect(said.toSorted()).toEqual([
    `Changed the role · Jonas Ober (user ${jonas.id}) · role SUPPORTL1`,
    `Changed · feedback ${id} · reply, status TODO`,
    'Deleted the account · user 99',
    `Deleted · feedback ${id}`,
    `Made a reset link · Jonas Ober (user ${jonas.id})`,
    'Read a kept mail · user 99',
    `Set the status · feedback ${id} · status FIXED`,
    `Signed out everywhere · Jonas Ober (user ${jonas.id})`,
    `Unlocked · Jonas Ober (user ${jonas.id})`,
    // Nothing is left out for want of a word.
    'somethingNewer · user 99',
  ])
})

test('the dashboard counts, as a chart and as a table', async () => {
  await openDesk('ADMIN', '/admin')
  const table = await screen.findByRole('table', { name: 'By status' })
  expect(within(table).getByRole('row', { name: 'Received 2' })).toBeDefined()
  // One week alone is drawn, too.
  expect(document.querySelector('polyline')?.getAttribute('points')).toBe('0,3 0,3')
  expect(screen.getByRole('link', { name: 'Users' })).toBeDefined()
})

test('ratings by week stand as far apart as their weeks, and say where there is none', async () => {
  const { server, user } = await openDesk('ADMIN')
  const { query } = server.server.db
  const { id } = await fedBack(server, 'Bigger letters')
  const weeksAgo = new Date(server.server.clock.now().getTime() - 21 * 86_400_000).toISOString()
  await query.updateTable('feedback').set({ created_at: weeksAgo }).where('id', '=', id).execute()
  await user.click(await screen.findByRole('link', { name: 'Dashboard' }))
  await screen.findByRole('table', { name: 'By status' })
  const points = () => document.querySelector('polyline')?.getAttribute('points')
  expect(points()).toBe('0,3 0,3 3,3 3,3')
  await query.updateTable('feedback').set({ rating: null }).execute()
  await user.click(screen.getByRole('link', { name: 'Feedback' }))
  await user.click(screen.getByRole('link', { name: 'Dashboard' }))
  await screen.findByText('No ratings in the last 26 weeks.')
  expect(points()).toBeUndefined()
  await user.click(screen.getByText('The same as a table'))
  const weeks = within(screen.getByRole('table', { name: 'Rating by week' }))
  expect(weeks.getAllByRole('row')).toHaveLength(3)
})

test('of two kept mails that are opened quickly, the one that was opened last is read; one that fails is asked for again', async () => {
  const server = await openServer()
  await server.server.db.query.updateTable('user').set({ role: 'ADMIN' }).execute()
  await server.server.buildUser({ email: 'jonas@example.org' })
  await server.server.app.jobs.drain()
  const held = Promise.withResolvers<void>()
  let fails = true
  const { fetch } = server
  Object.assign(server, {
    async fetch(input: string, init: RequestInit) {
      if (!/\/auth\/mail\/./.test(input)) return fetch(input, init)
      if (fails) {
        fails = false
        throw new TypeError('Failed to fetch')
      }
      const answer = await fetch(input, init)
      if ((await answer.clone().text()).includes('ana@example.org')) await held.promise
      return answer
    },
  })
  const { user } = await openApp({ path: '/admin/feedback', signedIn: true, server })
  await user.click(await screen.findByRole('link', { name: 'Mail' }))
  const mails = await screen.findByRole('list', { name: 'Kept mails' })
  await within(mails).findAllByRole('button', { name: 'Read' })
  function mailTo(email: string) {
    const found = within(mails)
      .getAllByRole('listitem')
      .find(row => row.textContent?.includes(email))
    if (!found) throw new Error(`There is no mail to ${email}.`)
    return within(found)
  }
  await user.click(mailTo('jonas@example.org').getByRole('button', { name: 'Read' }))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await within(mails).findByText(/verify-email\?token=/)
  await user.click(mailTo('ana@example.org').getByRole('button', { name: 'Read' }))
  expect(within(mails).queryByText(/verify-email\?token=/)).toBeNull()
  await user.click(mailTo('jonas@example.org').getByRole('button', { name: 'Read' }))
  await mailTo('jonas@example.org').findByText(/verify-email\?token=/)
  await act(async () => held.resolve())
  expect(mailTo('jonas@example.org').getByText(/verify-email\?token=/)).toBeDefined()
  expect(mailTo('ana@example.org').queryByText(/verify-email\?token=/)).toBeNull()
})
