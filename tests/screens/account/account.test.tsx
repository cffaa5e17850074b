/** Account settings: name, phone, password, devices, one's own data, and the end of an account. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { limits } from '../../../rules/limits.ts'
import { splitFullName } from '../../../rules/people/full-name.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { done } from '../../support/server/api.ts'
import { hold, holdLater, loseAnswer } from '../meddle.ts'
import { openApp } from '../stage.tsx'
import { openServer } from '../stage-server.ts'

const path = '/product/account'

interface OwnFile {
  readonly feedback: readonly { readonly id: string; readonly deviceLog: string | null }[]
}

/** In the place of the browser's downloads. */
function playDownload() {
  const files: Blob[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  URL.createObjectURL = blob => {
    files.push(blob as Blob)
    return 'blob:data'
  }
  onTestFinished(() => click.mockRestore())
  return {
    read: async (): Promise<OwnFile> => JSON.parse((await files.at(-1)?.text()) ?? ''),
  }
}

test('a full name is split at its first blank', () => {
  expect(splitFullName('  Ana Maria  Sol ')).toEqual({ firstName: 'Ana', lastName: 'Maria  Sol' })
  expect(splitFullName('Ana')).toEqual({ firstName: 'Ana', lastName: '' })
  expect(splitFullName(' ')).toEqual({ firstName: '', lastName: '' })
})

describe('account settings', () => {
  test('change name and phone, and say so in place', async () => {
    const { user, server } = await openApp({ path, signedIn: true })
    const name = await screen.findByRole('textbox', { name: 'Full name' })
    expect(name).toHaveProperty('value', 'Ana Kovač')
    const section = within(screen.getByRole('region', { name: 'Name and contact' }))
    await user.clear(name)
    await user.click(section.getByRole('button', { name: 'Save' }))
    expect(name.getAttribute('aria-invalid')).toBe('true')
    await user.type(name, 'Ana Maria Sol')
    await user.type(screen.getByRole('textbox', { name: 'Phone' }), '030 1234')
    await user.click(section.getByRole('button', { name: 'Save' }))
    expect(await section.findByText('Saved.')).toBeTruthy()
    await user.type(name, 'o')
    // That is not saved.
    expect(section.queryByText('Saved.')).toBeNull()
    expect((await server.phone.get('/auth/status')).body.user).toMatchObject({
      firstName: 'Ana',
      lastName: 'Maria Sol',
      phone: '030 1234',
    })
  })

  test('show what another device has changed, and hand that over', async () => {
    const download = playDownload()
    const { user, server, go } = await openApp({
      path: '/product',
      signedIn: true,
      lists: ['Weekly shop'],
      itemNames: ['Milk'],
    })
    await screen.findByRole('checkbox', { name: 'Milk' })
    const change = (basics: object) =>
      done(server.phone, 'updateUserBasics', { id: server.person.id, ...basics })
    await change({ firstName: 'Anna', phone: '030 1234' })
    await go({ to: path })
    const name = await screen.findByRole('textbox', { name: 'Full name' })
    await waitFor(() => expect(name).toHaveProperty('value', 'Anna Kovač'))
    expect(screen.getByRole('textbox', { name: 'Phone' })).toHaveProperty('value', '030 1234')
    await change({ firstName: 'Ann' })
    await user.click(screen.getByRole('button', { name: 'Download my data' }))
    await screen.findByText('Downloaded.')
    expect(await download.read()).toMatchObject({
      account: { firstName: 'Ann', phone: '030 1234' },
    })
  })

  test('keep what was typed where the server cannot be reached', async () => {
    const { user, server } = await openApp({ path, signedIn: true })
    const name = await screen.findByRole('textbox', { name: 'Full name' })
    server.reachable = false
    await user.clear(name)
    await user.type(name, 'Anna K')
    const section = within(screen.getByRole('region', { name: 'Name and contact' }))
    await user.click(section.getByRole('button', { name: 'Save' }))
    expect((await section.findByRole('alert')).textContent).toContain('could not be reached')
    expect(name).toHaveProperty('value', 'Anna K')
  })

  test('leave what another device changed meanwhile, and was not touched here', async () => {
    const { user, server } = await openApp({ path, signedIn: true })
    const name = await screen.findByRole('textbox', { name: 'Full name' })
    const phone = screen.getByRole('textbox', { name: 'Phone' })
    const section = within(screen.getByRole('region', { name: 'Name and contact' }))
    const save = () => user.click(section.getByRole('button', { name: 'Save' }))
    const rename = (firstName: string) =>
      done(server.phone, 'updateUserBasics', { id: server.person.id, firstName })
    await rename('Anna')
    await user.type(phone, '030')
    await save()
    await waitFor(() => expect(name).toHaveProperty('value', 'Anna Kovač'))
    await user.clear(name)
    await user.type(name, 'Anna Maria Sol')
    await save()
    const known = async () => (await server.phone.get('/auth/status')).body.user
    await waitFor(async () => expect(await known()).toMatchObject({ lastName: 'Maria Sol' }))
    await section.findByText('Saved.')
    await rename('Ann')
    await user.type(phone, ' 1234')
    await save()
    await waitFor(() => expect(name).toHaveProperty('value', 'Ann Maria Sol'))
    expect(await known()).toMatchObject({
      ...{ firstName: 'Ann', lastName: 'Maria Sol', phone: '030 1234' },
    })
  })

  test('keep what is typed while they are saved, and do not call it saved', async () => {
    const server = await openServer()
    const answer = hold(server, 'updateUserBasics')
    const { user, go } = await openApp({ path, signedIn: true, server })
    const name = await screen.findByRole('textbox', { name: 'Full name' })
    const section = within(screen.getByRole('region', { name: 'Name and contact' }))
    await user.clear(name)
    await user.type(name, 'Anna Kovač')
    await user.click(section.getByRole('button', { name: 'Save' }))
    await user.type(screen.getByRole('textbox', { name: 'Phone' }), '030')
    await answer()
    await section.findByRole('button', { name: 'Save' })
    expect(section.queryByText('Saved.')).toBeNull()
    await go({ to: '/product/friends' })
    await go({ to: path })
    expect(await screen.findByRole('textbox', { name: 'Phone' })).toHaveProperty('value', '030')
    const again = within(screen.getByRole('region', { name: 'Name and contact' }))
    await user.click(again.getByRole('button', { name: 'Save' }))
    await again.findByText('Saved.')
    expect((await server.phone.get('/auth/status')).body.user).toMatchObject({
      ...{ firstName: 'Anna', phone: '030' },
    })
  })

  test('keep showing what was saved where the network goes before it is told again', async () => {
    const server = await openServer()
    const plain = server.fetch
    let isAsked = false
    Object.assign(server, {
      async fetch(input: string, init: RequestInit) {
        isAsked ||= !server.reachable && input.includes('/auth/status')
        const answer = await plain(input, init)
        // The last that comes through.
        if (String(init.body).includes('updateUserBasics')) server.reachable = false
        return answer
      },
    })
    const { user } = await openApp({ path, signedIn: true, server })
    const section = within(await screen.findByRole('region', { name: 'Name and contact' }))
    const phone = section.getByRole('textbox', { name: 'Phone' })
    await user.type(phone, '+46 70 1')
    await user.click(section.getByRole('button', { name: 'Save' }))
    expect(await section.findByText('Saved.')).toBeTruthy()
    await waitFor(() => expect(isAsked).toBe(true))
    await act(() => new Promise<void>(resolve => setTimeout(resolve, 50)))
    expect(phone).toHaveProperty('value', '+46 70 1')
  })

  test('show what another device makes of what was saved here', async () => {
    const { user, server, account } = await openApp({ path, signedIn: true })
    const name = await screen.findByRole('textbox', { name: 'Full name' })
    await user.clear(name)
    await user.type(name, 'Anna Kovač')
    const section = within(screen.getByRole('region', { name: 'Name and contact' }))
    await user.click(section.getByRole('button', { name: 'Save' }))
    await section.findByText('Saved.')
    await done(server.phone, 'updateUserBasics', { id: server.person.id, firstName: 'Ann' })
    await act(() => account.check())
    await waitFor(() => expect(name).toHaveProperty('value', 'Ann Kovač'))
  })

  test('set a new password for the current one', async () => {
    const { user, server } = await openApp({ path, signedIn: true })
    const section = within(await screen.findByRole('region', { name: 'Password and passkeys' }))
    await user.type(section.getByLabelText('Current password'), 'correct horse')
    await user.type(section.getByLabelText('New password'), 'short')
    await user.click(section.getByRole('button', { name: 'Change password' }))
    expect(section.getByText(/Password is too short/)).toBeTruthy()
    await user.type(section.getByLabelText('New password'), ' but longer now')
    await user.click(section.getByRole('button', { name: 'Change password' }))
    expect(await section.findByText(/Your new password is set/)).toBeTruthy()
    expect(section.getByLabelText('New password')).toHaveProperty('value', '')
    const { body } = server.calls.find(({ call }) => call === 'updateUserPassword') ?? {}
    expect(body).toEqual({
      id: server.person.id,
      currentPassword: 'correct horse',
      newPassword: 'short but longer now',
    })
  })

  test('set a new password once, though the answer was lost and it is tried again', async () => {
    const server = await openServer()
    const plain = server.fetch
    let isLost = false
    Object.assign(server, {
      async fetch(input: string, init: RequestInit) {
        const answer = await plain(input, init)
        if (isLost || !String(init.body).includes('updateUserPassword')) return answer
        isLost = true
        throw new TypeError('Failed to fetch')
      },
    })
    const { user } = await openApp({ path, signedIn: true, server })
    const section = within(await screen.findByRole('region', { name: 'Password and passkeys' }))
    await user.type(section.getByLabelText('Current password'), 'correct horse')
    await user.type(section.getByLabelText('New password'), 'short but longer now')
    const button = section.getByRole('button', { name: 'Change password' })
    await user.click(button)
    await section.findByText(
      'The server could not be reached. Check your connection and try again.',
    )
    await user.click(button)
    await section.findByText(/Your new password is set/)
  })

  test('list the devices, this one first, and sign out one or all others', async () => {
    const server = await openServer()
    const { email: username } = server.person
    await server.server.client().post('/auth/login', { username, password: 'correct horse' })
    const { user } = await openApp({ path, signedIn: true, server })
    const list = within(await screen.findByRole('list', { name: 'Devices' }))
    await list.findByText('Chrome on Android')
    const rows = list.getAllByRole('listitem')
    expect(rows.map(row => row.textContent)[0]).toContain('Firefox on LinuxThis device, now')
    const phone = rows.find(row => row.textContent?.includes('Chrome on Android'))
    await user.click(within(phone as HTMLElement).getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(list.queryByText('Chrome on Android')).toBeNull())
    const everywhere = screen.getByRole('button', { name: 'Sign out everywhere else' })
    await user.click(everywhere)
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
    // Whoever pressed it is still there.
    expect(everywhere.getAttribute('aria-disabled')).toBe('true')
    expect(everywhere).toHaveProperty('disabled', false)
    const { body } = await server.browser.get('/auth/sessions')
    expect(body.sessions).toMatchObject([{ current: true }])
    expect(list.getByRole('link', { name: 'Sign out' })).toBeTruthy()
  })

  test('make a token for scripts, show it once, and end it after a question', async () => {
    const { user, server } = await openApp({ path, signedIn: true })
    const section = within(await screen.findByRole('region', { name: 'Access for scripts' }))
    await user.click(section.getByRole('button', { name: 'Make a token' }))
    const name = section.getByRole('textbox', { name: 'Name of the token' })
    expect(name.getAttribute('aria-invalid')).toBe('true')
    expect(section.getByText(/^Name is empty/).id).toBe(name.getAttribute('aria-describedby'))
    await user.type(name, 'Kitchen display')
    await user.selectOptions(section.getByRole('combobox', { name: 'It may' }), 'READ_WRITE')
    await user.click(section.getByRole('button', { name: 'Make a token' }))
    const made = await section.findByRole('textbox', { name: 'Your new token' })
    expect(made).toHaveProperty('value', expect.stringMatching(/^aisle_/))
    expect(name).toHaveProperty('value', '')
    expect(section.getByRole('status', { name: 'Access for scripts' }).textContent).toContain(
      'The token is made. Copy it now',
    )
    const row = within(await section.findByRole('listitem'))
    expect(row.getByText('Kitchen display')).toBeTruthy()
    expect(row.getByText('Reads and changes lists · Never used')).toBeTruthy()
    await user.click(row.getByRole('button', { name: 'End' }))
    const question = await screen.findByRole('dialog', { name: 'End “Kitchen display”?' })
    expect(question.textContent).toContain('Scripts that use “Kitchen display” get in no more.')
    await user.click(within(question).getByRole('button', { name: 'Keep' }))
    await waitFor(() => expect(question.isConnected).toBe(false))
    expect(await done(server.phone, 'getAllApiToken')).toHaveLength(1)
    await user.click(row.getByRole('button', { name: 'End' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End' }))
    expect(await section.findByText('“Kitchen display” has ended.')).toBeTruthy()
    expect(section.queryByRole('textbox', { name: 'Your new token' })).toBeNull()
    await waitFor(() => expect(section.queryByRole('listitem')).toBeNull())
    expect(await done(server.phone, 'getAllApiToken')).toEqual([])
  })

  test('list a token whose answer was lost, so that it can be ended', async () => {
    const server = await openServer()
    loseAnswer(server, 'createApiToken')
    const { user } = await openApp({ path, signedIn: true, server })
    const section = within(await screen.findByRole('region', { name: 'Access for scripts' }))
    await user.type(section.getByRole('textbox', { name: 'Name of the token' }), 'Lamp')
    await user.click(section.getByRole('button', { name: 'Make a token' }))
    const row = within(await section.findByRole('listitem'))
    await user.click(row.getByRole('button', { name: 'End' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End' }))
    expect(await section.findByText('“Lamp” has ended.')).toBeTruthy()
  })

  test('list what could not be asked for as soon as the network is back', async () => {
    const server = await openServer()
    await done(server.phone, 'createApiToken', { name: 'Lamp', scope: 'READ' })
    server.reachable = false
    await openApp({ path, signedIn: true, server })
    const noAnswer = 'The server could not be reached. Check your connection and try again.'
    await waitFor(() => expect(screen.getAllByText(noAnswer)).toHaveLength(4))
    server.reachable = true
    act(() => void window.dispatchEvent(new Event('online')))
    await screen.findByText('Lamp')
    await screen.findByText('Firefox on Linux')
    expect(screen.queryByText(noAnswer)).toBeNull()
  })

  test('keep the tokens that were read where they cannot be read anew', async () => {
    const server = await openServer()
    await done(server.phone, 'createApiToken', { name: 'Lamp', scope: 'READ' })
    const { user } = await openApp({ path, signedIn: true, server })
    const section = within(await screen.findByRole('region', { name: 'Access for scripts' }))
    await section.findByText('Lamp')
    server.reachable = false
    await user.type(section.getByRole('textbox', { name: 'Name of the token' }), 'Fridge')
    await user.click(section.getByRole('button', { name: 'Make a token' }))
    const again = await section.findByRole('button', { name: 'Try again' })
    expect(section.getByText('Lamp')).toBeTruthy()
    server.reachable = true
    await user.click(again)
    await waitFor(() => expect(again.isConnected).toBe(false))
    expect(section.getByText('Lamp')).toBeTruthy()
  })

  test('do not call a token copied because the one before it was', async () => {
    const { user } = await openApp({ path, signedIn: true })
    const section = within(await screen.findByRole('region', { name: 'Access for scripts' }))
    async function make(name: string) {
      await user.type(section.getByRole('textbox', { name: 'Name of the token' }), name)
      await user.click(section.getByRole('button', { name: 'Make a token' }))
      return section.findByRole('textbox', { name: 'Your new token' })
    }
    const value = (await make('Lamp')).getAttribute('value')
    await user.click(section.getByRole('button', { name: 'Copy' }))
    await section.findByText('Copied.')
    await make('Fridge')
    const made = () => section.getByRole('textbox', { name: 'Your new token' })
    await waitFor(() => expect(made().getAttribute('value')).not.toBe(value))
    expect(section.queryByText('Copied.')).toBeNull()
  })

  test('keep the name of a token that is typed while another one is made', async () => {
    const server = await openServer()
    const answer = hold(server, 'createApiToken')
    const { user } = await openApp({ path, signedIn: true, server })
    const name = await screen.findByRole('textbox', { name: 'Name of the token' })
    await user.type(name, 'Lamp')
    await user.click(screen.getByRole('button', { name: 'Make a token' }))
    await user.clear(name)
    await user.type(name, 'Fridge')
    await answer()
    expect(await screen.findByRole('textbox', { name: 'Your new token' })).toBeTruthy()
    expect(name).toHaveProperty('value', 'Fridge')
  })

  test('say while they ask once more what could not be read', async () => {
    const server = await openServer()
    server.trouble = 'Closed for repairs.'
    const held = holdLater(server, 'getAllApiToken')
    const { user } = await openApp({ path, signedIn: true, server })
    const section = within(await screen.findByRole('region', { name: 'Access for scripts' }))
    const note = await section.findByText('Closed for repairs.')
    const region = note.closest('[role="status"]')
    const again = section.getByRole('button', { name: 'Try again' })
    server.trouble = undefined
    held.begin()
    await user.click(again)
    expect(region?.textContent).toBe('Asking the server…Try again')
    expect(again.getAttribute('aria-disabled')).toBe('true')
    expect(document.activeElement).toBe(again)
    await held.end()
    await waitFor(() => expect(again.isConnected).toBe(false))
    expect(region?.isConnected).toBe(true)
  })

  test('hand over all data as a file, also without a network', async () => {
    const download = playDownload()
    const { user, server, go } = await openApp({
      path: '/product',
      signedIn: true,
      lists: ['Weekly shop'],
      itemNames: ['Milk'],
    })
    await screen.findByRole('checkbox', { name: 'Milk' })
    await go({ to: path })
    server.reachable = false
    await user.click(await screen.findByRole('button', { name: 'Download my data' }))
    const said =
      'Downloaded what is on this device. Not in it: your feedback. The server could not be reached. Check your connection and try again.'
    expect(await screen.findByText(said)).toBeTruthy()
    const data = await download.read()
    expect(data).toMatchObject({
      account: { email: 'ana@example.org' },
      lists: [{ name: 'Weekly shop', items: [{ name: 'Milk' }] }],
    })
    expect(JSON.stringify(data)).not.toContain('__typename')
  })

  test('hand over all feedback with its logs, however much it is', {
    timeout: 60_000,
  }, async () => {
    const download = playDownload()
    const server = await openServer()
    const { query } = server.server.db
    const { id } = await done(server.phone, 'createFeedback', { feedback: 'Slow', rating: 1 })
    const row = await query
      .selectFrom('feedback')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const log = 'x'.repeat(limits.deviceLog)
    for (let made = 1; made < 400; made++) {
      const one = { ...row, id: newId(), device_log: log }
      await query.insertInto('feedback').values(one).execute()
    }
    const { user } = await openApp({ path, signedIn: true, server })
    await user.click(await screen.findByRole('button', { name: 'Download my data' }))
    expect(await screen.findByText('Downloaded.', {}, { timeout: 30_000 })).toBeTruthy()
    const { feedback } = await download.read()
    expect(new Set(feedback.map(one => one.id)).size).toBe(400)
    expect(feedback.filter(one => one.deviceLog === log)).toHaveLength(399)
  })

  test('say of the file what it lacks, in the words of the server', async () => {
    const download = playDownload()
    const server = await openServer()
    await server.addList('Weekly shop', ['Milk'])
    const change = Promise.withResolvers<never>()
    const fetch: typeof server.fetch = (input, init) =>
      String(init.body).includes('"changes"') ? change.promise : server.fetch(input, init)
    const { user } = await openApp({ path, signedIn: true, server: { ...server, fetch } })
    await user.click(await screen.findByRole('button', { name: 'Download my data' }))
    expect(screen.getByText('Collecting your data…')).toBeTruthy()
    change.reject(new TypeError('Failed to fetch'))
    const said = await screen.findByText(/^Downloaded/)
    expect(said.textContent).toContain('Not in it: your lists and friends.')
    expect(await download.read()).toMatchObject({
      lists: [],
      notice: expect.stringContaining('your lists and friends'),
    })
  })

  test('say why the feedback is not in the file where the server was reached', async () => {
    playDownload()
    const { user, server, go } = await openApp({
      path: '/product',
      signedIn: true,
      lists: ['Weekly shop'],
      itemNames: ['Milk'],
    })
    await screen.findByRole('checkbox', { name: 'Milk' })
    await go({ to: path })
    server.trouble = 'One thing after the other, please.'
    await user.click(await screen.findByRole('button', { name: 'Download my data' }))
    const said =
      'Downloaded what is on this device. Not in it: your feedback. One thing after the other, please.'
    expect(await screen.findByText(said)).toBeTruthy()
  })

  test('hand over what is on the device where the session has ended, and stay', async () => {
    const download = playDownload()
    const {
      user,
      server,
      go,
      path: shown,
    } = await openApp({
      path: '/product',
      signedIn: true,
      lists: ['Weekly shop'],
      itemNames: ['Milk'],
    })
    await screen.findByRole('checkbox', { name: 'Milk' })
    await go({ to: path })
    await server.endSession()
    await user.click(await screen.findByRole('button', { name: 'Download my data' }))
    const said = /^Downloaded what is on this device\. Not in it: your feedback\. .*Sign in/
    expect(await screen.findByText(said)).toBeTruthy()
    expect(shown()).toBe(path)
    expect(await download.read()).toMatchObject({ lists: [{ items: [{ name: 'Milk' }] }] })
  })

  test('delete the account, after which nothing of it is on the device', async () => {
    const { user, server, local } = await openApp({ path, signedIn: true, lists: ['Weekly shop'] })
    await user.click(await screen.findByRole('link', { name: 'Delete account' }))
    expect(await screen.findByRole('heading', { name: 'What goes' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Delete my account' }))
    expect(await screen.findByText(/^Write your password\./)).toBeTruthy()
    const asked = () => server.calls.filter(({ call }) => call === 'deleteUser')
    expect(asked()).toEqual([])
    await user.type(screen.getByLabelText('Password'), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Delete my account' }))
    expect(await screen.findByText(/^Password is wrong/)).toBeTruthy()
    await user.clear(screen.getByLabelText('Password'))
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Delete my account' }))
    expect(await screen.findByText('Nothing of your lists is left on this device.')).toBeTruthy()
    const { id } = server.person
    expect(asked().at(-1)?.body).toEqual({ id, password: 'correct horse', handOver: true })
    expect(local.get('aisle.user')).toBeUndefined()
  })
})

test('an account that ended on another device leaves nothing here', async () => {
  const first = await openApp({
    path: '/product',
    signedIn: true,
    lists: ['Weekly shop'],
    itemNames: ['Milk'],
  })
  await screen.findByRole('checkbox', { name: 'Milk' })
  const { server, local } = first
  await first.close()
  await done(server.phone, 'deleteUser', { id: server.person.id, password: 'correct horse' })
  await openApp({ path: '/product', server, local })
  expect(await screen.findByText('Nothing of your lists is left on this device.')).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: 'Milk' })).toBeNull()
  expect(local.get('aisle.user')).toBeUndefined()
})

test('an open page of an account that ended on another device learns it by what it sends', async () => {
  const { user, server, local } = await openApp({
    path: '/product',
    signedIn: true,
    lists: ['Weekly shop'],
    itemNames: ['Milk'],
  })
  const milk = await screen.findByRole('checkbox', { name: 'Milk' })
  await done(server.phone, 'deleteUser', { id: server.person.id, password: 'correct horse' })
  await user.click(milk)
  expect(await screen.findByText('Nothing of your lists is left on this device.')).toBeTruthy()
  expect(screen.getByText('Your account was deleted.')).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: 'Milk' })).toBeNull()
  expect(local.get('aisle.user')).toBeUndefined()
})
