import { setTimeout } from 'node:timers/promises'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { upToDate } from '../../../src/parts/perform/use-refresh.ts'
import { wideQuery } from '../../../src/ui/use-media-query.ts'
import { matchQuery } from '../../support/match-query.ts'
import { openApp } from '../stage.tsx'

async function openList() {
  const stage = await openApp({
    path: '/product',
    signedIn: true,
    lists: ['Weekly shop'],
    itemNames: ['Milk'],
  })
  await screen.findByRole('checkbox', { name: 'Milk' })
  return stage
}

/** Without what the quick-add box says of itself. */
function spoken(): readonly (string | null)[] {
  return [...document.querySelectorAll('[aria-live=polite].sr-only')]
    .map(region => region.textContent)
    .filter(words => words !== '' && !words?.startsWith('Added '))
}

const settling = { timeout: 30_000 }

test('a screen reader hears that changes wait and that they arrived, never their count', async () => {
  const { user, server } = await openList()
  expect(screen.getByRole('status', { name: 'Sync' }).getAttribute('aria-live')).toBe('off')
  server.reachable = false
  const heard: (string | null)[] = []
  const note = () => heard.push(...spoken().filter(words => words !== heard.at(-1)))
  const watch = new MutationObserver(note)
  watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  for (const name of ['Bread', 'Eggs', 'Figs']) {
    await user.type(screen.getByRole('textbox', { name: 'Add an item' }), `${name}{Enter}`)
  }
  await waitFor(() => expect(heard).toEqual(['Offline, with changes waiting']), settling)
  await user.click(screen.getByRole('button', { name: 'Show what waits' }))
  const send = await screen.findByRole('button', { name: 'Send now' })
  server.reachable = true
  await user.click(send)
  await waitFor(
    () => expect(heard).toEqual(['Offline, with changes waiting', 'All changes saved']),
    settling,
  )
  watch.disconnect()
})

