/** What others take away while a person types: nothing typed goes without a word, and nothing else takes its place. */
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Permission } from '../../../rules/people/permissions.ts'
import { shareWith } from '../../support/friends.ts'
import { done } from '../../support/server/api.ts'
import { openApp } from '../stage.tsx'
import { idOf, openServer, type StageServer } from '../stage-server.ts'

type Trip = Awaited<ReturnType<typeof openTrip>>

/** On a list that Ben shares with her; another of her own comes next. */
async function openTrip(prepare?: (server: StageServer) => Promise<void>) {
  const server = await openServer()
  await prepare?.(server)
  const { friend } = await server.addSharedList('Trip', ['Tent'])
  await server.addList('Zoo', ['Eggs'])
  const app = await openApp({ path: '/product', signedIn: true, server })
  await screen.findByRole('heading', { name: 'Trip' })
  return {
    ...app,
    friend,
    share: (permission: Permission) =>
      shareWith(friend, idOf('Trip'), [[server.phone, permission]]),
    async choose(entry: string) {
      await app.user.click(await screen.findByRole('button', { name: 'List options' }))
      await app.user.click(await screen.findByRole('menuitem', { name: entry }))
    },
    async withdraw() {
      await shareWith(friend, idOf('Trip'), [])
      await screen.findByRole('heading', { name: 'This list is not there' })
    },
    async typeNotes(text: string) {
      await app.user.click(await screen.findByRole('button', { name: 'Edit Tent' }))
      await app.user.type(await screen.findByRole('textbox', { name: 'Notes' }), text)
      return within(screen.getByRole('dialog', { name: 'Edit item' }))
    },
  }
}

describe('an item half changed on a list that may only be looked at now', () => {
  test('says so, and “Close” keeps what was typed as Escape does', async () => {
    const { user, share, typeNotes } = await openTrip()
    const form = await typeNotes('the big one')
    const regions = form.getAllByRole('status')
    await share('VIEW')
    // It is read out where it is put into what is there already.
    expect(regions).toContain(
      await form.findByText(/^You can look at this list, not change it\. Ben .* can let you\.$/),
    )
    expect(form.getByRole('textbox', { name: 'Notes' })).toHaveProperty('disabled', true)
    const [cross, button] = form.getAllByRole('button', { name: 'Close' })
    await user.click(button ?? cross ?? document.body)
    await user.click(await screen.findByRole('button', { name: '1 to look at' }))
    const tray = within(await screen.findByRole('region', { name: 'Could not be saved' }))
    expect(tray.getByText('the big one')).toBeTruthy()
  })
})

test('selecting ends on a list that may only be looked at now', async () => {
  const { choose, share } = await openTrip()
  await choose('Select items')
  await screen.findByRole('region', { name: 'Select items' })
  await share('VIEW')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Select items' })).toBeNull())
  expect(screen.getByText('Tent')).toBeTruthy()
})

