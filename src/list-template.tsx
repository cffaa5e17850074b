/**
 * A list's screen as HTML, made when the app is built: what the server shows of a list before the code is there
 * (build/pages/cut-list.ts cuts it up). Drawn by the screen itself with a sample of three items. No browser loads this file.
 */
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { OfflineProvider } from './cache/hooks/sync/use-offline.tsx'
import type { ChangesQuery, Permission } from './generated/operations.ts'
import { ListScreen } from './list/list-screen.tsx'
import type { Offline } from './offline/offline.ts'
import { createReadable } from './offline/readable.ts'
import { createMemoryKeyValueStore } from './offline/storage/memory-key-value-store.ts'
import { createMemoryOutboxStore } from './offline/storage/memory-outbox-store.ts'
import type { Network, Outcome } from './offline/sync/network.ts'
import { createLoneTabs } from './offline/tabs/lone-tabs.ts'
import { openAccount } from './shell/account/open-account.ts'
import { EmptySideColumn } from './shell/frame/list-navigation.tsx'
import { FrameColumns } from './shell/frame/product-frame.tsx'
import { createLayers, LayersProvider } from './ui/dialog/layers.tsx'
import { createToasts, ToastsProvider } from './ui/toasts/toasts.tsx'
import { panelQuery, wideQuery } from './ui/use-media-query.ts'

/** What stands where the words of a list will; none lies within another. */
export const sample = {
  list: 'SAMPLE-LIST',
  listId: 'LIST-ID',
  listNotes: 'LIST-NOTES',
  item: 'SAMPLE-ITEM',
  itemId: 'ITEM-ID',
  quantity: 7301,
  itemNotes: 'ITEM-NOTES',
  /** The first one is said above the row, the other one on it. */
  tags: ['SAMPLE-AISLE', 'SAMPLE-TAG'],
  colour: '#7a57e1',
} as const

export interface DrawnFor {
  /** Of the window, in CSS pixels. */
  readonly width: number
  /** Else it can only be looked at. */
  readonly mayEdit: boolean
}

/** Where the screen looks otherwise, the widest first. */
export const widths = [
  { media: panelQuery, width: 1200 },
  { media: wideQuery, width: 900 },
  { media: 'all', width: 360 },
] as const

/** The whole screen: an item under its tag, one that has none, and one in the trolley. */
export async function renderList({ width, mayEdit }: DrawnFor): Promise<string> {
  Object.assign(globalThis, { matchMedia: (query: string) => mediaAt(query, width) })
  const wide = mediaAt(wideQuery, width).matches
  const offline = await openSample(mayEdit ? 'ADMIN' : 'VIEW')
  const screen = (
    <FrameColumns side={wide ? <EmptySideColumn /> : null}>
      <ListScreen
        listId={sample.listId}
        // Where what has reached the server will be said.
        connection={
          <p className="-my-1 flex min-h-10 items-center text-sm text-quiet">Loading...</p>
        }
        // Where the menu of the account will be.
        tools={wide ? null : <span className="size-12" />}
        onOpenLists={wide ? undefined : nothing}
        onShowTray={nothing}
        network={silent}
        memory={{ get: nothing, set: nothing, remove: nothing }}
        typed={new Map()}
      />
    </FrameColumns>
  )
  const router = createRouter({
    routeTree: createRootRoute({ component: () => screen, notFoundComponent: () => screen }),
    history: createMemoryHistory({ initialEntries: ['/product/shoppinglist'] }),
  })
  await router.load()
  const html = renderToStaticMarkup(
    <OfflineProvider offline={offline}>
      <LayersProvider layers={createLayers(noSteps, new EventTarget())}>
        <ToastsProvider toasts={createToasts()}>
          <RouterProvider router={router} />
        </ToastsProvider>
      </LayersProvider>
    </OfflineProvider>,
  )
  await offline.close()
  return html
}

function mediaAt(query: string, width: number) {
  const rem = width / 16
  const least = Number(/\(min-width: ([\d.]+)rem\)/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY)
  const below = Number(/\(width < ([\d.]+)rem\)/.exec(query)?.[1] ?? 0)
  const matches = rem >= least || rem < below
  return { matches, addEventListener: nothing, removeEventListener: nothing }
}

const nothing = () => undefined
const noSteps = { count: () => 0, push: nothing, drop: nothing, subscribe: () => nothing }
const silent: Network = {
  send: async () => ({ kind: 'outage', cause: 'unreachable' }),
  listen: () => ({ close: nothing }),
}

/** An account that was told of the sample and keeps it in memory. */
async function openSample(permission: Permission): Promise<Offline> {
  const offline = await openAccount({
    userId: 1,
    network: {
      ...silent,
      async send<Answer>(document: object): Promise<Outcome<Answer>> {
        const data = JSON.stringify(document).includes('"changes"') ? answer(permission) : undefined
        if (data === undefined) return { kind: 'outage', cause: 'unreachable' }
        return { kind: 'answer', data: data as Answer }
      },
    },
    storage: {
      openOutbox: async () => createMemoryOutboxStore(),
      openCache: async () => createMemoryKeyValueStore(),
      wipe: async () => {},
    },
    tabs: createLoneTabs(),
    environment: {
      visible: createReadable(true),
      onOnline: () => nothing,
      onReturn: () => nothing,
      afterPaint: task => task(),
      close: nothing,
    },
    onTrouble(thrown) {
      throw thrown
    },
  })
  await new Promise<void>(resolve => {
    const look = () => offline.sync.get().initialised && resolve()
    offline.sync.subscribe(look)
    look()
  })
  return offline
}

function answer(permission: Permission): ChangesQuery {
  const moment = '2026-01-01T00:00:00.000Z'
  const stamps = { createdAt: moment, updatedAt: moment, updatedBy: null } as const
  const tags = sample.tags.map(
    name => ({ __typename: 'ItemTag', id: name, name, color: sample.colour }) as const,
  )
  const item = {
    __typename: 'Item',
    id: sample.itemId,
    name: sample.item,
    shoppingListId: sample.listId,
    quantityInStock: 0,
    quantityToPurchase: sample.quantity,
    unitId: null,
    purchased: false,
    itemTags: tags,
    notes: sample.itemNotes,
    order: 1,
    permission,
    ...stamps,
  } as const
  const list = {
    __typename: 'ShoppingList',
    id: sample.listId,
    userId: 1,
    name: sample.list,
    listType: 'SIMPLE',
    favourite: false,
    notes: sample.listNotes,
    order: 1,
    permission,
    sharedByName: null,
    itemTags: tags,
    ownerName: '',
    shoppingListFriends: [],
    ...stamps,
  } as const
  return {
    __typename: 'Query',
    changes: {
      __typename: 'Changes',
      epoch: '1',
      own: null,
      lists: [
        {
          __typename: 'ShoppingListChanges',
          id: list.id,
          revision: 1,
          snapshot: true,
          list,
          items: [
            item,
            { ...item, id: 'plain', itemTags: [], notes: null },
            { ...item, id: 'done', purchased: true },
          ],
          gone: [],
        },
      ],
      gone: [],
      more: false,
    },
  }
}
