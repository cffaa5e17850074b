/** Friends, by role and name, on a device without a network. */
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { writeFriends, writeInviteId } from '../../../src/cache/records/friends.ts'
import { writePeople } from '../../../src/cache/records/people.ts'
import { FriendsScreen } from '../../../src/friends/friends-screen.tsx'
import type { FriendFieldsFragment } from '../../../src/generated/operations.ts'
import { systemClock } from '../../../src/offline/clock.ts'
import type { Network } from '../../../src/offline/sync/network.ts'
import { type Device, listId } from '../../cache/undo-device.ts'
import { done } from '../../support/server/api.ts'
import { showPart } from '../features/undo-stage.tsx'
import { openServerWithMail } from '../mail-stage.ts'
import { openApp } from '../stage.tsx'
import { openServer } from '../stage-server.ts'

const at = `${new Date().getFullYear()}-11-19T10:00:00.000Z`

function aFriend(name: string, fields: Partial<FriendFieldsFragment> = {}): FriendFieldsFragment {
  const [firstName = name, lastName = ''] = name.split(' ')
  const friendId = fields.friendId === undefined ? name.length : fields.friendId
  return {
    __typename: 'Friend',
    id: name,
    friendId,
    myStatus: 'ACCEPTED',
    theirStatus: 'ACCEPTED',
    friendUser: {
      __typename: 'FriendUser',
      userId: friendId,
      firstName,
      lastName,
      email: `${firstName.toLowerCase()}@example.org`,
    },
    createdAt: at,
    updatedAt: at,
    ...fields,
  }
}

function show(
  friends: readonly FriendFieldsFragment[],
  prepare: (device: Device) => void = () => {},
  options: Parameters<typeof showPart>[3] = {},
) {
  return showPart(
    { Shop: ['Milk'] },
    <FriendsScreen header={null} network={{ send: () => new Promise(() => {}) }} />,
    device => {
      writeFriends(device.plain.cache, friends)
      writeInviteId(device.plain.cache, 'my-invite')
      prepare(device)
    },
    options,
  )
}

const row = (name: string) => within(screen.getByRole('listitem', { name }))

