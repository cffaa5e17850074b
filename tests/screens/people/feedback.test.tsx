/** /product/feedback: what one says is kept at once, what came of it is asked for once a session. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { done } from '../../support/server/api.ts'
import { holdFirstAnswer, holdLater } from '../meddle.ts'
import { openApp } from '../stage.tsx'
import { openServer } from '../stage-server.ts'

/** Something was said on another device, and answered by the desk. */
async function openFeedback() {
  const server = await openServer()
  const said = { feedback: 'The list <b>was</b> empty', rating: 2 }
  const { id } = await done(server.phone, 'createFeedback', said)
  const answer = { status: 'FIXED', reply: 'It is mended.', fixedIn: '0.3.0' }
  await done(server.owner, 'updateFeedback', { id, ...answer })
  server.server.clock.advance({ minutes: 1 })
  const stage = await openApp({ path: '/product/feedback', signedIn: true, server })
  const asked = () => server.calls.filter(({ call }) => call === 'ownFeedback').length
  return { ...stage, server, asked }
}

const own = () => screen.findByRole('list', { name: 'Your feedback' })

test('what was said before is listed with status, reply and the version that has the fix', async () => {
  const { user, asked } = await openFeedback()
  const row = within(await own()).getByRole('listitem')
  for (const part of ['The list <b>was</b> empty', 'Fixed · In version 0.3.0', 'It is mended.']) {
    expect(row.textContent).toContain(part)
  }
  expect(within(row).getByRole('img', { name: '2 of 5' })).toBeDefined()
  expect(asked()).toBe(1)
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(asked()).toBe(2))
})

test('that a star is missing is read out to who is among the stars already', async () => {
  const { user } = await openFeedback()
  await own()
  await user.type(screen.getByRole('textbox', { name: 'Feedback' }), 'It works')
  screen.getByRole('radio', { name: '1' }).focus()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('Choose one of the five stars.')
})

test('feedback needs words and stars; what was typed stays until both are there', async () => {
  const { user } = await openFeedback()
  await own()
  const send = screen.getByRole('button', { name: 'Send feedback' })
  await user.click(send)
  expect(screen.getByText('Feedback is empty. Write at least one character.')).toBeDefined()
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Feedback' })
  expect(document.activeElement).toBe(box)
  await user.type(box, 'It works')
  await user.click(send)
  expect(screen.getByText('Choose one of the five stars.')).toBeDefined()
  expect(box.value).toBe('It works')
  const stars = screen.getByRole('radiogroup', { name: 'Rating' })
  expect(document.activeElement).toBe(within(stars).getByRole('radio', { name: '1' }))
  await user.click(within(stars).getByRole('radio', { name: '4' }))
  await user.click(send)
  const rows = within(await own()).getAllByRole('listitem')
  expect(rows.map(row => row.textContent?.includes('It works'))).toEqual([true, false])
  expect(box.value).toBe('')
})

test('of what this device knows it speaks only where it knows something', async () => {
  const server = await openServer()
  await server.addList('Shop', ['Milk'])
  server.reachable = false
  const { user } = await openApp({ path: '/product/feedback', signedIn: true, server })
  const missing = 'What came of it is shown when the server can be reached.'
  expect(await screen.findByText(missing)).toBeDefined()
  await user.type(screen.getByRole('textbox', { name: 'Feedback' }), 'It works')
  await user.click(screen.getByRole('radio', { name: '4' }))
  await user.click(screen.getByRole('button', { name: 'Send feedback' }))
  await own()
  expect(screen.getByText(`${missing} Below is what this device knows.`)).toBeDefined()
  server.reachable = true
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText(/this device knows/)).toBeNull())
})

test('feedback of whoever is signed out says that it waits for the sign-in', async () => {
  const { user, server } = await openFeedback()
  await own()
  await server.endSession()
  await user.type(screen.getByRole('textbox', { name: 'Feedback' }), 'It works')
  await user.click(screen.getByRole('radio', { name: '4' }))
  await user.click(screen.getByRole('button', { name: 'Send feedback' }))
  expect(
    await screen.findByText(
      'Thank you. It is listed below, and sent once you have signed in again.',
    ),
  ).toBeDefined()
})

