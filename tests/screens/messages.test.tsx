/** Messages: two at most, ten seconds each, which do not pass beneath a dialog; swiped away by a finger. */
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createLayers, LayersProvider, type OpenLayer } from '../../src/ui/layers.tsx'
import { Toaster } from '../../src/ui/toaster.tsx'
import { createToasts } from '../../src/ui/toasts.tsx'
import { createMemorySteps } from './memory-steps.ts'
import { openApp } from './stage.tsx'

function show() {
  const toasts = createToasts()
  const layers = createLayers(createMemorySteps(), window)
  render(
    <LayersProvider layers={layers}>
      <Toaster toasts={toasts} />
    </LayersProvider>,
  )
  const say = (text: string) => act(() => toasts.show({ text, type: 'info' }))
  const texts = () =>
    screen.queryAllByRole('listitem').map(item => within(item).getByText(/^[A-Z][a-z]/).textContent)
  return { toasts, layers, say, texts }
}

test('two at most are shown, the newest, under the type where they have no title', () => {
  const { say, texts } = show()
  say('One')
  say('Two')
  expect(texts()).toEqual(['One', 'Two'])
  say('Three')
  expect(texts()).toEqual(['Two', 'Three'])
  expect(screen.getAllByText('INFO')).toHaveLength(2)
})

test('each is there for ten seconds, which do not pass while a dialog lies over it', () => {
  vi.useFakeTimers()
  try {
    const { say, texts, layers } = show()
    say('One')
    act(() => void vi.advanceTimersByTime(9_000))
    const opened: OpenLayer[] = []
    act(() => void opened.push(layers.open({ kind: 'popup', close() {} })))
    act(() => void vi.advanceTimersByTime(60_000))
    expect(texts()).toEqual(['One'])
    act(() => opened[0]?.release())
    act(() => void vi.advanceTimersByTime(999))
    expect(texts()).toEqual(['One'])
    act(() => void vi.advanceTimersByTime(1))
    expect(texts()).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

test('a finger swipes it away, and a short way is none', () => {
  const { say, texts } = show()
  say('One')
  const one = screen.getByRole('listitem')
  const finger = { pointerId: 1, isPrimary: true, pointerType: 'touch' }
  fireEvent.pointerDown(one, { ...finger, clientX: 100 })
  fireEvent.pointerMove(one, { ...finger, clientX: 120 })
  fireEvent.pointerUp(one, { ...finger, clientX: 120 })
  expect(texts()).toEqual(['One'])
  fireEvent.pointerDown(one, { ...finger, clientX: 100 })
  fireEvent.pointerMove(one, { ...finger, clientX: 200 })
  fireEvent.pointerUp(one, { ...finger, clientX: 200 })
  expect(texts()).toEqual([])
})

test('of two deletions each can be taken back', async () => {
  const { user } = await openApp({
    path: '/product?list=list-1',
    signedIn: true,
    lists: ['Weekly shop'],
    itemNames: ['Milk', 'Bread', 'Eggs'],
  })
  for (const name of ['Milk', 'Bread']) {
    await user.click(await screen.findByRole('button', { name: `Edit ${name}` }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await screen.findByText(`${name} deleted`)
  }
  const undo = (text: string) => {
    const message = screen.getByText(text).closest('li')
    if (message === null) throw new Error('It is no message.')
    return within(message).getByRole('button', { name: 'Undo' })
  }
  await user.click(undo('Milk deleted'))
  await user.click(undo('Bread deleted'))
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(3))
})
