/** Messages: two at most, ten seconds each, which do not pass beneath a dialog; swiped away by a finger. */
import { act, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useTellLost } from '../../../src/parts/perform/use-tell-lost.ts'
import { createLayers, LayersProvider, type OpenLayer } from '../../../src/ui/dialog/layers.tsx'
import { Toaster } from '../../../src/ui/toasts/toaster.tsx'
import {
  createToasts,
  type Toasts,
  ToastsProvider,
  useToasts,
} from '../../../src/ui/toasts/toasts.tsx'
import { openApp } from '../stage.tsx'
import { idOf } from '../stage-server.ts'
import { createMemorySteps } from './memory-steps.ts'

// jsdom follows no pointer.
beforeAll(() => {
  Element.prototype.setPointerCapture ??= () => undefined
})

beforeEach(() => void vi.useFakeTimers())

afterEach(() => {
  vi.restoreAllMocks()
  act(() => void toast.dismiss())
  vi.useRealTimers()
})

/** A message comes and goes in a moment. */
const momentMs = 200

function show() {
  const toasts = createToasts()
  const layers = createLayers(createMemorySteps(), window)
  render(
    <LayersProvider layers={layers}>
      <Toaster toasts={toasts} />
    </LayersProvider>,
  )
  return { toasts, layers, pass, say: sayTo(toasts), texts }
}

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

const sayTo = (toasts: Toasts) => (text: string) => {
  act(() => toasts.show({ text, type: 'info' }))
  pass(0)
}

// The newest is the lowest, and stands first.
const texts = () =>
  screen
    .queryAllByRole('listitem')
    .map(item => within(item).getByText(/^[A-Z][a-z]/, { ignore: 'button' }).textContent)
    .reverse()

test('two at most are shown, the newest, under the type where they have no title', () => {
  const { say, texts, pass } = show()
  say('One')
  say('Two')
  expect(texts()).toEqual(['One', 'Two'])
  say('Three')
  pass(momentMs)
  pass(momentMs)
  expect(texts()).toEqual(['Two', 'Three'])
  expect(screen.getAllByText('INFO')).toHaveLength(2)
})

test('what was typed and is not saved is offered until it is closed, whatever comes after it', async () => {
  const toasts = createToasts()
  const { result } = renderHook(useTellLost, {
    wrapper: ({ children }) => <ToastsProvider toasts={toasts}>{children}</ToastsProvider>,
  })
  act(() => result.current('Trip is not there any more', 'the big one'))
  await act(() => vi.dynamicImportSettled())
  pass(60_000)
  const say = sayTo(toasts)
  const lost = 'Trip is not there any more: what you typed is not saved'
  say('One')
  say('Two')
  pass(momentMs)
  pass(momentMs)
  expect(texts()).toEqual([lost, 'Two'])
  pass(60_000)
  expect(texts()).toEqual([lost])
  expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy()
})

test('what is pushed out by more of these comes back, until somebody closes it', () => {
  const { toasts, say, texts, pass } = show()
  for (const text of ['First', 'Second', 'Third']) {
    act(() => toasts.show({ text, stays: true }))
    pass(0)
  }
  say('One')
  pass(momentMs)
  pass(momentMs)
  expect(texts()).toEqual(['Third', 'One'])
  pass(10_000)
  pass(momentMs)
  expect(texts()).toEqual(['Third', 'First'])
  const close = (text: string) => {
    const message = within(screen.getByText(text).closest('li') ?? document.body)
    fireEvent.click(message.getByRole('button', { name: 'Close message' }))
    pass(momentMs)
    pass(momentMs)
  }
  close('Third')
  expect(texts()).toEqual(['First', 'Second'])
  close('First')
  expect(texts()).toEqual(['Second'])
  close('Second')
  expect(texts()).toEqual([])
})

test('each is there for ten seconds, which do not pass while a dialog lies over it', () => {
  const { say, texts, layers, pass } = show()
  say('One')
  pass(9_000)
  const opened: OpenLayer[] = []
  act(() => void opened.push(layers.open({ kind: 'popup', close() {} })))
  pass(60_000)
  expect(texts()).toEqual(['One'])
  act(() => opened[0]?.release())
  pass(999 + momentMs)
  expect(texts()).toEqual(['One'])
  pass(1)
  expect(texts()).toEqual([])
})

test.each([
  [
    'the mouse is over it',
    () => void fireEvent.mouseMove(screen.getByRole('listitem')),
    () => void fireEvent.mouseLeave(screen.getByRole('listitem')),
  ],
  [
    'a finger rests on it',
    () => touch('pointerDown', 'touchStart'),
    () => touch('pointerUp', 'touchEnd'),
  ],
  [
    'one scrolls there',
    () => touch('pointerDown', 'touchStart', 'pointerCancel'),
    () => touch('touchEnd'),
  ],
  ['nobody sees the page', () => hide(true), () => hide(false)],
])('nor while %s; a dialog afterwards takes none of what is left', (_, begin, end) => {
  const { say, texts, layers, pass } = show()
  say('One')
  pass(2_000)
  begin()
  pass(60_000)
  end()
  const opened: OpenLayer[] = []
  act(() => void opened.push(layers.open({ kind: 'popup', close() {} })))
  pass(60_000)
  act(() => opened[0]?.release())
  pass(7_999 + momentMs)
  expect(texts()).toEqual(['One'])
  pass(1)
  expect(texts()).toEqual([])
})