test('what is mended is no longer called wrong', async () => {
  const { user } = await openFeedback()
  await own()
  const noWords = () => screen.queryByText(/^Feedback is empty/)
  const noStars = () => screen.queryByText('Choose one of the five stars.')
  await user.click(screen.getByRole('button', { name: 'Send feedback' }))
  expect([noWords(), noStars()]).not.toContain(null)
  await user.type(screen.getByRole('textbox', { name: 'Feedback' }), 'It')
  expect(noWords()).toBeNull()
  expect(noStars()).not.toBeNull()
  await user.click(screen.getByRole('radio', { name: '4' }))
  expect(noStars()).toBeNull()
})

test('what came of it is asked for once more, with a word', async () => {
  const server = await openServer()
  server.trouble = 'Closed for repairs.'
  const held = holdLater(server, 'ownFeedback')
  const { user } = await openApp({ path: '/product/feedback', signedIn: true, server })
  await screen.findByText('Closed for repairs.')
  const again = screen.getByRole('button', { name: 'Try again' })
  server.trouble = undefined
  held.begin()
  await user.click(again)
  expect(screen.getByText('Asking the server…')).toBeDefined()
  expect(again.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(again)
  await held.end()
  await screen.findByText('Nothing yet')
})

test('an answer that was long on its way takes nothing away that was sent meanwhile', async () => {
  const server = await openServer()
  await done(server.phone, 'createFeedback', { feedback: 'Said before', rating: 2 })
  server.server.clock.advance({ minutes: 1 })
  const answer = holdFirstAnswer(server, 'ownFeedback')
  const { user } = await openApp({ path: '/product/feedback', signedIn: true, server })
  await user.type(await screen.findByRole('textbox', { name: 'Feedback' }), 'It works')
  await user.click(screen.getByRole('radio', { name: '4' }))
  await user.click(screen.getByRole('button', { name: 'Send feedback' }))
  await waitFor(async () => expect(await done(server.phone, 'getAllFeedback')).toHaveLength(2))
  await screen.findByText('All changes saved')
  await answer()
  await waitFor(() => expect(screen.queryByText('Asking the server…')).toBeNull())
  const rows = within(await own()).getAllByRole('listitem')
  expect(rows.map(row => row.textContent?.includes('It works'))).toEqual([true, false])
})

test('deleting asks first, since nothing brings it back', async () => {
  const { user, server } = await openFeedback()
  const press = async () =>
    user.click(within(await own()).getByRole('button', { name: 'Delete this feedback' }))
  await press()
  const dialog = await screen.findByRole('dialog', { name: 'Delete this feedback?' })
  // Of several buttons with that name each is told apart by what it is about.
  const [button] = screen.getAllByRole('button', { name: 'Delete this feedback', hidden: true })
  const about = document.getElementById(button?.getAttribute('aria-describedby') ?? '')
  expect(about?.closest('li')?.contains(button ?? null)).toBe(true)
  await user.click(within(dialog).getByRole('button', { name: 'Keep' }))
  expect(within(await own()).getByText('It is mended.')).toBeDefined()
  await press()
  const again = await screen.findByRole('dialog', { name: 'Delete this feedback?' })
  await user.click(within(again).getByRole('button', { name: 'Delete' }))
  await screen.findByText('Nothing yet')
  await waitFor(async () => expect(await done(server.phone, 'getAllFeedback')).toEqual([]))
})

test('what was typed is there again after a step to another screen', async () => {
  const { user, go } = await openFeedback()
  await user.type(await screen.findByRole('textbox', { name: 'Feedback' }), 'The rows')
  await go({ to: '/product/friends' })
  await screen.findByRole('button', { name: 'Copy invite link' })
  await go({ to: '/product/feedback' })
  expect(await screen.findByDisplayValue('The rows')).toBeDefined()
})
