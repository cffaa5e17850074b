/** A part of a screen on a device without a network, as the app would mount it. */
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { OfflineProvider } from '../../../src/cache/hooks/sync/use-offline.tsx'
import { createLayers, LayersProvider } from '../../../src/ui/dialog/layers.tsx'
import {
  createToasts,
  type ToastMessage,
  type Toasts,
  ToastsProvider,
} from '../../../src/ui/toasts/toasts.tsx'
import { type Device, openDevice } from '../../cache/undo-device.ts'
import { createMemorySteps } from '../shell/memory-steps.ts'

export async function showPart(
  lists: Parameters<typeof openDevice>[0],
  part: ReactNode,
  prepare: (device: Device) => unknown = () => {},
  options: Parameters<typeof openDevice>[1] = {},
) {
  const device = await openDevice(lists, options)
  await prepare(device)
  const said: ToastMessage[] = []
  const toasts: Toasts = { ...createToasts(), show: message => void said.push(message) }
  const root = createRootRoute()
  const everywhere = createRoute({ getParentRoute: () => root, path: '/$', component: () => part })
  const here = createRoute({ getParentRoute: () => root, path: '/', component: () => part })
  const router = createRouter({
    routeTree: root.addChildren([here, everywhere]),
    history: createMemoryHistory(),
  })
  await router.load()
  const steps = createMemorySteps()
  const layers = createLayers(steps, window)
  const page = (
    <OfflineProvider offline={device.offline}>
      <LayersProvider layers={layers}>
        <ToastsProvider toasts={toasts}>
          <RouterProvider router={router as never} />
        </ToastsProvider>
      </LayersProvider>
    </OfflineProvider>
  )
  const shown = await act(async () => render(page))
  return {
    ...device,
    user: userEvent.setup(),
    router,
    /** The texts of all messages so far. */
    said: () => said.map(message => message.text),
    /** Presses the button of the last message that has one. */
    pressToast: () => void act(() => said.findLast(message => message.action)?.action?.onPress()),
    /** As by the button or the gesture of the browser; false where no layer was open. */
    back: () => act(async () => steps.back()),
    /** Something that happens outside of the page. */
    happens: (work: () => void) => act(work),
    shown,
  }
}
