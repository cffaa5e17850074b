/** Sharing a list from its menu and its header, on a device without a network. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { tickItem } from '../../../src/cache/edits/item-edits.ts'
import { shareShoppingList } from '../../../src/cache/edits/sharing-edits.ts'
import { writeFriends } from '../../../src/cache/records/friends.ts'
import { cursorCacheId, cursorFields } from '../../../src/cache/records/local-records.ts'
import { type Person, writePeople } from '../../../src/cache/records/people.ts'
import { setFields } from '../../../src/cache/records/records.ts'
import type { FriendFieldsFragment } from '../../../src/generated/operations.ts'
import { type Device, writeConfig } from '../../cache/undo-device.ts'
import { befriend, shareWith } from '../../support/friends.ts'
import { done } from '../../support/server/api.ts'
import { shop, showList } from '../list/list-stage.tsx'
import { openApp } from '../stage.tsx'
import { idOf, openServer, type StageServer } from '../stage-server.ts'

const at = '2026-11-19T10:00:00.000Z'

function withFriends({ plain }: Device) {
  writeFriends(
    plain.cache,
    ['Anna Novak', 'Jonas Ober'].map((name, index) => aFriend(name, 21 + index)),
  )
}

function aFriend(
  name: string,
  friendId: number,
  email: string | null = null,
): FriendFieldsFragment {
  const [firstName = '', lastName = ''] = name.split(' ')
  return {
    __typename: 'Friend',
    id: String(friendId),
    friendId,
    myStatus: 'ACCEPTED',
    theirStatus: 'ACCEPTED',
    friendUser: { __typename: 'FriendUser', userId: friendId, firstName, lastName, email },
    createdAt: at,
    updatedAt: at,
  }
}

const anna: Person = {
  __typename: 'ShoppingListFriend',
  friendId: 21,
  name: 'Anna Novak',
  permission: 'VIEW',
  byLink: true,
}

function sharedWithAnna(device: Device) {
  withFriends(device)
  writePeople(device.plain.cache, shop, { ownerName: 'Me', people: [anna] })
}

/** One of Ben's, who shares it with her and with Cara. */
async function addListOfThree({ server, addSharedList, phone }: StageServer, name: string) {
  const { friend } = await addSharedList(name)
  const cara = await server.buildUser({ firstName: 'Cara' })
  await befriend(friend, cara)
  await shareWith(friend, idOf(name), [
    [phone, 'EDIT'],
    [cara, 'EDIT'],
  ])
}

const choice = (name: string) =>
  screen.getByRole('combobox', { name: `Permission for ${name}` }) as HTMLSelectElement