test('a screen reader hears that a change could not be saved, and nothing when it is let go', async () => {
  const { user, server } = await openList()
  await server.deleteItem('Milk')
  await user.click(screen.getByRole('checkbox', { name: 'Milk' }))
  await waitFor(() => expect(spoken()).toEqual(['1 change could not be saved']), settling)
  // The line beside the tray says nothing else.
  const line = screen.getByRole('status', { name: 'Sync' })
  expect(line.textContent).toBe('1 change could not be saved')
  await user.click(screen.getByRole('button', { name: '1 to look at' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(line.textContent).toBe('All changes saved'))
  await waitFor(() => expect(spoken()).toEqual([]), settling)
})

test('a screen reader hears of the page that was opened from the column beside it, and of no other', async () => {
  matchQuery(wideQuery)
  // As index.html has one.
  document.title = 'Aisle'
  const { user, go } = await openApp({
    path: '/product',
    signedIn: true,
    lists: ['Weekly shop', 'Pantry'],
  })
  await screen.findByRole('heading', { name: 'Weekly shop' })
  expect(spoken()).toEqual([])
  const column = within(screen.getByRole('navigation', { name: 'Lists' }))
  const pantry = column.getByRole('link', { name: /^Pantry/ })
  pantry.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(spoken()).toEqual(['Pantry – Aisle']))
  expect(document.activeElement).toBe(pantry)
  pantry.blur()
  await go({ to: '/product/friends' })
  await screen.findByRole('heading', { name: 'Friends' })
  await waitFor(() => expect(spoken()).toEqual([]))
})

test('who asks the server by hand hears what came of it, each time', async () => {
  const { user, server } = await openList()
  await user.click(screen.getByRole('button', { name: 'Show what waits' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Changes on this device' }))
  const check = dialog.getByRole('button', { name: 'Check now' })
  const shown = new Set<string>()
  const watch = new MutationObserver(() => shown.add(check.textContent))
  watch.observe(check, { childList: true, subtree: true, characterData: true })
  await user.click(check)
  await dialog.findByText('Your lists are up to date.')
  await waitFor(() => expect([...shown]).toEqual(['Asking…', 'Check now']))
  watch.disconnect()
  server.reachable = false
  await user.click(check)
  const said = await dialog.findByText('The server cannot be reached.')
  expect(said.closest('[role=status]')).not.toBeNull()
})

test('nothing is called up to date beside what says otherwise', async () => {
  const { user, server, account } = await openList()
  await user.click(screen.getByRole('button', { name: 'Show what waits' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Changes on this device' }))
  await user.click(dialog.getByRole('button', { name: 'Check now' }))
  await dialog.findByText(upToDate)
  server.reachable = false
  await act(() => account.state.get().offline?.refresh())
  await dialog.findByText('Offline')
  expect(dialog.queryByText(upToDate)).toBeNull()
  await user.keyboard('{Escape}')

  await server.deleteItem('Milk')
  await user.click(screen.getByRole('checkbox', { name: 'Milk' }))
  await user.click(screen.getByRole('button', { name: 'Show what waits' }))
  const again = within(await screen.findByRole('dialog', { name: 'Changes on this device' }))
  server.reachable = true
  await user.click(await again.findByRole('button', { name: 'Send now' }))
  await again.findByText('1 change could not be saved')
  await user.click(await again.findByRole('button', { name: 'Check now' }))
  await again.findByText('The server has answered.')
  expect(again.queryByText(upToDate)).toBeNull()
})

test('what the page says of itself is heard beneath a dialog, which hides all that is not called live', async () => {
  await openList()
  const regions = [
    screen.getByRole('status', { name: 'Storage' }),
    screen.getByRole('status', { name: '' }),
  ]
  expect(regions.map(region => region.getAttribute('aria-live'))).toEqual(['polite', 'polite'])
})

test('nobody is told that the device is offline after it was back, with a change that could not be saved', async () => {
  const { user, server } = await openList()
  await server.deleteItem('Milk')
  server.reachable = false
  await user.click(screen.getByRole('checkbox', { name: 'Milk' }))
  await waitFor(() => expect(spoken()).toEqual(['Offline, with changes waiting']), settling)
  await user.click(screen.getByRole('button', { name: 'Show what waits' }))
  const send = await screen.findByRole('button', { name: 'Send now' })
  server.reachable = true
  await user.click(send)
  await waitFor(() => expect(spoken()).toEqual(['1 change could not be saved']), settling)
})

test('a screen reader hears that a name is there twice, in a region that was there before', async () => {
  const { user } = await openList()
  const regions = [...document.querySelectorAll('[aria-live=polite]')]
  await user.type(screen.getByRole('textbox', { name: 'Add an item' }), 'milk{Enter}')
  const twins = await screen.findByRole('region', { name: 'On the list twice' })
  expect(regions.filter(region => region.contains(twins))).toHaveLength(1)
})

/** The alerts that came since, in the order in which they were put there: a reader reads what is put there. */
function hearAlerts(): () => readonly string[] {
  let heard: string[] = []
  const watch = new MutationObserver(records => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof Element && node.role === 'alert') heard.push(node.textContent)
    }
  })
  watch.observe(document.body, { childList: true, subtree: true })
  onTestFinished(() => watch.disconnect())
  return () => {
    const since = heard
    heard = []
    return since
  }
}

test.each([
  ['Rename', 'List name', 'List name is empty. Write at least one character.'],
  ['Tags', 'New tag', 'Tag is empty. Write at least one character.'],
])(
  'a screen reader hears it each time that Enter refuses what stands there: %s',
  async (entry, box, why) => {
    const { user } = await openList()
    await user.click(screen.getByRole('button', { name: 'List options' }))
    await user.click(await screen.findByRole('menuitem', { name: entry }))
    const field = await screen.findByRole('textbox', { name: box })
    await user.clear(field)
    const heard = hearAlerts()
    for (const _ of ['first', 'second', 'third']) {
      await user.type(field, '{Enter}')
      await setTimeout(10)
      expect(new Set(heard())).toEqual(new Set([why]))
    }
    const said = screen.getByText(why)
    expect(field.getAttribute('aria-describedby')).toBe(said.id)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await user.type(field, 'Party')
    expect(said.isConnected).toBe(false)
    expect(heard()).toEqual([])
  },
)

test.each([
  ['Rename', 'List name'],
  ['Tags', 'New tag'],
  ['List settings', 'Notes'],
])(
  'a screen reader hears it each time that Escape or Back cannot save what stands there: %s',
  async (entry, box) => {
    const { user, back } = await openList()
    await user.click(screen.getByRole('button', { name: 'List options' }))
    await user.click(await screen.findByRole('menuitem', { name: entry }))
    const field = await screen.findByRole('textbox', { name: box })
    await user.clear(field)
    await user.click(field)
    await user.paste('m'.repeat(5001))
    const heard = hearAlerts()
    for (const close of [() => user.keyboard('{Escape}'), back, () => user.keyboard('{Escape}')]) {
      await close()
      await setTimeout(10)
      expect(heard()).toEqual([expect.stringContaining('too long')])
    }
  },
)

test('a screen reader hears it each time that Enter refuses what shall be added', async () => {
  const { user } = await openList()
  const field = screen.getByRole('textbox', { name: 'Add an item' })
  await user.click(field)
  await user.paste('m'.repeat(201))
  const heard = hearAlerts()
  for (const _ of ['first', 'second']) {
    await user.keyboard('{Enter}')
    await setTimeout(10)
    expect(new Set(heard()).size).toBe(1)
  }
})

test('who presses “Add” is led to the tag that cannot be one, and hears why', async () => {
  const { user } = await openList()
  await user.click(screen.getByRole('button', { name: 'List options' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Tags' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Tags' }))
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  const alert = dialog.getByRole('alert')
  const field = dialog.getByRole('textbox', { name: 'New tag' })
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('aria-describedby')).toBe(alert.id)
})
