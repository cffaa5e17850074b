/** A server that can be reached and tells nothing, seen where lists or items are not on the device. */
import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { itemCacheId } from '../../../src/cache/records/cache-ids.ts'
import { createLookedAt } from '../../../src/features/news/looked-at.ts'
import { ListScreen } from '../../../src/list/list-screen.tsx'
import type { Network, Outcome } from '../../../src/offline/sync/network.ts'
import type { Contact } from '../../../src/offline/tabs/tabs.ts'
import { OverviewCard } from '../../../src/overview/overview-card.tsx'
import { ListsLoading } from '../../../src/parts/lists-loading.tsx'
import { type Device, listId } from '../../cache/undo-device.ts'
import { createMemoryKeyValue } from '../../support/memory-key-value.ts'
import { createSimBrowser } from '../../support/simulation/sim-tabs.ts'
import { showPart } from '../features/undo-stage.tsx'

const shop = listId('Shop')
const nothing = { send: () => new Promise<never>(() => {}) }

function aList(id: string) {
  return (
    <ListScreen
      listId={id}
      connection={null}
      tools={null}
      onOpenLists={undefined}
      network={nothing}
      memory={createMemoryKeyValue()}
      typed={new Map()}
    />
  )
}

const notFetched = { role: 'heading', name: 'Your lists could not be fetched' }
const places = [
  { what: 'where lists will be', part: <ListsLoading />, ...notFetched },
  { what: 'where a list never was', part: aList(listId('Cellar')), ...notFetched },
  {
    what: 'on a list without items',
    part: aList(shop),
    role: 'heading',
    name: 'Not on this device',
  },
  {
    what: 'on its card',
    part: <OverviewCard id={shop} lookedAt={createLookedAt(createMemoryKeyValue(), 7)} />,
    role: 'link',
    name: /^Shop\s*Not on this device$/,
  },
]

const letGo = ({ plain }: Device) => void plain.cache.evict({ id: itemCacheId('milk') })

describe.each(places)('$what', ({ part, role, name }) => {
  it('a tab that follows shows that it waits until the leading one has tried, and then why', async () => {
    const browser = createSimBrowser()
    const leading = browser.openTab()
    await leading.lock('if-free', { onLost() {} })
    await showPart({ Shop: ['Milk'] }, part, letGo, { tabs: browser.openTab() })
    expect(await screen.findByText('Loading...')).toBeTruthy()
    const contact: Contact = {
      reachable: true,
      signedOut: false,
      lastContactAt: undefined,
      trouble: { note: 'Out of order.', at: 1 },
    }
    act(() => leading.post({ type: 'contact', contact }))
    expect(await screen.findByRole(role, { name })).toBeTruthy()
    expect(screen.queryByText('Loading...')).toBeNull()
    const isNamed = screen.queryByText('Out of order.') !== null
    expect(isNamed).toBe(name === notFetched.name)
  })

  it('the leading tab goes on showing it while it tries again', async () => {
    let answer = (_outcome: Outcome<never>) => {}
    let asked = 0
    const network: Network = {
      send: () => {
        asked++
        return new Promise(resolve => {
          answer = resolve
        })
      },
      listen: () => ({ close() {} }),
    }
    const { offline } = await showPart({ Shop: ['Milk'] }, part, letGo, { network })
    expect(await screen.findByText('Loading...')).toBeTruthy()
    await act(async () => answer({ kind: 'outage', cause: 'server', message: 'Out of order.' }))
    await screen.findByRole(role, { name })
    await act(async () => void offline.refresh())
    expect(asked).toBeGreaterThan(1)
    expect(screen.getByRole(role, { name })).toBeTruthy()
    expect(screen.queryByText('Loading...')).toBeNull()
  })
})

it('a tab that follows says that one has to sign in', async () => {
  const browser = createSimBrowser()
  const leading = browser.openTab()
  await leading.lock('if-free', { onLost() {} })
  await showPart({}, <ListsLoading />, undefined, { tabs: browser.openTab() })
  const contact = { reachable: true, signedOut: true, lastContactAt: undefined }
  act(() => leading.post({ type: 'contact', contact }))
  expect(await screen.findByText('Sign in to see what is new.')).toBeTruthy()
})