test('Ctrl+Z leaves a list alone that may only be looked at now', async () => {
  const { user, server, share } = await openTrip()
  await user.click(await screen.findByRole('checkbox', { name: 'Tent' }))
  const ticked = async () =>
    (await server.items()).flatMap(item => (item.purchased ? item.name : []))
  await waitFor(async () => expect(await ticked()).toEqual(['Tent']))
  await share('VIEW')
  await screen.findByText(/^You can look at this list, not change it/)
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('You may not change “Trip” any more.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '1 to look at' })).toBeNull()
  expect(await ticked()).toEqual(['Tent'])
})

test('a screen reader hears that a list may only be looked at, and that it is gone', async () => {
  const { share, withdraw } = await openTrip()
  const heard = hearRegions()
  await share('VIEW')
  await screen.findByText(/^You can look at this list, not change it/)
  expect(heard()).toMatch(/^You can look at this list, not change it/)
  await withdraw()
  expect(heard()).toMatch(/This list is not thereIt was deleted, or it is not shared with you/)
})

/** What was put since into polite regions that were there already: only that is read out. */
function hearRegions(): () => string {
  let words = ''
  const watch = new MutationObserver(records => {
    for (const { target, addedNodes } of records) {
      const isHeard = target instanceof Element && target.closest('[aria-live=polite]')
      if (isHeard) words += [...addedNodes].map(node => node.textContent).join('')
    }
  })
  watch.observe(document.body, { childList: true, subtree: true })
  onTestFinished(() => watch.disconnect())
  return () => {
    const since = words
    words = ''
    return since
  }
}

describe('the list that is shown where the address names none', () => {
  test('is missed when it is taken away, until its person goes on to another', async () => {
    const { user, server, withdraw } = await openTrip()
    await user.type(await screen.findByRole('textbox', { name: 'Add an item' }), 'Box of ')
    await withdraw()
    expect(screen.queryByRole('textbox', { name: 'Add an item' })).toBeNull()
    await screen.findByText('Trip is not there any more: what you typed is not saved')
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('Copied.')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe('Box of ')
    await user.click(screen.getByRole('link', { name: 'Show my lists' }))
    expect(await screen.findByRole('heading', { name: 'Zoo' })).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Add an item' })).toHaveProperty('value', '')
    expect(await server.lists()).toMatchObject([{ name: 'Zoo' }])
  })

  test('is there again once it is shared again', async () => {
    const { withdraw, share } = await openTrip()
    await withdraw()
    await share('VIEW')
    expect(await screen.findByRole('heading', { name: 'Trip' })).toBeTruthy()
  })

  test('gives way to the next one where its person leaves it', async () => {
    const { user, choose } = await openTrip()
    await choose('Leave list')
    await user.click(await screen.findByRole('button', { name: 'Leave list' }))
    await screen.findByText('You left Trip')
    expect(screen.getByRole('heading', { name: 'Zoo' })).toBeTruthy()
  })

  test('gives way to the next one where its person deletes it', async () => {
    const { choose, go } = await openTrip()
    await go({ to: '/product', search: { list: idOf('Zoo') } })
    await go({ to: '/product', search: {} })
    await screen.findByRole('heading', { name: 'Zoo' })
    await choose('Delete list')
    await screen.findByText('Zoo deleted')
    expect(screen.getByRole('heading', { name: 'Trip' })).toBeTruthy()
  })
})

test('lines that were pasted and not added to a list that is taken away can be copied with what was typed', async () => {
  const { user, withdraw, share } = await openTrip()
  await user.type(await screen.findByRole('textbox', { name: 'Add an item' }), 'Box of ')
  await user.paste('- Oats\n- Rice')
  await screen.findByRole('dialog', { name: 'Add pasted lines' })
  await withdraw()
  await screen.findByText('Trip is not there any more: what you typed is not saved')
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Copied.')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('Oats\nRice\nBox of ')
  await share('EDIT')
  expect(await screen.findByText('2 pasted lines not added yet.')).toBeTruthy()
})

test('an item half changed on a list that is taken away is not called deleted, and what was typed can be copied', async () => {
  const { user, withdraw, share, typeNotes } = await openTrip()
  await typeNotes('the big one')
  await withdraw()
  await screen.findByText('The list of Tent is not there any more: what you typed is not saved')
  expect(screen.queryByRole('button', { name: 'Bring it back' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Copied.')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('Tent\nthe big one')
  await share('EDIT')
  await user.click(await screen.findByRole('button', { name: 'Edit Tent' }))
  expect(await screen.findByRole('textbox', { name: 'Notes' })).toHaveProperty(
    'value',
    'the big one',
  )
})

test('once it is back, a mere look at that form saves nothing over what others wrote, and loses nothing', async () => {
  const { user, friend, withdraw, share, typeNotes } = await openTrip()
  await typeNotes('the big one')
  await withdraw()
  await share('EDIT')
  await done(friend, 'updateItem', { id: idOf('Tent'), notes: 'the one of Ben' })
  await screen.findByText('the one of Ben')
  async function look() {
    await user.click(await screen.findByRole('button', { name: 'Edit Tent' }))
    const notes = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' })
    expect(notes.value).toBe('the big one')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await look()
  await look()
  expect(screen.getByText('the one of Ben')).toBeTruthy()
})

test('notes of a list that is taken away can be copied, and stand in its settings once it is back', async () => {
  const { user, choose, withdraw, share } = await openTrip()
  await share('ADMIN')
  await choose('List settings')
  await user.type(await screen.findByRole('textbox', { name: 'Notes' }), 'Gate code 1234')
  await withdraw()
  await screen.findByText('Trip is not there any more: what you typed is not saved')
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Copied.')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('Gate code 1234')

  await share('ADMIN')
  await choose('List settings')
  expect(await screen.findByRole('textbox', { name: 'Notes' })).toHaveProperty(
    'value',
    'Gate code 1234',
  )
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await choose('List settings')
  expect(await screen.findByRole('textbox', { name: 'Notes' })).toHaveProperty('value', '')
})

const typings = [
  [
    'Rename',
    async ({ user }: Trip) => {
      await user.clear(await screen.findByRole('textbox', { name: 'List name' }))
      await user.type(screen.getByRole('textbox', { name: 'List name' }), 'Trip to the lake')
    },
    'Trip to the lake',
  ],
  [
    'Copy list',
    async ({ user }: Trip) =>
      user.type(await screen.findByRole('textbox', { name: 'Name of the copy' }), ' of May'),
    'Trip1 of May',
  ],
  [
    'Tags',
    async ({ user }: Trip) => {
      await user.type(await screen.findByRole('textbox', { name: 'New tag' }), 'Tools{Enter}')
      await user.type(screen.getByRole('textbox', { name: 'New tag' }), 'Rop')
    },
    'Tools\nRop',
  ],
] as const

test.each(typings)(
  'what was typed in “%s” of a list that is taken away can be copied',
  async (entry, type, typed) => {
    const trip = await openTrip()
    await trip.share('ADMIN')
    await trip.choose(entry)
    await type(trip)
    await trip.withdraw()
    await screen.findByText('Trip is not there any more: what you typed is not saved')
    await trip.user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('Copied.')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe(typed)
  },
)

describe('a dialog that its person may not use any more', () => {
  test.each(typings.filter(([entry]) => entry !== 'Copy list'))(
    '“%s” goes, says so, and lets what was typed be copied',
    async (entry, type, typed) => {
      const trip = await openTrip()
      await trip.share('ADMIN')
      await trip.choose(entry)
      await type(trip)
      await trip.share('EDIT')
      await screen.findByText('You are not Admin of Trip any more: what you typed is not saved')
      expect(screen.queryByRole('dialog')).toBeNull()
      await trip.user.click(screen.getByRole('button', { name: 'Copy' }))
      expect(await screen.findByText('Copied.')).toBeTruthy()
      expect(await navigator.clipboard.readText()).toBe(typed)
      await trip.share('ADMIN')
      await trip.user.click(screen.getByRole('button', { name: 'List options' }))
      expect(await screen.findByRole('menuitem', { name: entry })).toBeTruthy()
      expect(screen.queryByRole('dialog')).toBeNull()
    },
  )

  test('“List settings” keeps what was typed for the day the right is back', async () => {
    const { user, choose, share } = await openTrip()
    await share('ADMIN')
    await choose('List settings')
    await user.type(await screen.findByRole('textbox', { name: 'Notes' }), 'Gate code 1234')
    await share('EDIT')
    await screen.findByText('You are not Admin of Trip any more: what you typed is not saved')
    await share('ADMIN')
    await choose('List settings')
    expect(await screen.findByRole('textbox', { name: 'Notes' })).toHaveProperty(
      'value',
      'Gate code 1234',
    )
  })

  test('“Share” goes, and says so', async () => {
    const { choose, share } = await openTrip()
    await share('ADMIN')
    await choose('Share')
    await screen.findByRole('dialog', { name: 'Share Trip' })
    await share('EDIT')
    await screen.findByText('You are not Admin of Trip any more')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('“Delete Tent?” goes with the right to change items', async () => {
    const { user, share } = await openTrip(async ({ phone }) => {
      const [{ id }] = await done(phone, 'getByFilterUserConfig', { filters: {} })
      await done(phone, 'updateUserConfig', { id, itemConfirmDelete: true })
    })
    await user.click(await screen.findByRole('button', { name: 'Edit Tent' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit item' }))
    await user.click(form.getByRole('button', { name: 'Delete' }))
    await screen.findByRole('dialog', { name: 'Delete Tent?' })
    await share('VIEW')
    await screen.findByText(/^You can look at this list/)
    expect(screen.queryByRole('dialog')).toBeNull()
    await share('EDIT')
    await vi.waitFor(() => expect(screen.queryByText(/^You can look at this list/)).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('“Reset list” goes with the right to change items, “Copy list” stays', async () => {
    const { user, choose, share } = await openTrip()
    await choose('Reset list')
    await screen.findByRole('dialog', { name: 'Reset Trip?' })
    await share('VIEW')
    await screen.findByText(/^You can look at this list/)
    expect(screen.queryByRole('dialog')).toBeNull()
    await choose('Copy list')
    await user.type(await screen.findByRole('textbox', { name: 'Name of the copy' }), ' of May')
    await share('EDIT')
    await vi.waitFor(() => expect(screen.queryByText(/^You can look at this list/)).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    await screen.findByText('Trip1 of May copied')
  })
})