describe('friends', () => {
  it('whose own address nobody has proven are told why no request by it comes', async () => {
    const { server } = await openServerWithMail()
    await openApp({ path: '/product/friends', server, signedIn: true })
    expect(
      await screen.findByText(/^Nobody has proven yet that ana@example.org is yours/),
    ).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Prove it in your account settings' })
    expect(link.getAttribute('href')).toBe('/product/account')
  })

  it('requests come first, then friends, then who was asked; blocked ones are folded', async () => {
    await show([
      aFriend('Mia Sato', { theirStatus: 'INVITED' }),
      aFriend('Jonas Ober'),
      aFriend('Lena Vogt', { myStatus: 'INVITED' }),
      aFriend('Old Foe', { myStatus: 'BLOCKED' }),
    ])
    const titles = screen.getAllByRole('heading', { level: 2 }).map(one => one.textContent)
    expect(titles).toEqual(['Requests (1)', 'Friends (1)', 'Asked (1)'])
    expect(row('Mia Sato').getByText('Asked on November 19, not accepted yet')).toBeTruthy()
    expect(screen.getByText('Blocked (1)').closest('details')?.open).toBe(false)
  })

  it('stand by name, numbers by value, as lists and items do', async () => {
    await show([aFriend('Flat 10'), aFriend('Flat 9'), aFriend('Anna')])
    const names = screen.getAllByRole('listitem', { name: /Anna|Flat/ })
    expect(names.map(one => one.getAttribute('aria-label'))).toEqual(['Anna', 'Flat 9', 'Flat 10'])
  })

  it('whoever was blocked reads the same as whoever waits, and nothing that is untrue', async () => {
    const server = await openServer()
    const people = { Ben: undefined, Eva: 'REJECTED', Foe: 'BLOCKED' } as const
    for (const [firstName, firendStatus] of Object.entries(people)) {
      const person = await server.server.buildUser({ firstName })
      await done(server.phone, 'createFriend', { id: String(person.id) })
      const id = String(server.person.id)
      if (firendStatus) await done(person, 'updateFriend', { id, firendStatus })
    }
    await openApp({ path: '/product/friends', server, signedIn: true })
    await screen.findByRole('heading', { name: 'Asked (3)' })
    const asked = within(screen.getByRole('region', { name: 'Asked' })).getAllByText(/^Asked on/)
    expect(asked).toHaveLength(3)
    for (const { textContent } of asked) expect(textContent).toMatch(/, not accepted yet$/)
  })

  it('the day of a request is that of the asking, and not that of the answer', async () => {
    const updatedAt = at.replace('-19T', '-23T')
    await show([
      aFriend('Mia Sato', { theirStatus: 'INVITED', updatedAt }),
      aFriend('Old Foe', { theirStatus: 'BLOCKED', updatedAt }),
    ])
    expect(row('Mia Sato').getByText('Asked on November 23, not accepted yet')).toBeTruthy()
    expect(row('Old Foe').getByText('Asked on November 19, not accepted yet')).toBeTruthy()
  })

  it('who was asked in another year is told with the year', async () => {
    const updatedAt = '2019-11-19T10:00:00.000Z'
    await show([aFriend('Mia Sato', { theirStatus: 'INVITED', updatedAt })])
    expect(row('Mia Sato').getByText('Asked on November 19, 2019, not accepted yet')).toBeTruthy()
  })

  it('a request is accepted, or rejected, at once and without a network', async () => {
    const { user, offline } = await show([
      aFriend('Lena Vogt', { myStatus: 'INVITED' }),
      aFriend('Max Moritz', { myStatus: 'INVITED' }),
    ])
    // Who goes from button to button hears whose they are.
    const description = /^Max Moritz/
    for (const name of ['Accept', 'Reject', 'Block', 'Remove'])
      expect(screen.getByRole('button', { name, description })).toBeTruthy()
    await user.click(row('Lena Vogt').getByRole('button', { name: 'Accept' }))
    await user.click(row('Max Moritz').getByRole('button', { name: 'Reject' }))
    expect(screen.queryByRole('region', { name: 'Requests' })).toBeNull()
    expect(
      within(screen.getByRole('region', { name: 'Friends' })).getByText('Lena Vogt'),
    ).toBeTruthy()
    expect(offline.waiting.get().map(entry => entry.variables)).toEqual([
      { id: 'Lena Vogt', firendStatus: 'ACCEPTED' },
      { id: 'Max Moritz', firendStatus: 'REJECTED' },
    ])
  })

  it('somebody is asked by their address; it waits, and says so', async () => {
    const { user, offline } = await show([])
    await user.type(screen.getByRole('textbox', { name: "Friend's email" }), 'anna')
    await user.click(screen.getByRole('button', { name: 'Send request' }))
    expect(screen.getByRole('textbox', { name: "Friend's email" })).toHaveProperty('value', 'anna')
    expect(offline.waiting.get()).toEqual([])
    await user.type(screen.getByRole('textbox', { name: "Friend's email" }), '@example.org')
    await user.click(screen.getByRole('button', { name: 'Send request' }))
    const asked = await screen.findByRole('listitem', { name: 'anna@example.org' })
    await waitFor(() => expect(asked.textContent).toContain('will be sent'))
    // Nothing has left the device.
    expect(screen.getByText(/once it is sent/)).toBeTruthy()
  })

  it('a request that is withdrawn is not said to be listed where its address is blocked', async () => {
    const foe = aFriend('Anna', { myStatus: 'BLOCKED', theirStatus: 'INVITED', friendId: null })
    const { user } = await show([foe])
    await user.type(
      screen.getByRole('textbox', { name: "Friend's email" }),
      'anna@example.org{Enter}',
    )
    expect(await screen.findByText(/is listed below/)).toBeTruthy()
    await user.click(row('anna@example.org').getByRole('button', { name: 'Remove' }))
    expect(screen.getByText('Blocked (1)')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(/is listed below/)).toBeNull())
  })

  it('one’s own address is refused in its field, and stays there', async () => {
    const { user } = await openApp({ path: '/product/friends', signedIn: true })
    const box = await screen.findByRole('textbox', { name: "Friend's email" })
    await user.type(box, 'Ana@Example.org{Enter}')
    expect(box).toHaveProperty('value', 'Ana@Example.org')
    expect(screen.getByText('This is your own address.').id).toBe(
      box.getAttribute('aria-describedby'),
    )
    expect(screen.queryByText(/is listed below/)).toBeNull()
  })

  it('that never came say when they do; somebody can be asked meanwhile', async () => {
    const server = await openServer()
    server.reachable = false
    const { user } = await openApp({ path: '/product/friends', signedIn: true, server })
    await screen.findByText(/^Your friends come as soon as the server can be reached/)
    expect(screen.queryByText('Loading...')).toBeNull()
    const box = screen.getByRole('textbox', { name: "Friend's email" })
    await user.type(box, 'mia@example.org{Enter}')
    const asked = await screen.findByRole('listitem', { name: 'mia@example.org' })
    await waitFor(() => expect(asked.textContent).toContain('Saved on this device, will be sent'))
  })

  it('that the server does not tell say why, and are fetched on request', async () => {
    const server = await openServer()
    server.trouble = ''
    const { user } = await openApp({ path: '/product/friends', signedIn: true, server })
    await screen.findByRole('heading', { name: 'Your friends could not be fetched' })
    server.trouble = undefined
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/^Nobody here yet/)).toBeTruthy()
  })

  it('a request that the server refuses is not on its way any more', async () => {
    let refuse = () => {}
    const network: Network = {
      send: () =>
        new Promise(resolve => {
          const refusal = { code: 'BAD_USER_INPUT', message: 'You have asked too many people.' }
          refuse = () => resolve({ kind: 'refused', refusal })
        }),
      listen: () => ({ close() {} }),
    }
    const { user } = await show([], undefined, { network, clock: systemClock })
    await user.type(
      screen.getByRole('textbox', { name: "Friend's email" }),
      'jonas@example.org{Enter}',
    )
    const said =
      'Your request to jonas@example.org is listed below. They see it once it is sent and they are here.'
    expect(await screen.findByText(said)).toBeTruthy()
    refuse()
    await waitFor(() => expect(screen.queryByText(said)).toBeNull())
  })

  it.each([
    ['who is a friend already', 'ACCEPTED'],
    ['who had asked first', 'INVITED'],
  ] as const)('of somebody %s is not said that a request is on its way', async (_who, myStatus) => {
    const { user } = await show([aFriend('Jonas Ober', { myStatus })])
    await user.type(
      screen.getByRole('textbox', { name: "Friend's email" }),
      'Jonas@example.org{Enter}',
    )
    expect(await screen.findByText('You and Jonas Ober are friends.')).toBeTruthy()
    expect(screen.queryByText(/is listed below/)).toBeNull()
  })

  it('removing says what it ends, and ends it on this device', async () => {
    const shop = listId('Shop')
    const { user, offline, plain } = await show([aFriend('Jonas Ober', { friendId: 21 })], device =>
      writePeople(device.plain.cache, shop, {
        ownerName: 'Me',
        people: [
          {
            __typename: 'ShoppingListFriend',
            friendId: 21,
            name: 'Jonas Ober',
            permission: 'EDIT',
            byLink: false,
          },
        ],
      }),
    )
    const friend = row('Jonas Ober')
    await user.click(friend.getByText('1 list with you'))
    expect(friend.getByRole('link', { name: 'Shop' })).toBeTruthy()
    await user.click(friend.getByRole('button', { name: 'Remove' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Jonas Ober?' }))
    expect(dialog.getByText(/Every list that one of you shares/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(screen.queryByRole('listitem', { name: 'Jonas Ober' })).toBeNull()
    expect(offline.waiting.get().map(entry => entry.name)).toEqual(['deleteByIdFriend'])
    expect(plain.peek(`People:${shop}`)).toMatchObject({ people: [] })
  })

  it('an empty screen shows the code; the link is copied', async () => {
    const { user } = await show([])
    expect(await screen.findByRole('img', { name: 'Code with your invitation' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Copy invite link' }))
    expect(await screen.findByText('Link copied.')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toMatch(/\/invite\?inviteId=my-invite$/)
  })

  it('of a new link that is not answered is not said that the old one works: the answer may be lost', async () => {
    const { user, server } = await openApp({ path: '/product/friends', signedIn: true })
    await user.click(await screen.findByRole('button', { name: 'Make a new link' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Make a new link?' }))
    server.reachable = false
    await user.click(dialog.getByRole('button', { name: 'Make a new link' }))
    const said = 'The server did not answer. The old link may still work; try again later.'
    expect(await screen.findByText(said)).toBeTruthy()
  })

  it('why there is no new link is said in the words of the server', async () => {
    const { user, server } = await openApp({ path: '/product/friends', signedIn: true })
    await user.click(await screen.findByRole('button', { name: 'Make a new link' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Make a new link?' }))
    server.trouble = 'Closed for repairs.'
    await user.click(dialog.getByRole('button', { name: 'Make a new link' }))
    expect(await screen.findByText('Closed for repairs.')).toBeTruthy()
  })

  it('the new link is there with its answer, and nothing is said of the old one any more', async () => {
    const server = await openServer()
    const { user } = await openApp({ path: '/product/friends', signedIn: true, server })
    const copy = await screen.findByRole('button', { name: 'Copy invite link' })
    async function linkCopied() {
      await user.click(copy)
      await screen.findByText('Link copied.')
      return navigator.clipboard.readText()
    }
    const old = await linkCopied()
    // What others tell, and what changed, stays on the way.
    server.stalled = true
    server.untold = true
    await user.click(screen.getByRole('button', { name: 'Make a new link' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Make a new link?' }))
    await user.click(dialog.getByRole('button', { name: 'Make a new link' }))
    await screen.findByText('The old link and code are worth nothing any more.')
    expect(screen.queryByText('Link copied.')).toBeNull()
    const { inviteId } = Object((await server.browser.get('/auth/status')).body.user)
    const link = await linkCopied()
    expect(link).not.toBe(old)
    expect(link).toContain(`inviteId=${inviteId}`)
  })

  it('the code stays where it is while the first person is asked', async () => {
    const { user } = await show([])
    expect(await screen.findByRole('img', { name: 'Code with your invitation' })).toBeTruthy()
    await user.type(
      screen.getByRole('textbox', { name: "Friend's email" }),
      'jonas@example.org{Enter}',
    )
    expect(await screen.findByRole('heading', { name: 'Asked (1)' })).toBeTruthy()
    expect(screen.getByRole('img', { name: 'Code with your invitation' })).toBeTruthy()
  })
})

describe('an invitation, before the sign-in', () => {
  it.each([
    ['Create account', '/signup'],
    ['Sign in', '/login'],
  ])('%s keeps it in mind', async (name, path) => {
    const server = await openServer()
    const { body } = await server.owner.get('/auth/status')
    const { inviteId } = Object(body.user)
    const stage = await openApp({ path: `/invite?inviteId=${inviteId}`, server })
    await screen.findByRole('heading', { name: 'Olga invites you' })
    await stage.user.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(stage.path()).toBe(path))
    expect(stage.href()).toContain(inviteId)
    await stage.back()
    await screen.findByRole('heading', { name: 'Olga invites you' })
  })
})