describe('sharing', () => {
  it('one chooses in plain words what a friend may do; of nobody else is said anything', async () => {
    const { user, choose, waiting } = await showList({ prepare: sharedWithAnna })
    await choose('Share')
    expect(await screen.findByRole('dialog', { name: 'Share Shop' })).toBeTruthy()
    expect(choice('Anna Novak').value).toBe('VIEW')
    expect(screen.getByText('Sees the list as it is. Came by a link.')).toBeTruthy()
    const words = [...choice('Jonas Ober').options].map(option => option.text)
    expect(words).toEqual(['Not shared', 'View', 'Edit', 'Admin'])
    await user.selectOptions(choice('Jonas Ober'), 'Edit')
    expect(choice('Jonas Ober').value).toBe('EDIT')
    await user.selectOptions(choice('Anna Novak'), 'Not shared')
    expect(waiting().map(({ variables }) => variables)).toEqual([
      {
        id: shop,
        shoppingListFriends: [{ friendId: 22, permission: 'EDIT' }],
        changedFriendIds: [22],
      },
      { id: shop, shoppingListFriends: [], changedFriendIds: [21] },
    ])
    expect(choice('Anna Novak').value).toBe('NONE')
    expect(choice('Jonas Ober').value).toBe('EDIT')
  })

  it('friends stand by name, numbers by value', async () => {
    const { choose } = await showList({
      prepare: ({ plain }) =>
        writeFriends(plain.cache, [aFriend('Flat 10', 21), aFriend('Flat 9', 22)]),
    })
    await choose('Share')
    await screen.findByRole('dialog', { name: 'Share Shop' })
    const all = screen.getAllByRole('combobox', { name: /^Permission/ })
    expect(all).toEqual([choice('Flat 9'), choice('Flat 10')])
  })

  it('friends of one name are told apart by their addresses', async () => {
    const { choose } = await showList({
      prepare: ({ plain }) =>
        writeFriends(plain.cache, [
          aFriend('Ben', 21, 'ben@one.org'),
          aFriend('Ben', 22, 'ben@two.org'),
        ]),
    })
    await choose('Share')
    await screen.findByRole('dialog', { name: 'Share Shop' })
    for (const email of ['ben@one.org', 'ben@two.org']) {
      expect(
        screen.getByRole('combobox', { name: 'Permission for Ben', description: email }),
      ).toBeTruthy()
    }
  })

  it('whoever gets or loses the list keeps their row and the focus, and it is said', async () => {
    const { user, choose } = await showList({ prepare: sharedWithAnna })
    await choose('Share')
    await screen.findByRole('dialog', { name: 'Share Shop' })
    const order = () => screen.getAllByRole('combobox', { name: /^Permission/ })
    const [first, second] = order()
    for (const [name, wanted] of [
      ['Anna Novak', 'Not shared'],
      ['Jonas Ober', 'Edit'],
      ['Jonas Ober', 'Not shared'],
    ] as const) {
      choice(name).focus()
      await user.selectOptions(choice(name), wanted)
      expect(document.activeElement).toBe(choice(name))
      expect(order()).toEqual([first, second])
      expect(screen.getByText(`${name}: ${wanted}`).closest('[role=status]')).not.toBeNull()
    }
  })

  it('the same choice is said again where somebody took it back meanwhile', async () => {
    const { user, choose, happens, plain } = await showList({ prepare: sharedWithAnna })
    await choose('Share')
    await screen.findByRole('dialog', { name: 'Share Shop' })
    await user.selectOptions(choice('Jonas Ober'), 'Edit')
    const first = screen.getByText('Jonas Ober: Edit')
    const none = { id: shop, shoppingListFriends: [], changedFriendIds: [22] }
    happens(() => plain.perform(shareShoppingList, none))
    await user.selectOptions(choice('Jonas Ober'), 'Edit')
    expect(screen.getByText('Jonas Ober: Edit')).not.toBe(first)
  })

  it('another permission is told with what was known, so that it brings nobody back', async () => {
    const { user, choose, waiting } = await showList({
      prepare(device) {
        sharedWithAnna(device)
        device.plain.cache.writeFragment({
          id: cursorCacheId(shop),
          fragment: cursorFields,
          data: { __typename: 'Cursor', id: shop, revision: 10 },
        })
      },
    })
    await choose('Share')
    await screen.findByRole('dialog', { name: 'Share Shop' })
    await user.selectOptions(choice('Jonas Ober'), 'Edit')
    await user.selectOptions(choice('Anna Novak'), 'Admin')
    expect(waiting().map(entry => entry.variables.knownRevision)).toEqual([undefined, 10])
  })

  it('a correction counts though the device was not told of the mistake yet', async () => {
    const { user, server } = await openApp({ path: '/product', signedIn: true, lists: ['Party'] })
    await server.addSharedList('Trip')
    await screen.findByRole('heading', { name: 'Party' })
    await user.click(screen.getByRole('button', { name: 'Share' }))
    async function choosePermission(word: string, permission: string) {
      await user.selectOptions(await screen.findByRole('combobox', { name: /for Ben/ }), word)
      await vi.waitFor(async () => {
        const party = (await server.lists()).find(({ name }) => name === 'Party')
        expect(party?.shoppingListFriends).toMatchObject([{ permission }])
      })
      await screen.findByText('All changes saved')
    }
    await choosePermission('View', 'VIEW')
    const asked = () => server.calls.filter(({ call }) => call === 'changes').length
    const before = asked()
    await vi.waitFor(() => expect(asked()).toBeGreaterThan(before))
    server.stalled = true
    server.untold = true
    await choosePermission('Admin', 'ADMIN')
    await choosePermission('View', 'VIEW')
  })

  it('what the arrow keys pass by is set by Enter or its button only', async () => {
    const { user, choose, waiting } = await showList({ prepare: sharedWithAnna })
    await choose('Share')
    await screen.findByRole('dialog', { name: 'Share Shop' })
    /** As a browser does it while the options are closed. */
    async function walkTo(value: string) {
      act(() => choice('Anna Novak').focus())
      await user.keyboard('{ArrowDown}')
      fireEvent.change(choice('Anna Novak'), { target: { value } })
    }
    await walkTo('EDIT')
    await walkTo('ADMIN')
    expect(choice('Anna Novak').value).toBe('ADMIN')
    expect(screen.getByText('Not set yet: Admin. Press Enter to set it.').role).toBe('status')
    expect(waiting()).toEqual([])
    await user.keyboard('{Enter}')
    const admin = [{ friendId: 21, permission: 'ADMIN' }]
    expect(waiting().map(entry => entry.variables.shoppingListFriends)).toEqual([admin])
    await walkTo('EDIT')
    await user.click(screen.getByRole('button', { name: 'Set permission for Anna Novak' }))
    const edit = [{ friendId: 21, permission: 'EDIT' }]
    expect(waiting().at(-1)?.variables.shoppingListFriends).toEqual(edit)
    expect(screen.queryByText(/Not set yet/)).toBeNull()
  })

  it('what was walked to is not lost by Escape: it stands there when the sheet is opened again', async () => {
    const { user, choose, waiting } = await showList({ prepare: sharedWithAnna })
    await choose('Share')
    await screen.findByRole('dialog', { name: 'Share Shop' })
    act(() => choice('Anna Novak').focus())
    await user.keyboard('{ArrowDown}')
    fireEvent.change(choice('Anna Novak'), { target: { value: 'EDIT' } })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await choose('Share')
    await screen.findByText('Not set yet: Edit. Press Enter to set it.')
    expect(waiting()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Set permission for Anna Novak' }))
    const edit = [{ friendId: 21, permission: 'EDIT' }]
    expect(waiting().map(entry => entry.variables.shoppingListFriends)).toEqual([edit])
    await user.keyboard('{Escape}')
    await choose('Share')
    await screen.findByRole('dialog', { name: 'Share Shop' })
    expect(screen.queryByText(/Not set yet/)).toBeNull()
  })

  it('the header shows who has it, and leads there', async () => {
    const { user } = await showList({ prepare: sharedWithAnna })
    expect(screen.getByRole('img', { name: 'Anna Novak' }).textContent).toBe('AN')
    await user.click(screen.getByRole('button', { name: 'Share, now with Anna Novak' }))
    expect(await screen.findByRole('dialog', { name: 'Share Shop' })).toBeTruthy()
  })

  it('two of one name do not look the same, and who is renamed looks as before', async () => {
    const named = (name: string, friendId: number): Person => ({ ...anna, name, friendId })
    const people = [named('Anna Novak', 21), named('Anna Novak', 22)]
    const { plain, happens } = await showList({
      prepare: ({ plain: { cache } }) => writePeople(cache, shop, { ownerName: 'Me', people }),
    })
    const looks = () =>
      screen.getAllByRole('img', { name: /^Anna/ }).map(circle => circle.style.backgroundColor)
    const [first, second] = looks()
    expect(first).not.toBe(second)
    const renamed = [named('Anna Berg', 21), named('Anna Novak', 22)]
    happens(() => writePeople(plain.cache, shop, { ownerName: 'Me', people: renamed }))
    expect(screen.getByRole('img', { name: 'Anna Berg' })).toBeTruthy()
    expect(looks()).toEqual([first, second])
  })

  it('a link is made on the device, says that it waits, and shows its code', async () => {
    const { user, choose, waiting } = await showList({ prepare: withFriends })
    await choose('Share')
    await user.click(await screen.findByRole('button', { name: 'Share by link' }))
    const [entry] = waiting()
    expect(entry).toMatchObject({
      name: 'createShareLink',
      variables: { shoppingListId: shop, permission: 'EDIT' },
    })
    expect(screen.getByText(/the link works once this device is online again/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show code' }))
    expect(await screen.findByRole('img', { name: 'Code that shares Shop' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(await navigator.clipboard.readText()).toContain(String(entry?.variables.inviteId))
  })

  it('a link says what it lets whoever opens it do, also once it is made', async () => {
    const { user, choose } = await showList({ prepare: withFriends })
    await choose('Share')
    const region = within(await screen.findByRole('region', { name: 'Link' }))
    await user.selectOptions(
      region.getByRole('combobox', { name: 'Whoever opens it may' }),
      region.getByRole('option', { name: 'Admin' }),
    )
    await user.click(region.getByRole('button', { name: 'Share by link' }))
    expect(await region.findByText(/has this list, with “Admin”\. It works for/)).toBeTruthy()
  })

  it('a link that is made after the network went away says so', async () => {
    const { user, server } = await openApp({ path: '/product', signedIn: true, lists: ['Party'] })
    await screen.findByRole('heading', { name: 'Party' })
    server.reachable = false
    await user.click(screen.getByRole('button', { name: 'Share' }))
    await user.click(await screen.findByRole('button', { name: 'Share by link' }))
    expect(await screen.findByText(/the link works once this device is online again/)).toBeTruthy()
  })

  it('a link that the server refuses is not offered; nor is said that it ends what it does not', async () => {
    const server = await openServer()
    const { friend, protect } = await server.addSharedList('Trip')
    await shareWith(friend, idOf('Trip'), [[server.phone, 'ADMIN']])
    const { user } = await openApp({ path: '/product', signedIn: true, server })
    await screen.findByRole('heading', { name: 'Trip' })
    await user.click(await screen.findByRole('button', { name: /^Share/ }))
    const region = within(await screen.findByRole('region', { name: 'Link' }))
    await protect()
    await user.click(region.getByRole('button', { name: 'Share by link' }))
    expect(await region.findByText(/^The link could not be made\. ./)).toBeTruthy()
    expect(region.queryByRole('button', { name: 'Copy link' })).toBeNull()
    expect(region.getByRole('button', { name: 'Share by link' })).toBeTruthy()
    await user.click(region.getByRole('button', { name: 'End all links' }))
    expect(await region.findByText(/^The links could not be ended\. ./)).toBeTruthy()
    expect(region.queryByText(/^All links to this list end/)).toBeNull()
  })

  it('that links end once the device was online is said until they have ended', async () => {
    const { user, server } = await openApp({ path: '/product', signedIn: true, lists: ['Party'] })
    await screen.findByRole('heading', { name: 'Party' })
    await user.click(screen.getByRole('button', { name: 'Share' }))
    const end = await screen.findByRole('button', { name: 'End all links' })
    server.reachable = false
    await user.click(end)
    expect(
      await screen.findByText(/earlier links end once this device is online again/),
    ).toBeTruthy()
    expect(screen.queryByText(/^All links to this list end/)).toBeNull()
    server.reachable = true
    const said = await screen.findByText(/^All links to this list end/)
    // Where the sheet ends with the button, what is beneath it is not seen.
    expect(said.compareDocumentPosition(end)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(server.calls.map(({ call }) => call)).toContain('endShareLinks')
  })

  it('the owner hands it over to somebody who has it', async () => {
    const { user, choose, waiting } = await showList({ prepare: sharedWithAnna })
    await choose('Share')
    await user.click(await screen.findByRole('button', { name: 'Hand it over' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Hand over Shop?' }))
    await user.click(dialog.getByRole('button', { name: 'Hand over' }))
    expect(waiting().at(-1)).toMatchObject({
      name: 'handOverShoppingList',
      variables: { id: shop, userId: 21 },
    })
  })

  it.each([
    [[anna], 'Shop deleted for you and 1 other'],
    [[anna, { ...anna, friendId: 22, name: 'Jonas Ober' }], 'Shop deleted for you and 2 others'],
    [[], 'Shop deleted'],
  ])('its owner deletes it, and is told for whom: %#', async (people, sentence) => {
    const { choose, said } = await showList({
      prepare: ({ plain }) => writePeople(plain.cache, shop, { ownerName: 'Me', people }),
    })
    await choose('Delete list')
    await vi.waitFor(() => expect(said()).toEqual([sentence]))
  })

  it('who deletes its items is told for whom', async () => {
    const { user, choose, said } = await showList({
      items: ['Milk', 'Bread', 'Eggs'],
      prepare(device) {
        sharedWithAnna(device)
        device.plain.perform(tickItem, { id: 'milk', purchased: true })
      },
    })
    await user.click(await screen.findByRole('button', { name: 'In the trolley (1)' }))
    await user.click(screen.getByRole('button', { name: 'Clear the trolley' }))
    expect(said()).toEqual(['1 item moved to the bin for you and 1 other'])
    await user.click(screen.getByRole('button', { name: 'Edit Bread' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(said().at(-1)).toBe('Bread deleted for you and 1 other')
    await choose('Select items')
    await user.click(await screen.findByRole('checkbox', { name: 'Select Eggs' }))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(said().at(-1)).toBe('1 item deleted for you and 1 other')
  })

  it('is handed over to nobody else than it says, though who was chosen left meanwhile', async () => {
    const server = await openServer()
    await server.addList('Party')
    const ben = await server.server.buildUser({ firstName: 'Ben' })
    const cleo = await server.server.buildUser({ firstName: 'Cleo' })
    for (const friend of [ben, cleo]) await befriend(friend, server.phone)
    await shareWith(server.phone, idOf('Party'), [
      [ben, 'EDIT'],
      [cleo, 'EDIT'],
    ])
    const { user } = await openApp({ path: '/product', signedIn: true, server })
    await user.click(await screen.findByRole('button', { name: /^Share, now with/ }))
    await user.click(await screen.findByRole('button', { name: 'Hand it over' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Hand over Party?' }))
    const owner = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'New owner' })
    const shown = () => owner.selectedOptions[0]?.text
    const handed = () => server.calls.filter(({ call }) => call === 'handOverShoppingList')
    expect(shown()).toContain('Ben')
    await done(ben, 'leaveShoppingList', { id: idOf('Party') })
    await dialog.findByText(/does not have the list any more/)
    expect(shown()).toBe('Nobody yet')
    await user.click(dialog.getByRole('button', { name: 'Hand over' }))
    expect(dialog.getByRole('combobox')).toBe(owner)
    await user.selectOptions(owner, String(cleo.id))
    expect(shown()).toContain('Cleo')
    await user.click(dialog.getByRole('button', { name: 'Hand over' }))
    await vi.waitFor(() => expect(handed()).toMatchObject([{ body: { userId: cleo.id } }]))
  })

  it.each([
    ['Share', 'Share Shop', 'Hand it over', 'Hand over Shop?'],
    ['Delete list', 'Delete Shop?', undefined, 'Delete Shop?'],
  ])(
    '%s: what is the owner’s closes once it was handed over elsewhere',
    async (entry, first, button, last) => {
      const { user, choose, plain } = await showList({
        prepare(device) {
          sharedWithAnna(device)
          writeConfig(device, { shoppingListConfirmDelete: true })
        },
      })
      await choose(entry)
      const outer = await screen.findByRole('dialog', { name: first })
      if (button) await user.click(within(outer).getByRole('button', { name: button }))
      expect(await screen.findByRole('dialog', { name: last })).toBeTruthy()
      act(() => setFields(plain.cache, `ShoppingList:${shop}`, { userId: 21 }))
      await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: last })).toBeNull())
    },
  )

  it('who may only look is told so once, and is offered nothing else', async () => {
    const { user } = await showList({
      items: ['Milk'],
      prepare: device => {
        withFriends(device)
        setFields(device.plain.cache, `ShoppingList:${shop}`, {
          userId: 21,
          permission: 'VIEW',
          sharedByName: 'Anna Novak',
        })
        writePeople(device.plain.cache, shop, {
          ownerName: 'Anna Novak',
          people: [{ ...anna, friendId: 7, name: 'Me' }],
        })
      },
    })
    expect(
      screen.getByText('You can look at this list, not change it. Anna Novak can let you.'),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'People: Anna Novak' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'People on Shop' }))
    expect(dialog.getAllByRole('listitem').map(row => row.textContent)).toEqual([
      'ANAnna NovakOwner: everything, and deleting it',
      'MEMeYou. Sees the list as it is. Came by a link.',
    ])
    expect(dialog.queryByRole('combobox')).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'List options' }))
    const entries = (await screen.findAllByRole('menuitem')).map(entry => entry.textContent)
    expect(entries).toContain('Leave list')
    for (const word of ['Share', 'Rename', 'Reset list', 'Delete list', 'Tags']) {
      expect(entries).not.toContain(word)
    }
  })
})

it('the overview says whose a list is, and who else has it', async () => {
  const server = await openServer()
  await addListOfThree(server, 'Trip')
  await openApp({ path: '/product/dashboard', signedIn: true, server })
  const card = await screen.findByRole('link', { name: /^Trip/ })
  expect(card.textContent).toMatch(/From Ben Tester \d+, with Cara Tester \d+/)
})

it.each([
  ['/product/shoppinglist', 'link', /^Trip ?From Ben Tester \d+/],
  ['/product/account', 'option', /^Trip \(from Ben Tester \d+\)$/],
])(
  'whose a list is stands beside its name where another is named so: %s',
  async (path, role, name) => {
    const server = await openServer()
    await addListOfThree(server, 'Trip')
    await addListOfThree(server, 'Market')
    const own = { id: idOf('own'), name: 'Trip' }
    await done(server.phone, 'createShoppingList', own, { select: 'id' })
    const { user } = await openApp({ path, signedIn: true, server })
    if (role === 'link') {
      await user.click(await screen.findByRole('button', { name: 'Trip' }))
      await screen.findByRole('dialog', { name: 'Lists' })
    }
    await screen.findByRole(role, { name })
    // Neither of one's own, nor of one that cannot be taken for another.
    for (const plain of [/^Trip(0 ?open)?$/, /^Market(0 ?open)?$/]) {
      expect(screen.getByRole(role, { name: plain })).toBeTruthy()
    }
  },
)
