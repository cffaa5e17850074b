/** The history of a list and the bin: with a server, without one, and with one that says no. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  createItem,
  deleteItem,
  deleteItems,
  tickItem,
  updateItem,
} from '../../../src/cache/edits/item-edits.ts'
import { deleteShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import {
  historyCacheId,
  historyFields,
  type KeptHistory,
} from '../../../src/cache/records/local-records.ts'
import { setFields } from '../../../src/cache/records/records.ts'
import { activitySentence } from '../../../src/features/history/activity-sentence.ts'
import { BinPanel } from '../../../src/features/history/bin-panel.tsx'
import { dayTitle } from '../../../src/features/history/day-title.ts'
import { HistoryPanel } from '../../../src/features/history/history-panel.tsx'
import type {
  ActivityFieldsFragment,
  DeletedItemFieldsFragment,
} from '../../../src/generated/operations.ts'
import type { Network, Outcome } from '../../../src/offline/sync/network.ts'
import type { Asker } from '../../../src/parts/perform/ask-server.ts'
import { type Device, listId } from '../../cache/undo-device.ts'
import { anItem } from '../../support/records.ts'
import { hold } from '../meddle.ts'
import { openApp } from '../stage.tsx'
import { openServer } from '../stage-server.ts'
import { showPart } from './undo-stage.tsx'

const Shop = listId('Shop')
const shop = { Shop: ['Apples', 'Bread', 'Cheese'] }
const at = new Date(Date.now() - 60_000).toISOString()

describe('the history', () => {
  it('tells what others did, and oneself, with undo for what was done here', async () => {
    const { user, offline, item } = await showPart(
      shop,
      <HistoryPanel
        listId={Shop}
        network={answering({
          history: [
            activity({
              id: '2',
              userName: 'Ana Kovač',
              kind: 'ITEM_TICKED',
              itemNames: ['Apples'],
            }),
            activity({ id: '1', userId: 7, kind: 'LIST_CREATED', listName: 'Shop', itemCount: 0 }),
          ],
        })}
      />,
      device => device.offline.perform(tickItem, { id: 'bread', purchased: true }),
    )
    expect((await screen.findByText(/ticked Apples/)).textContent).toContain(
      'Ana Kovač ticked Apples',
    )
    expect(screen.getByText(/made the list Shop/).textContent).toContain('You made')
    const own = screen.getByText(/ticked Bread/).closest('li')
    expect(own?.textContent).toContain('waiting')
    expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Undo: ticked Bread' }))
    expect(item('bread').purchased).toBe(false)
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
    expect(own?.textContent).toContain('undone')
    expect(screen.getByText('Undone: Tick Bread.').parentElement?.role).toBe('status')
    expect(offline.waiting.get().length).toBeGreaterThan(0)
  })

  it('takes back what was done on another device, from then on without a network, too', async () => {
    const undo = JSON.stringify({
      items: [{ id: 'bread', before: { purchased: false }, after: { purchased: true } }],
    })
    const did = (fields: object) =>
      activity({ userId: 7, kind: 'ITEM_TICKED', itemNames: ['Bread'], undo, ...fields })
    let online = true
    const history = [
      did({ id: '3', requestToken: 'phone' }),
      did({ id: '2', requestToken: 'old', undo: null, itemNames: ['Cheese'] }),
      did({ id: '1', userId: 8, userName: 'Ben Ito', undo: null, itemNames: ['Apples'] }),
    ]
    const network: Asker = { send: async () => (online ? answer({ history }) : outage) }
    const part = <HistoryPanel listId={Shop} network={network} />
    const { shown, offline } = await showPart(shop, part, device =>
      device.plain.perform(tickItem, { id: 'bread', purchased: true }),
    )
    expect(await screen.findByRole('button', { name: 'Undo: ticked Bread' })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(1)
    expect(offline.history.undoLast(Shop).kind).toBe('nothing')

    shown.unmount()
    online = false
    const again = await showPart(shop, part, ({ offline: other, plain: device }) => {
      device.perform(tickItem, { id: 'bread', purchased: true })
      other.history.adopt(offline.history.of(Shop))
    })
    await again.user.click(await screen.findByRole('button', { name: 'Undo: ticked Bread' }))
    expect(again.item('bread').purchased).toBe(false)
    expect(screen.getByText('Undone: Tick Bread.').parentElement?.role).toBe('status')
  })

  it('offers nothing once more that was undone on another device already', async () => {
    const [off, on] = [{ purchased: false }, { purchased: true }]
    const did = (id: string, fields: object) =>
      activity({ id, userId: 7, requestToken: `token-${id}`, itemNames: ['Bread'], ...fields })
    const change = (id: string, before: object | null, after: object) =>
      JSON.stringify({ items: [{ id, before, after }] })
    const history = [
      did('4', { kind: 'ITEM_DELETED', itemNames: ['Eggs'] }),
      did('3', { kind: 'ITEM_ADDED', itemNames: ['Eggs'], undo: change('eggs', null, off) }),
      did('2', { kind: 'ITEM_UNTICKED', undo: change('bread', on, off) }),
      did('1', { kind: 'ITEM_TICKED', undo: change('bread', off, on) }),
    ]
    const network: Asker = { send: async () => answer({ history }) }
    const part = <HistoryPanel listId={Shop} network={network} />
    const { user, item } = await showPart(shop, part)
    const untick = await screen.findByRole('button', { name: 'Undo: unticked Bread' })
    expect(screen.getAllByRole('button', { name: /^Undo/ })).toEqual([untick])
    // Which is there to be taken back, too: the tick stands again then, and can be undone.
    await user.click(untick)
    expect(item('bread').purchased).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Undo: ticked Bread' }))
    expect(item('bread').purchased).toBe(false)
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  })

  it('offers no undo to whoever may only look at the list by now', async () => {
    const { plain } = await showPart(
      shop,
      <HistoryPanel listId={Shop} network={{ send: async () => outage }} />,
      device => device.offline.perform(tickItem, { id: 'bread', purchased: true }),
    )
    expect(await screen.findByRole('button', { name: 'Undo: ticked Bread' })).toBeTruthy()
    act(() => setFields(plain.cache, `ShoppingList:${Shop}`, { permission: 'VIEW' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull())
    expect(screen.getByText(/ticked Bread/)).toBeTruthy()
  })

  it('is read without a network as it was last told, by person', async () => {
    const told = activity({
      id: '2',
      userName: 'Ana Kovač',
      kind: 'ITEM_TICKED',
      itemNames: ['Apples'],
    })
    let online = true
    const network: Asker = { send: async () => (online ? answer({ history: [told] }) : outage) }
    const part = <HistoryPanel listId={Shop} network={network} />
    const first = await showPart(shop, part)
    expect(await screen.findByText(/ticked Apples/)).toBeTruthy()
    const kept = first.plain.peek(historyCacheId(Shop))
    first.shown.unmount()
    online = false
    await showPart(shop, part, ({ plain }) =>
      plain.cache.writeFragment({
        id: historyCacheId(Shop),
        fragment: historyFields,
        data: kept as unknown as KeptHistory,
      }),
    )
    expect((await screen.findByText(/ticked Apples/)).textContent).toContain('Ana Kovač')
    expect(await screen.findByText(/What others did lately is shown when/)).toBeTruthy()
  })

  it('tells once what both the server and the device know', async () => {
    let token = ''
    const network: Asker = {
      send: async () =>
        answer({
          history: [
            activity({
              id: '1',
              userId: 7,
              requestToken: token,
              kind: 'ITEM_TICKED',
              itemNames: ['Bread'],
            }),
          ],
        }),
    }
    await showPart(shop, <HistoryPanel listId={Shop} network={network} />, device => {
      token = device.offline.perform(tickItem, { id: 'bread', purchased: true }).id
    })
    await screen.findByText(/ticked Bread/)
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Undo: ticked Bread' })).toBeTruthy()
  })

  it('without a network: one’s own from the device, and why the rest is missing', async () => {
    let online = false
    const network: Asker = {
      send: async () =>
        online ? answer({ history: [activity({ itemNames: ['Eggs'] })] }) : outage,
    }
    const { user, item } = await showPart(
      shop,
      <HistoryPanel listId={Shop} network={network} />,
      device => device.offline.perform(tickItem, { id: 'bread', purchased: true }),
    )
    expect(
      await screen.findByText(
        'What others did is shown when the server can be reached. Below is what this device knows.',
      ),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo: ticked Bread' }))
    expect(item('bread').purchased).toBe(false)
    online = true
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/added Eggs/)).toBeTruthy()
    expect(screen.queryByText(/when the server can be reached/)).toBeNull()
  })

  it('says what the server says when it refuses', async () => {
    const network: Asker = {
      send: async () => ({
        kind: 'refused',
        refusal: { code: 'NOT_FOUND', message: 'This is no longer shared with you.' },
      }),
    }
    await showPart(shop, <HistoryPanel listId={Shop} network={network} />)
    expect(await screen.findByText('This is no longer shared with you.')).toBeTruthy()
  })

  it.each([
    ['what the server says of its trouble', 'Closed for repairs.', 'Closed for repairs.'],
    [
      'the default note where it says nothing',
      undefined,
      'Error while fetching Activity record(s)',
    ],
  ])('does not call it offline where the server is there: %s', async (_why, message, said) => {
    const asked: string[] = []
    const network: Asker = {
      async send(_document, _variables, { note }) {
        asked.push(note)
        return { kind: 'outage', cause: 'server', message: message ?? note }
      },
    }
    const { user } = await showPart(shop, <HistoryPanel listId={Shop} network={network} />)
    expect(await screen.findByText(said)).toBeTruthy()
    expect(screen.queryByText(/when the server can be reached/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(asked).toHaveLength(2)
  })

  it('says that it asks again, and says once more that it came to nothing', async () => {
    const tries: ((outcome: Outcome<never>) => void)[] = []
    const network: Asker = { send: () => new Promise(resolve => tries.push(resolve)) }
    const { user } = await showPart(shop, <HistoryPanel listId={Shop} network={network} />)
    const region = screen.getByText('Asking the server…').closest('[role="status"]')
    const fail = () => act(async () => tries.at(-1)?.({ kind: 'outage', cause: 'unreachable' }))
    await fail()
    const again = screen.getByRole('button', { name: 'Try again' })
    await user.click(again)
    expect(region?.textContent).toBe('Asking the server…Try again')
    expect(again.getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Enter}')
    expect(tries).toHaveLength(2)
    await fail()
    expect(region?.textContent).toMatch(/^What others did is shown when the server can be reached/)
    expect(document.activeElement).toBe(again)
    expect(again.hasAttribute('aria-disabled')).toBe(false)
  })

  it('leads to the sign-in where the session has ended', async () => {
    const network: Asker = { send: async () => ({ kind: 'signed-out' }) }
    await showPart(shop, <HistoryPanel listId={Shop} network={network} />)
    expect(
      await screen.findByText(
        'What others did is shown when you have signed in again. Below is what this device knows.',
      ),
    ).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Sign in' })
    expect(link.getAttribute('href')).toMatch(/^\/login/)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('says why it does not go further back, and tries again', async () => {
    const outcomes: Outcome<never>[] = [
      { kind: 'outage', cause: 'server', message: 'Closed for repairs.' },
      { kind: 'outage', cause: 'unreachable' },
    ]
    const full = Array.from({ length: 50 }, (_, n) => activity({ id: `${n}` }))
    const oldest = { history: [activity({ id: 'o', itemNames: ['Oldest'] })] }
    const network: Asker = {
      send: async (_document, variables) =>
        'before' in variables ? (outcomes.shift() ?? answer(oldest)) : answer({ history: full }),
    }
    const { user } = await showPart(shop, <HistoryPanel listId={Shop} network={network} />)
    await user.click(await screen.findByRole('button', { name: 'Show older' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Closed for repairs.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText(/The server could not be reached/)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/added Oldest/)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says so where nothing has happened', async () => {
    await showPart(shop, <HistoryPanel listId={Shop} network={answering({ history: [] })} />)
    expect(await screen.findByRole('heading', { name: 'Nothing has happened yet' })).toBeTruthy()
  })

  it('goes further back, page by page', async () => {
    const asked: unknown[] = []
    const network: Asker = {
      async send(_document, variables) {
        asked.push(variables)
        const first = asked.length === 1
        const count = first ? 50 : 1
        return answer({
          history: Array.from({ length: count }, (_, n) =>
            activity({
              id: `${first ? 'a' : 'b'}${n}`,
              itemNames: [first ? `New ${n}` : 'Oldest'],
            }),
          ),
        })
      },
    }
    const { user } = await showPart(shop, <HistoryPanel listId={Shop} network={network} />)
    await user.click(await screen.findByRole('button', { name: 'Show older' }))
    expect(await screen.findByText(/added Oldest/)).toBeTruthy()
    expect(screen.getByText(/added New 0/)).toBeTruthy()
    expect(asked[1]).toMatchObject({ before: 'a49' })
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByText(/added Oldest/).closest('li'))
  })
})

it('yesterday is the day before, also where the clocks were changed in between', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  const day = (at: string, now: string) => dayTitle(Date.parse(at), Date.parse(now))
  try {
    // In spring the 29th of March has 23 hours, in autumn the 25th of October has 25.
    expect(day('2026-03-29T12:00+02:00', '2026-03-30T00:30+02:00')).toBe('Yesterday')
    expect(day('2026-03-28T23:45+01:00', '2026-03-30T00:30+02:00')).toContain('28')
    expect(day('2026-10-24T12:00+02:00', '2026-10-25T23:30+01:00')).toBe('Yesterday')
    expect(day('2026-10-25T12:00+01:00', '2026-10-25T23:30+01:00')).toBe('Today')
  } finally {
    vi.unstubAllEnvs()
  }
})

it('a day of another year is told with its year', () => {
  const day = (at: string, now: string) => dayTitle(Date.parse(at), Date.parse(now))
  expect(day('2025-12-30T12:00', '2026-01-02T12:00')).toBe('Tuesday, December 30, 2025')
  expect(day('2026-01-01T00:00', '2026-01-05T12:00')).toBe('Thursday, January 1')
})

describe('what somebody did, in words', () => {
  it.each([
    [{ itemNames: ['Milk'] }, 'added Milk'],
    [{ itemNames: ['Milk', 'Eggs'], itemCount: 2 }, 'added Milk and Eggs'],
    [{ itemNames: ['A', 'B', 'C', 'D'], itemCount: 1_234 }, 'added A, B, C and 1,231 more'],
    [{ kind: 'ITEM_DELETED', itemNames: [], itemCount: 2_000 }, 'deleted 2,000 items'],
    [
      { kind: 'ITEM_CHANGED', itemNames: ['Milk'], fields: ['itemTags', 'notes'] },
      'changed Milk (tags, notes)',
    ],
    [{ kind: 'LIST_CHANGED', listName: 'Market', fields: ['name'] }, 'renamed the list to Market'],
    [{ kind: 'ITEMS_ORDERED', itemNames: [], itemCount: 0 }, 'changed the order'],
    [{ kind: 'ITEM_MOVED_IN', itemNames: ['Rice'] }, 'moved Rice here'],
  ] as const)('%j is %s', (fields, sentence) => {
    expect(activitySentence(activity(fields))).toBe(sentence)
  })

  it('of a kind that only a newer server knows stands among the others', () => {
    const newer = JSON.parse('{ "kind": "ITEM_WEIGHED", "itemNames": ["Milk"] }')
    expect(activitySentence(activity(newer))).toBe('changed the list')
  })
})

describe('the bin', () => {
  const binned = {
    __typename: 'DeletedItem',
    id: 'gone',
    shoppingListId: Shop,
    name: 'Dates',
    quantityInStock: 0,
    quantityToPurchase: 2,
    unitId: 'unit-kg',
    purchased: false,
    itemTags: [],
    notes: 'sticky',
    deletedAt: at,
    deletedByName: 'Ana Kovač',
    purgedAt: new Date(Date.now() + 29.5 * 86_400_000).toISOString(),
  } as const
  const plain = { ...binned, quantityToPurchase: null, unitId: null, notes: null }
  const plainTwo = ['Apples', 'Bread'].map(name => ({ ...plain, id: name.toLowerCase(), name }))
  const oldList = {
    __typename: 'DeletedShoppingList',
    id: 'old',
    name: 'Old list',
    listType: 'SIMPLE',
    itemCount: 3,
    deletedAt: at,
    purgedAt: new Date(Date.now() + 3_600_000).toISOString(),
  } as const

  it('offers nothing back to whoever may only look at the list by now', async () => {
    const { plain } = await showPart(
      shop,
      <BinPanel listId={Shop} network={{ send: async () => outage }} onListBack={() => {}} />,
      device => device.offline.perform(deleteItem, { id: 'bread' }),
      { now: Date.now },
    )
    const items = await screen.findByRole('region', { name: 'Deleted items' })
    expect(await within(items).findByRole('button', { name: 'Bring back Bread' })).toBeTruthy()
    act(() => setFields(plain.cache, `ShoppingList:${Shop}`, { permission: 'VIEW' }))
    expect(await within(items).findByText('Bread')).toBeTruthy()
    await waitFor(() => expect(within(items).queryByRole('button', { name: /Bread/ })).toBeNull())
  })

  it('keeps what was deleted here when it is sent after the server was asked', async () => {
    const server = await openServer()
    const send = hold(server, 'deleteByIdItem')
    const lists = ['Weekly shop']
    const { user } = await openApp({
      ...{ path: '/product', signedIn: true, lists, itemNames: ['Milk', 'Bread'], server },
    })
    const names = async () => (await server.items()).map(({ name }) => name).sort()
    await user.click(await screen.findByRole('button', { name: 'Edit Milk' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit item' }))
    await user.click(form.getByRole('button', { name: 'Delete' }))
    await user.click(screen.getByRole('button', { name: 'List options' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Bin' }))
    const back = await screen.findByRole('button', { name: 'Bring back Milk' })
    await waitFor(() => expect(screen.queryByText('Asking the server…')).toBeNull())
    await send()
    await screen.findByText('All changes saved')
    expect(await names()).toEqual(['Bread'])
    expect(back.isConnected).toBe(true)
    await user.click(back)
    await waitFor(async () => expect(await names()).toEqual(['Bread', 'Milk']))
    expect(back.isConnected).toBe(false)
  })

  it('brings items back with all that they were', async () => {
    const { user, names, offline } = await showPart(shop, binOf([binned]))
    const items = await screen.findByRole('region', { name: 'Deleted items' })
    await user.click(await within(items).findByRole('button', { name: 'Bring back Dates' }))
    expect(names(Shop)).toEqual(['Apples', 'Bread', 'Cheese', 'Dates'])
    expect(offline.waiting.get()[0]?.variables).toMatchObject({
      name: 'Dates',
      notes: 'sticky',
      quantityToPurchase: 2,
      unitId: 'unit-kg',
    })
    expect(within(items).queryByText('Dates')).toBeNull()
  })

  it('what was deleted here comes back once, whatever is pressed then', async () => {
    const app = await openApp({
      path: '/product',
      signedIn: true,
      lists: ['Weekly shop'],
      itemNames: ['Milk', 'Bread'],
    })
    const names = async () => (await app.server.items()).map(({ name }) => name).sort()
    await app.user.click(await screen.findByRole('button', { name: 'Edit Milk' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit item' }))
    await app.user.click(form.getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect(await names()).toEqual(['Bread']))
    await app.user.click(screen.getByRole('button', { name: 'List options' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Bin' }))
    await app.user.click(await screen.findByRole('button', { name: 'Bring back Milk' }))
    await waitFor(async () => expect(await names()).toEqual(['Bread', 'Milk']))
    await app.user.keyboard('{Escape}')
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('There is nothing left to undo.')).toBeTruthy()
    expect(await names()).toEqual(['Bread', 'Milk'])
  })

  it('shows still what it did not bring back, since somebody added the same', async () => {
    const { user, names } = await showPart(
      shop,
      binOf([{ ...plain, id: 'bread', name: 'Bread' }]),
      async device => {
        device.offline.perform(deleteItem, { id: 'bread' })
        await allSent(device)
        device.plain.perform(createItem, { id: 'new', shoppingListId: Shop, name: 'Bread' })
      },
      { network: takingChanges },
    )
    const back = await screen.findByRole('button', { name: 'Bring back Bread' })
    await user.click(back)
    expect(screen.getByText('“Bread” is there again already.')).toBeTruthy()
    expect(names(Shop)).toEqual(['Apples', 'Cheese', 'Bread'])
    expect(back.isConnected).toBe(true)
  })

  it('brings back what it shows, which others changed before they heard that it went', async () => {
    const { user, names, offline } = await showPart(
      shop,
      binOf([{ ...binned, id: 'bread', name: 'Rye bread' }]),
      device => {
        device.offline.perform(deleteItem, { id: 'bread' })
        return allSent(device)
      },
      { network: takingChanges },
    )
    await user.click(await screen.findByRole('button', { name: 'Bring back Rye bread' }))
    expect(names(Shop)).toEqual(['Apples', 'Cheese', 'Rye bread'])
    expect(offline.waiting.get()).toMatchObject([{ variables: { notes: 'sticky' } }])
    // What deleted it brings it back no more.
    expect(offline.history.undoLast(Shop).kind).toBe('undone')
    expect(offline.history.undoLast(Shop).kind).toBe('nothing')
  })

  it('of two that were merged the other comes back, and what was merged stays', async () => {
    const { user, item, names, offline } = await showPart(
      shop,
      binOf([{ ...plain, id: 'bread', name: 'Bread' }]),
      device => {
        device.offline.history.together({ kind: 'merge', name: 'Apples' }, perform => {
          perform(updateItem, { id: 'apples', takesIn: ['bread'], quantityToPurchase: 3 })
          perform(deleteItem, { id: 'bread' })
        })
        return allSent(device)
      },
      { network: takingChanges },
    )
    await user.click(await screen.findByRole('button', { name: 'Bring back Bread' }))
    expect(names(Shop)).toEqual(['Apples', 'Cheese', 'Bread'])
    expect(item('apples').quantityToPurchase).toBe(3)
    offline.history.undoLast(Shop)
    expect(offline.history.undoLast(Shop).sentence).toBe('Undone: Merge Apples.')
    expect(item('apples').quantityToPurchase).toBeNull()
    expect(names(Shop)).toEqual(['Apples', 'Cheese'])
  })

  it('of several that were deleted together one comes back alone, and the others come back once', async () => {
    const { user, names } = await showPart(
      shop,
      binOf(plainTwo),
      device => {
        device.offline.perform(deleteItems, { ids: ['apples', 'bread'] })
        return allSent(device)
      },
      { network: takingChanges },
    )
    await user.click(await screen.findByRole('button', { name: 'Bring back Bread' }))
    expect(names(Shop)).toEqual(['Cheese', 'Bread'])
    expect(screen.getByText('Bread brought back').parentElement?.role).toBe('status')
    await user.click(screen.getByRole('button', { name: 'Bring back Apples' }))
    expect(names(Shop)).toEqual(['Apples', 'Cheese', 'Bread'])
    expect(screen.getByText('Undone: Delete Apples.').parentElement?.role).toBe('status')
  })

  it('nor do they stand there twice while the answer of their deletion is on its way', async () => {
    const { user, names } = await showPart(
      shop,
      binOf([...plainTwo, binned]),
      ({ offline }) => offline.perform(deleteItems, { ids: ['apples', 'bread'] }),
      { mayHaveLeft: true },
    )
    await screen.findByRole('button', { name: 'Bring back Dates' })
    expect(screen.getAllByRole('button', { name: /^Bring back/ })).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Bring back 2 items' }))
    expect(names(Shop)).toEqual(['Apples', 'Bread', 'Cheese'])
    expect(screen.getAllByRole('button', { name: /^Bring back/ })).toHaveLength(1)
  })

  it('nor does a list, before or after it came back', async () => {
    const { user, listNames } = await showPart(
      shop,
      <BinPanel
        listId={undefined}
        network={answering({ deletedShoppingLists: [{ ...oldList, id: Shop, name: 'Shop' }] })}
        onListBack={() => {}}
      />,
      ({ offline }) => offline.perform(deleteShoppingList, { id: Shop }),
      { mayHaveLeft: true },
    )
    await user.click(await screen.findByRole('button', { name: 'Bring back Shop' }))
    expect(listNames()).toEqual(['Shop'])
    expect(screen.queryByRole('button', { name: 'Bring back Shop' })).toBeNull()
  })

  it('brings a list back and opens it', async () => {
    const opened: string[] = []
    const { user, listNames } = await showPart(
      shop,
      <BinPanel
        listId={undefined}
        network={answering({ deletedShoppingLists: [oldList] })}
        onListBack={id => opened.push(id)}
      />,
    )
    const row = (await screen.findByText('Old list')).closest('li')
    expect(row?.textContent).toContain('3 items')
    expect(row?.textContent).toContain('1 day left')
    await user.click(screen.getByRole('button', { name: 'Bring back Old list' }))
    expect(listNames()).toEqual(['Shop', 'Old list'])
    expect(opened).toHaveLength(1)
  })

  it('tells once what the server has deleted though its answer did not arrive', async () => {
    const bread = { ...binned, id: 'bread', name: 'Bread' }
    await showPart(shop, binOf([bread, binned]), ({ offline }) =>
      offline.perform(deleteItem, { id: 'bread' }),
    )
    await screen.findByRole('button', { name: 'Bring back Dates' })
    expect(screen.getAllByRole('button', { name: 'Bring back Bread' })).toHaveLength(1)
  })

  it('without a network: what was deleted on this device', async () => {
    const { user, names, listNames } = await showPart(
      { ...shop, Pantry: ['Rice'] },
      <BinPanel listId={Shop} network={{ send: async () => outage }} onListBack={() => {}} />,
      ({ offline }) => {
        offline.perform(deleteItem, { id: 'bread' })
        offline.perform(deleteShoppingList, { id: listId('Pantry') })
      },
      { now: Date.now },
    )
    await user.click(await screen.findByRole('button', { name: 'Bring back Bread' }))
    expect(names(Shop)).toEqual(['Apples', 'Bread', 'Cheese'])
    await user.click(screen.getByRole('button', { name: 'Bring back Pantry' }))
    expect(listNames()).toEqual(['Shop', 'Pantry'])
    expect(
      screen.getByText(/What others deleted is shown when the server can be reached/),
    ).toBeTruthy()
  })

  it('without a network: nothing that left the bin since', async () => {
    await showPart(
      shop,
      <BinPanel listId={Shop} network={{ send: async () => outage }} onListBack={() => {}} />,
      ({ offline }) => offline.perform(deleteItem, { id: 'bread' }),
      { now: () => Date.now() - 31 * 86_400_000 },
    )
    expect(await screen.findByText(/^No deleted items/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Bring back/ })).toBeNull()
  })

  it('an empty bin says what it is for', async () => {
    await showPart(
      shop,
      <BinPanel
        listId={undefined}
        network={answering({ deletedShoppingLists: [] })}
        onListBack={() => {}}
      />,
    )
    expect(await screen.findByText(/^No deleted lists/)).toBeTruthy()
  })
})

const outage = { kind: 'outage', cause: 'unreachable' } as const

const merged = anItem({ id: 'apples', shoppingListId: Shop, name: 'Apples', quantityToPurchase: 3 })

/** All else is on its way for ever. */
const takingChanges: Network = {
  send: (_document, _variables, { note }) =>
    /^Error while (deleting|updating)/.test(note)
      ? Promise.resolve(answer({ deleteByIdItem: [], deleteByIdsItem: [], updateItem: merged }))
      : new Promise(() => {}),
  listen: () => ({ close() {} }),
}

/** The bin of the list, where the server tells of these items. */
function binOf(deletedItems: readonly DeletedItemFieldsFragment[]) {
  return (
    <BinPanel
      listId={Shop}
      network={answering({ deletedItems, deletedShoppingLists: [] })}
      onListBack={() => {}}
    />
  )
}

function allSent({ offline }: Pick<Device, 'offline'>): Promise<void> {
  return waitFor(() => expect(offline.waiting.get()).toEqual([]))
}

function answering(data: object): Asker {
  return { send: async () => answer(data) }
}

function answer<Data>(data: object): Outcome<Data> {
  return { kind: 'answer', data: data as Data }
}

function activity(fields: Partial<ActivityFieldsFragment>): ActivityFieldsFragment {
  return {
    __typename: 'Activity',
    id: 'activity',
    shoppingListId: Shop,
    kind: 'ITEM_ADDED',
    userId: 8,
    userName: 'Ben Ito',
    requestToken: null,
    listName: 'Shop',
    itemNames: [],
    itemCount: 1,
    fields: [],
    at,
    undo: null,
    ...fields,
  }
}