test('what goes beneath the mouse holds none that comes later', async () => {
  const { say, texts, pass } = show()
  say('One')
  fireEvent.mouseMove(screen.getByRole('listitem'))
  fireEvent.click(screen.getByRole('button', { name: 'Close message' }))
  await act(async () => void vi.advanceTimersByTime(momentMs))
  expect(texts()).toEqual([])
  say('Two')
  pass(10_000 + momentMs)
  expect(texts()).toEqual([])
})

function touch(
  ...events: readonly ('pointerDown' | 'pointerUp' | 'pointerCancel' | 'touchStart' | 'touchEnd')[]
) {
  for (const event of events)
    fireEvent[event](screen.getByRole('listitem'), { pointerType: 'touch' })
}

function hide(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  act(() => void fireEvent(document, new Event('visibilitychange')))
}

test.each(['Undo', 'Close message'])(
  'whoever is in one by the keyboard holds it; after “%s” the next one goes by itself',
  async press => {
    const { toasts, say, texts, pass } = show()
    act(() => toasts.show({ text: 'One', action: { label: 'Undo', onPress: () => {} } }))
    pass(0)
    const button = screen.getByRole('button', { name: press })
    act(() => button.focus())
    pass(60_000)
    expect(texts()).toEqual(['One'])
    fireEvent.click(button)
    // It goes with the focus in it, and what hears of that does so behind the change.
    await act(async () => void vi.advanceTimersByTime(momentMs))
    expect(texts()).toEqual([])
    say('Two')
    pass(10_000 + momentMs)
    expect(texts()).toEqual([])
  },
)

test('a finger swipes it away, and a short way is none', () => {
  const { say, texts, pass } = show()
  say('One')
  const one = screen.getByRole('listitem')
  const finger = { pointerId: 1, isPrimary: true, pointerType: 'touch' }
  function swipe(to: number) {
    fireEvent.pointerDown(one, { ...finger, clientX: 100 })
    fireEvent.pointerMove(one, { ...finger, clientX: (100 + to) / 2 })
    pass(300)
    fireEvent.pointerMove(one, { ...finger, clientX: to })
    fireEvent.pointerUp(one, { ...finger, clientX: to })
    pass(momentMs)
  }
  swipe(120)
  expect(texts()).toEqual(['One'])
  swipe(200)
  expect(texts()).toEqual([])
})

test('what somebody waited for who has left by then is told to nobody else', async () => {
  vi.useRealTimers()
  const toasts = createToasts()
  const answer = Promise.withResolvers<string>()
  function Asks() {
    const { show } = useToasts()
    return (
      <>
        <button type="button" onClick={() => void answer.promise.then(text => show({ text }))}>
          Ask
        </button>
        <button type="button" onClick={() => show({ text: 'For whoever is here' })}>
          Say
        </button>
      </>
    )
  }
  render(
    <ToastsProvider toasts={toasts}>
      <Asks />
    </ToastsProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Ask' }))
  act(() => toasts.end())
  await act(async () => answer.resolve('Of Anna’s lists'))
  fireEvent.click(screen.getByRole('button', { name: 'Say' }))
  expect(await screen.findByText('For whoever is here')).toBeTruthy()
  expect(screen.queryByText('Of Anna’s lists')).toBeNull()
})

test('of two deletions each can be taken back', async () => {
  vi.useRealTimers()
  const { user } = await openApp({
    path: `/product?list=${idOf('Weekly shop')}`,
    signedIn: true,
    lists: ['Weekly shop'],
    itemNames: ['Milk', 'Bread', 'Eggs'],
  })
  for (const name of ['Milk', 'Bread']) {
    await user.click(await screen.findByRole('button', { name: `Edit ${name}` }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await screen.findByText(`${name} deleted`)
  }
  function undo(text: string) {
    const message = screen.getByText(text).closest('li')
    if (message === null) throw new Error('It is no message.')
    return within(message).getByRole('button', { name: 'Undo' })
  }
  await user.click(undo('Milk deleted'))
  await user.click(undo('Bread deleted'))
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(3))
})

test('what is told of the lists ends with the sign-out, and what is told then stays', async () => {
  vi.useRealTimers()
  const { user, say } = await openApp({
    path: '/product',
    signedIn: true,
    lists: ['Weekly shop'],
    itemNames: ['Milk'],
  })
  await user.click(await screen.findByRole('button', { name: 'Edit Milk' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByText('Milk deleted')
  await screen.findByText('All changes saved')
  await user.click(screen.getByRole('button', { name: 'Account' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await screen.findByText('Nothing of your lists is left on this device.')
  expect(screen.queryByText('Milk deleted')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()

  say({ text: 'You are signed out', type: 'info' })
  expect(await screen.findByText('You are signed out')).toBeTruthy()
})

test('what is told before somebody signs in is still there then', async () => {
  vi.useRealTimers()
  const { user, say } = await openApp({ path: '/login' })
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ana@example.org')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  say({ text: 'The new version could not be loaded', type: 'info' })
  await screen.findByText('The new version could not be loaded')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByRole('heading', { name: 'Make your first list' })
  expect(screen.getByText('The new version could not be loaded')).toBeTruthy()
})
