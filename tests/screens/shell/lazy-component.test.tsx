/** Parts whose code loads when they are first shown, and does not always come. */
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Dialog } from '../../../src/ui/dialog/dialog.tsx'
import { lazyDialog } from '../../../src/ui/dialog/lazy-dialog.tsx'
import { lazyComponent } from '../../../src/ui/loading/lazy-component.tsx'
import { createToasts, ToastsProvider } from '../../../src/ui/toasts/toasts.tsx'
import '../../../src/ui/dialog/dialog-popup.tsx'

vi.mock('../../../src/ui/toasts/toaster.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

const sentence = /^Loading this part of the app failed\./

afterEach(() => {
  vi.useRealTimers()
})

interface PanelProps {
  readonly onClose: () => void
}

function Panel({ onClose }: PanelProps) {
  return (
    <button type="button" onClick={onClose}>
      Panel
    </button>
  )
}

/** Code that cannot be had as long as there is no network. */
function onServer() {
  const server = { reachable: false, asked: 0 }
  return {
    server,
    async load() {
      server.asked += 1
      if (!server.reachable) throw new TypeError('Failed to fetch dynamically imported module')
      return Panel
    },
  }
}

/** Something that is being typed, and a part that opens beside it. */
function Page({ children }: { readonly children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <input aria-label="Note" type="text" />
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open ? children(() => setOpen(false)) : null}
    </>
  )
}

test('code that does not come ahead is asked for anew when its part is drawn, which says so', async () => {
  const { server, load } = onServer()
  const Late = lazyComponent(load)
  // The router calls it before it draws a screen, and shows a rejection as a page that has crashed.
  await Late.preload()
  render(<Late onClose={() => {}} />)
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(server.asked).toBe(2)
})

test('what cannot be loaded says so, loses nothing typed, and comes when it is asked for again', async () => {
  const { server, load } = onServer()
  const onFailed = vi.fn()
  const Late = lazyComponent(load, { onFailed })
  const user = userEvent.setup()
  render(<Page>{close => <Late onClose={close} />}</Page>)
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'two bags')
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
  expect(onFailed).toHaveBeenCalledTimes(1)

  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Load the app again' })).toBeTruthy()
  expect(server.asked).toBe(2)

  server.reachable = true
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Panel' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'two bags')
})

test('it comes by itself when the network returns, and to whoever opens it next', async () => {
  const { server, load } = onServer()
  const Late = lazyComponent(load)
  const user = userEvent.setup()
  const first = render(<Page>{close => <Late onClose={close} />}</Page>)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('alert')
  server.reachable = true
  act(() => void window.dispatchEvent(new Event('online')))
  await user.click(await screen.findByRole('button', { name: 'Panel' }))
  first.unmount()
  render(<Late onClose={() => {}} />)
  expect(await screen.findByRole('button', { name: 'Panel' })).toBeTruthy()
  expect(server.asked, 'loaded once').toBe(2)
})

test('what does not come is given up after 120 s', async () => {
  vi.useFakeTimers()
  const onFailed = vi.fn()
  const Late = lazyComponent<PanelProps>(() => new Promise(() => {}), {
    waiting: () => <p>Loading...</p>,
    onFailed,
  })
  render(<Late onClose={() => {}} />)
  await act(() => vi.advanceTimersByTimeAsync(119_000))
  expect(screen.getByText('Loading...')).toBeTruthy()
  expect(onFailed).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(screen.getByRole('alert').textContent).toMatch(sentence)
  expect(onFailed).toHaveBeenCalledTimes(1)
})

test('a dialog whose code is missing is a dialog that says so, and can be closed', async () => {
  const { load } = onServer()
  const Late = lazyDialog(load)
  const user = userEvent.setup()
  render(<Page>{close => <Late onClose={close} />}</Page>)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByRole('dialog', { name: 'Not here yet' })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toMatch(sentence)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a part within a dialog fails within it', async () => {
  const { server, load } = onServer()
  const Late = lazyComponent(load)
  const user = userEvent.setup()
  render(
    <Page>
      {close => (
        <Dialog title="History" open onClose={close}>
          <Late onClose={close} />
        </Dialog>
      )}
    </Page>,
  )
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog', { name: 'History' })
  await screen.findByRole('alert')
  server.reachable = true
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Panel' })).toBeTruthy()
})

test('a message is shown also where the code that draws messages is missing', async () => {
  const toasts = createToasts()
  const onPress = vi.fn()
  render(<ToastsProvider toasts={toasts}>page</ToastsProvider>)
  act(() => toasts.show({ text: 'Milk', action: { label: 'Undo', onPress } }))
  expect(await screen.findByText('Milk')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(onPress).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('Milk')).toBeNull()
})

test('what is asked of the server in the account comes with its page, and not behind it', async () => {
  const isAsked = vi.fn()
  vi.doMock('../../../src/account/own-account.tsx', () => {
    isAsked()
    return { OwnAccount: () => null }
  })
  const { AccountScreen } = await import('../../../src/routes/late-screens.tsx')
  await AccountScreen.preload()
  await vi.waitFor(() => expect(isAsked).toHaveBeenCalled())
})
