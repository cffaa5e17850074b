/** /admin: the support team's desk; to everybody else the landing page. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ana, createPlayedServer } from '../played-server.ts'
import { openApp } from '../played-stage.tsx'
// Loaded beforehand, as the stage does with what others show.
import '../../../src/admin/desk-screen.tsx'
import '../../../src/site/landing-screen.tsx'

const record = (id: string, feedback: string, more: object = {}) => ({
  __typename: 'Feedback' as const,
  id,
  user: {
    __typename: 'FeedbackUser' as const,
    userId: 7,
    firstName: 'Jonas',
    lastName: 'Ober',
    email: 'jonas@example.org',
    phone: null,
  },
  feedback,
  rating: 2,
  status: 'RECEIVED' as const,
  reply: null,
  note: null,
  fixedIn: null,
  deviceLog: 'one line',
  cursor: id,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  ...more,
})

function openDesk(role: 'ADMIN' | 'SUPPORTL1' | 'SILVER', path = '/admin/feedback') {
  const server = Object.assign(createPlayedServer(), {
    person: { ...ana, role },
    deskFeedback: [record('1', 'Milk came back <b>twice</b>'), record('2', 'Bigger letters')],
  })
  return openApp({ path, signedIn: true, server })
}

test('to everybody else it is the landing page', async () => {
  await openDesk('SILVER')
  await screen.findByRole('heading', { name: /^The shopping list that works/ })
  expect(screen.queryByRole('navigation', { name: 'Support' })).toBeNull()
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
  await user.selectOptions(within(open).getByRole('combobox', { name: 'Status' }), 'Fixed')
  await user.type(within(open).getByRole('textbox', { name: 'Fixed in version' }), '0.3.0')
  await user.type(within(open).getByRole('textbox', { name: 'Reply' }), 'Mended')
  await user.type(within(open).getByRole('textbox', { name: 'Note' }), 'the cache')
  await user.click(within(open).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.deskFeedback[0]).toMatchObject({ status: 'FIXED' }))
  expect(server.deskFeedback[0]).toMatchObject({
    reply: 'Mended',
    note: 'the cache',
    fixedIn: '0.3.0',
  })
  await within(open).findByText('Saved.')
})

test('several get a status at once', async () => {
  const { server, user } = await openDesk('ADMIN')
  await screen.findByRole('button', { name: 'Bigger letters' })
  await user.click(screen.getByRole('checkbox', { name: 'All that are shown' }))
  const bar = screen.getByRole('toolbar', { name: 'What is chosen' })
  expect(within(bar).getByText('2 chosen')).toBeDefined()
  expect(within(bar).getByRole('button', { name: 'Delete for good' })).toBeDefined()
  await user.selectOptions(within(bar).getByRole('combobox', { name: 'Set status' }), 'To do')
  await waitFor(() =>
    expect(server.deskFeedback.map(({ status }) => status)).toEqual(['TODO', 'TODO']),
  )
})

test('of several each fares by itself, and what failed is named and stays chosen', async () => {
  const { server, user } = await openDesk('SUPPORTL1')
  await screen.findByRole('button', { name: 'Bigger letters' })
  await user.click(screen.getByRole('checkbox', { name: 'All that are shown' }))
  server.deskFeedback = server.deskFeedback.filter(({ id }) => id !== '2')
  const bar = screen.getByRole('toolbar', { name: 'What is chosen' })
  await user.selectOptions(within(bar).getByRole('combobox', { name: 'Set status' }), 'To do')
  const failures = await within(bar).findByRole('list', { name: 'What failed' })
  expect(failures.textContent).toBe('Bigger letters: It is not there any more.')
  expect(within(bar).getByText('1 chosen')).toBeDefined()
  await screen.findByRole('row', { name: /Milk came back .* To do/ })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Bigger letters' })).toBeNull())
})

test('however many there are, one page is drawn', async () => {
  const { server, user } = await openDesk('SUPPORTL1', '/admin')
  server.deskFeedback = Array.from({ length: 120 }, (_, at) => record(`${at}`, `Number ${at}.`))
  await user.click(await screen.findByRole('link', { name: 'Feedback' }))
  const pages = await screen.findByRole('navigation', { name: 'Pages' })
  const shown = () => screen.getAllByRole('row').length - 1
  expect(within(pages).getByRole('status').textContent).toBe('1 to 50')
  expect(within(pages).getByRole('button', { name: 'Newer' })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('checkbox', { name: 'Choose Number 3.' }))
  await user.click(within(pages).getByRole('button', { name: 'Older' }))
  await screen.findByRole('button', { name: 'Number 99.' })
  expect(shown()).toBe(50)
  expect(screen.queryByRole('toolbar', { name: 'What is chosen' })).toBeNull()
  await user.click(within(pages).getByRole('button', { name: 'Older' }))
  await screen.findByRole('button', { name: 'Number 119.' })
  expect(within(pages).getByRole('status').textContent).toBe('101 to 120')
  expect(within(pages).getByRole('button', { name: 'Older' })).toHaveProperty('disabled', true)
  await user.click(within(pages).getByRole('button', { name: 'Newer' }))
  await screen.findByRole('button', { name: 'Number 50.' })
})

test('the dashboard counts, as a chart and as a table', async () => {
  await openDesk('ADMIN', '/admin')
  const table = await screen.findByRole('table', { name: 'By status' })
  expect(within(table).getByRole('row', { name: 'Received 2' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Users' })).toBeDefined()
})
