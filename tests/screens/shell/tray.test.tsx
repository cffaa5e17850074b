/** What the server would not take: readable whole, kept where its list is gone, and let go only on purpose. */
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { openApp } from '../stage.tsx'
import { idOf, openServer } from '../stage-server.ts'

const path = `/product?list=${idOf('Weekly shop')}`

async function openList(...itemNames: string[]) {
  return openWith({ lists: ['Weekly shop', 'Pantry'], itemNames })
}

/** A list that a friend shares. */
async function openSharedList(...itemNames: string[]) {
  const server = await openServer()
  const { protect, release } = await server.addSharedList('Weekly shop', itemNames)
  const stage = await openWith({ server, itemNames })
  return {
    ...stage,
    /** For the moment they let nobody change it. */
    async refuseTick(name: string) {
      const box = () => screen.getByRole('checkbox', { name, hidden: true })
      const isLocked = (locked: boolean) =>
        waitFor(() => expect(box()).toHaveProperty('disabled', locked))
      await stage.refuse(protect, () => stage.user.click(box()))
      await isLocked(true)
      await release()
      await isLocked(false)
    },
  }
}

async function openWith(options: Omit<Parameters<typeof openApp>[0], 'path'>) {
  const stage = await openApp({ path, signedIn: true, ...options })
  for (const name of options.itemNames ?? []) await screen.findByRole('checkbox', { name })
  const { user, server } = stage
  const look = async (count = 1) =>
    user.click(await screen.findByRole('button', { name: `${count} to look at` }))
  return {
    ...stage,
    /** What is done here is refused, since something else was done elsewhere before. */
    async refuse(elsewhere: () => Promise<void>, act: () => Promise<void>) {
      const before = tray() === null ? 0 : within(theTray()).getAllByRole('listitem').length
      if (tray() !== null) await user.keyboard('{Escape}')
      await elsewhere()
      await act()
      await look(before + 1)
      await waitFor(() =>
        expect(within(theTray()).getAllByRole('listitem').length).toBeGreaterThan(before),
      )
    },
    look,
    /** Meanwhile somebody deletes the list. */
    async renameWhatIsDeleted(name: string) {
      await user.click(screen.getByRole('button', { name: 'List options' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
      const box = await screen.findByRole('textbox', { name: 'List name' })
      await user.clear(box)
      await server.deleteList('Weekly shop')
      await user.type(box, `${name}{Enter}`)
      await screen.findByRole('heading', { name: 'This list is not there' })
    },
  }
}

const tray = () => screen.queryByRole('region', { name: 'Could not be saved' })
const theTray = () => screen.getByRole('region', { name: 'Could not be saved' })
const inTray = (name: string) => within(theTray()).getByRole('button', { name })

describe('what could not be saved', () => {
  test('is readable whole, and can be copied', async () => {
    const { user, server, refuse } = await openList('Milk')
    const deleted = () => server.deleteItem('Milk')
    await refuse(deleted, async () => {
      await user.click(screen.getByRole('button', { name: 'Edit Milk' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Edit item' }))
      await user.type(dialog.getByRole('textbox', { name: 'Quantity to buy' }), '2.5')
      await user.type(dialog.getByRole('textbox', { name: 'Notes' }), 'In glass')
      await user.click(dialog.getByRole('button', { name: 'Save' }))
    })
    const shown = within(theTray())
    expect(shown.getByText('Change Milk')).toBeTruthy()
    expect(shown.getByText('Quantity to buy:').nextSibling?.textContent).toBe('2.5')
    expect(shown.getByText('Notes:').nextSibling?.textContent).toBe('In glass')
    expect(shown.queryByText('Name:')).toBeNull()
    // Who goes from button to button hears which change they are about.
    for (const name of ['Try again', 'Copy', 'Discard'])
      expect(shown.getByRole('button', { name, description: 'Change Milk' })).toBeTruthy()
    await user.click(inTray('Copy'))
    expect(await shown.findByText('Copied.')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe(
      'Change Milk\nQuantity to buy: 2.5\nNotes: In glass',
    )
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    await user.click(inTray('Copy'))
    expect(await shown.findByText('This browser does not let the app copy.')).toBeTruthy()
  })

  test('is tried again, or let go, all at once; letting go asks first', async () => {
    const { user, server, refuseTick } = await openSharedList('Milk', 'Eggs', 'Bread')
    for (const name of ['Milk', 'Eggs']) await refuseTick(name)
    await user.click(inTray('Try all again'))
    await waitFor(() => expect(tray()).toBeNull())
    await waitFor(async () =>
      expect((await server.items()).map(item => item.purchased)).toEqual([true, true, false]),
    )

    await refuseTick('Bread')
    expect(screen.queryByRole('button', { name: 'Discard all' })).toBeNull()
    await refuseTick('Eggs')
    await user.click(inTray('Discard all'))
    await user.click(await screen.findByRole('button', { name: 'Keep' }))
    expect(within(theTray()).getAllByRole('listitem')).toHaveLength(2)
    await user.click(inTray('Discard all'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard 2 changes?' }))
    await user.click(dialog.getByRole('button', { name: 'Discard all' }))
    await waitFor(() => expect(tray()).toBeNull())
  })
})

test('several changes of one list that is gone are let go together, and that asks first', async () => {
  const { user, server } = await openList('Milk')
  server.reachable = false
  const box = await screen.findByRole('textbox', { name: 'Add an item' })
  for (const name of ['Bread', 'Eggs', 'Cheese']) await user.type(box, `${name}{Enter}`)
  await server.deleteList('Weekly shop')
  server.reachable = true
  server.stalled = false
  await user.click(await screen.findByRole('button', { name: 'Show what I changed' }))
  expect(await screen.findByText('and 2 changes of the same list')).toBeTruthy()
  await user.click(inTray('Discard'))
  await user.click(await screen.findByRole('button', { name: 'Keep' }))
  expect(inTray('Keep as a new list')).toBeTruthy()
  await user.click(inTray('Discard'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Discard 3 changes?' }))
  await user.click(dialog.getByRole('button', { name: 'Discard all' }))
  await waitFor(() => expect(tray()).toBeNull())
})

describe('a list that was renamed and is gone', () => {
  test('leads from where it was to the tray, and is opened where it is kept', async () => {
    const { user, renameWhatIsDeleted } = await openList('Milk')
    await renameWhatIsDeleted('Party')
    await user.click(await screen.findByRole('button', { name: 'Show what I changed' }))
    await waitFor(() => expect(document.activeElement).toBe(theTray()))
    expect(
      within(theTray()).getByText('“Keep as a new list” makes a list Party of your own with Milk.'),
    ).toBeTruthy()
    await user.click(inTray('Keep as a new list'))
    expect(await screen.findByRole('heading', { name: 'Party' })).toBeTruthy()
    expect(await screen.findByRole('checkbox', { name: 'Milk' })).toBeTruthy()
    expect(tray()).toBeNull()
  })

  test('says beforehand that nothing will be on it, where nothing was', async () => {
    const { user, renameWhatIsDeleted } = await openList()
    await screen.findByRole('heading', { name: 'Weekly shop' })
    await renameWhatIsDeleted('Party')
    await user.click(await screen.findByRole('button', { name: 'Show what I changed' }))
    const kept = '“Keep as a new list” makes a list Party of your own with nothing on it.'
    expect(await screen.findByText(kept)).toBeTruthy()
  })

  test('says where it is kept to whoever looks at another', async () => {
    const { user, go, look, renameWhatIsDeleted } = await openList('Milk')
    await renameWhatIsDeleted('Party')
    await go({ to: '/product', search: { list: idOf('Pantry') } })
    await screen.findByRole('heading', { name: 'Pantry' })
    await look()
    await user.click(inTray('Keep as a new list'))
    expect(await screen.findByText('It is on the list Party.')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Pantry' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Open' }))
    expect(await screen.findByRole('heading', { name: 'Party' })).toBeTruthy()
  })

  test('leads back to the other lists', async () => {
    const { user, go } = await openList('Milk')
    await go({ to: '/product', search: { list: 'elsewhere' } })
    await screen.findByRole('heading', { name: 'This list is not there' })
    expect(screen.queryByRole('button', { name: 'Show what I changed' })).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Show my lists' }))
    expect(await screen.findByRole('heading', { name: 'Weekly shop' })).toBeTruthy()
  })
})
