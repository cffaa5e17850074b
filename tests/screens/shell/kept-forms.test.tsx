/** Nothing typed is lost: whatever closes a form keeps what was changed, with Undo. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { limits } from '../../../rules/limits.ts'
import { deleteItem, deleteItems, updateItem } from '../../../src/cache/edits/item-edits.ts'
import {
  renameShoppingList,
  updateShoppingList,
} from '../../../src/cache/edits/shopping-list-edits.ts'
import { listCacheId } from '../../../src/cache/records/cache-ids.ts'
import { panelQuery } from '../../../src/ui/use-media-query.ts'
import { matchQuery } from '../../support/match-query.ts'
import { createMemoryKeyValue } from '../../support/memory-key-value.ts'
import { done } from '../../support/server/api.ts'
import { shop, showList } from '../list/list-stage.tsx'
import { createKey } from '../passkey-stage.ts'
import { openApp } from '../stage.tsx'
import { idOf } from '../stage-server.ts'

type Stage = Awaited<ReturnType<typeof showList>>

async function openEditor() {
  const stage = await showList({ items: ['Milk', 'Bread'], tags: { bread: 'Bakery' } })
  await stage.user.click(screen.getByRole('button', { name: 'Edit Milk' }))
  return { ...stage, dialog: await screen.findByRole('dialog', { name: 'Edit item' }) }
}

const box = (dialog: HTMLElement, name: string) => within(dialog).getByRole('textbox', { name })
const milk = ({ plain }: Stage) => plain.peek('Item:milk')

test.each<[string, (stage: Stage & { dialog: HTMLElement }) => Promise<unknown>]>([
  [
    'the cross',
    ({ user, dialog }) => user.click(within(dialog).getByRole('button', { name: 'Close' })),
  ],
  ['Escape', ({ user }) => user.keyboard('{Escape}')],
  ['Back', async ({ back }) => back()],
  ['another page', async ({ shown }) => shown.unmount()],
])('%s keeps what was typed of an item, and Undo takes it back', async (_, close) => {
  const stage = await openEditor()
  const { user, dialog, said, pressToast } = stage
  await user.type(box(dialog, 'Notes'), 'the fresh one')
  await user.type(box(dialog, 'Quantity to buy'), '2')
  await close(stage)
  await waitFor(() => expect(milk(stage)).toMatchObject({ notes: 'the fresh one' }))
  expect(milk(stage)).toMatchObject({ quantityToPurchase: 2 })
  expect(said()).toEqual(['Milk changed'])
  pressToast()
  expect(milk(stage)).toMatchObject({ notes: null, quantityToPurchase: null })
})

test('what cannot be saved is told, the rest is kept, and it stands there when the form is opened again', async () => {
  const stage = await openEditor()
  const { user, dialog, said } = stage
  await user.type(box(dialog, 'Quantity to buy'), 'x')
  await user.type(box(dialog, 'Notes'), 'the fresh one')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(milk(stage)).toMatchObject({ notes: 'the fresh one' }))
  expect(said()[0]).toMatch(/^Not all of Milk is saved: Quantity to buy is not a number/)
  await user.click(screen.getByRole('button', { name: 'Edit Milk' }))
  const again = await screen.findByRole('dialog', { name: 'Edit item' })
  expect(box(again, 'Quantity to buy')).toHaveProperty('value', 'x')
})

test('what was saved of such a form is the item’s: opened again, it takes back neither Undo nor what the partner wrote', async () => {
  const stage = await openEditor()
  const { user, dialog, plain, happens, pressToast } = stage
  async function again() {
    await user.click(screen.getByRole('button', { name: 'Edit Milk' }))
    return screen.findByRole('dialog', { name: 'Edit item' })
  }
  await user.type(box(dialog, 'Quantity to buy'), '2 x')
  await user.type(box(dialog, 'Notes'), 'the fresh one')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(milk(stage)).toMatchObject({ notes: 'the fresh one' }))
  pressToast()
  await again()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(milk(stage)).toMatchObject({ notes: null })

  happens(() => plain.perform(updateItem, { id: 'milk', notes: 'oat' }))
  const form = await again()
  expect(box(form, 'Notes')).toHaveProperty('value', 'oat')
  await user.clear(box(form, 'Quantity to buy'))
  await user.type(box(form, 'Quantity to buy'), '2')
  await user.click(within(form).getByRole('button', { name: 'Save' }))
  expect(milk(stage)).toMatchObject({ notes: 'oat', quantityToPurchase: 2 })
})

test('tags stay together where the one that is typed cannot be one, and what is left is of the item as it was saved', async () => {
  const stage = await openEditor()
  const { user, dialog, plain, happens } = stage
  const tag = 'x'.repeat(limits.name + 1)
  await user.click(within(dialog).getByRole('button', { name: 'Bakery' }))
  await user.click(box(dialog, 'Tags'))
  await user.paste(tag)
  await user.type(box(dialog, 'Notes'), 'the fresh one')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(milk(stage)).toMatchObject({ notes: 'the fresh one' }))
  await user.click(screen.getByRole('button', { name: 'Edit Milk' }))
  const form = await screen.findByRole('dialog', { name: 'Edit item' })
  expect(box(form, 'Tags')).toHaveProperty('value', tag)
  expect(within(form).getByRole('button', { name: 'Take Bakery off' })).toBeTruthy()
  happens(() => plain.perform(deleteItem, { id: 'milk' }))
  await within(form).findByText('This item was deleted meanwhile.')
  expect(box(form, 'Notes')).toHaveProperty('value', 'the fresh one')
})

test('of an item that somebody deleted meanwhile it stands there, and brings it back', async () => {
  const stage = await openEditor()
  const { user, dialog, plain, happens, names } = stage
  await user.type(box(dialog, 'Notes'), 'the fresh one')
  // They are read out where they are put into what is there already.
  const regions = within(dialog).getAllByRole('status')
  happens(() => plain.perform(deleteItem, { id: 'milk' }))
  expect(regions).toContain(await within(dialog).findByText('This item was deleted meanwhile.'))
  expect(box(dialog, 'Notes')).toHaveProperty('value', 'the fresh one')
  await user.type(box(dialog, 'Quantity to buy'), '2')
  await user.click(within(dialog).getByRole('button', { name: 'Bring it back' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(names(shop)).toEqual(['Bread', 'Milk'])
  expect(stage.waiting().at(-1)).toMatchObject({
    name: 'createItem',
    variables: {
      shoppingListId: shop,
      name: 'Milk',
      notes: 'the fresh one',
      quantityToPurchase: 2,
    },
  })
})

test.each(['over the list', 'beside the list'])(
  '%s a form in which nothing was typed says it, too, where it is heard',
  async place => {
    if (place === 'beside the list') matchQuery(panelQuery)
    const { dialog, plain, happens } = await openEditor()
    const regions = within(dialog).getAllByRole('status')
    happens(() => plain.perform(deleteItem, { id: 'milk' }))
    expect(regions).toContain(await within(dialog).findByText('This item was deleted meanwhile.'))
    expect(within(dialog).queryByRole('textbox')).toBeNull()
  },
)

test('brought back from its form, an item comes no second time with the others that were deleted with it', async () => {
  const { user, dialog, offline, happens, names } = await openEditor()
  await user.type(box(dialog, 'Notes'), 'the fresh one')
  happens(() => offline.perform(deleteItems, { ids: ['milk', 'bread'] }))
  const [deletion] = offline.history.of(shop)
  await user.click(await within(dialog).findByRole('button', { name: 'Bring it back' }))
  expect(names(shop)).toEqual(['Milk'])
  happens(() => offline.history.undo(deletion?.id ?? ''))
  expect(names(shop)).toEqual(['Milk', 'Bread'])
})

test('closed, that form says what became of it, and brings it back still; or it is discarded', async () => {
  const stage = await openEditor()
  const { user, dialog, plain, happens, names, said, pressToast } = stage
  await user.type(box(dialog, 'Notes'), 'the fresh one')
  happens(() => plain.perform(deleteItem, { id: 'milk' }))
  await within(dialog).findByText('This item was deleted meanwhile.')
  await user.keyboard('{Escape}')
  await waitFor(() =>
    expect(said()).toEqual(['Milk was deleted meanwhile: what you typed is not saved']),
  )
  expect(names(shop)).toEqual(['Bread'])
  pressToast()
  expect(names(shop)).toEqual(['Bread', 'Milk'])

  await user.click(screen.getByRole('button', { name: 'Edit Bread' }))
  const other = await screen.findByRole('dialog', { name: 'Edit item' })
  await user.type(box(other, 'Notes'), 'rye')
  happens(() => plain.perform(deleteItem, { id: 'bread' }))
  await user.click(await within(other).findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(said()).toHaveLength(1)
  expect(names(shop)).toEqual(['Milk'])
})

test('nothing is saved and nothing said where nothing was changed', async () => {
  const { user, dialog, said, waiting } = await openEditor()
  const before = waiting().length
  await user.type(box(dialog, 'Notes'), 'x{Backspace}')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(said()).toEqual([])
  expect(waiting()).toHaveLength(before)
})

test('a typed tag that was not added yet is added by Save', async () => {
  const stage = await openEditor()
  const { user, dialog } = stage
  await user.type(box(dialog, 'Tags'), 'Fresh')
  await user.click(within(dialog).getByRole('radio', { name: 'Teal' }))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('Fresh')).toBeTruthy()
})

test('in the dialog of tags too, and the cross keeps all of them', async () => {
  const { user, choose, said, list } = await showList({ items: ['Milk'] })
  await choose('Tags')
  const dialog = await screen.findByRole('dialog', { name: 'Tags' })
  await user.type(box(dialog, 'New tag'), 'Fresh{Enter}Frozen')
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(list()?.itemTags).toHaveLength(2)
  expect(said()).toHaveLength(1)

  await choose('Tags')
  const again = await screen.findByRole('dialog', { name: 'Tags' })
  await user.type(box(again, 'New tag'), 'Dry')
  await user.click(within(again).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(list()?.itemTags).toHaveLength(2)
})

test('a tag that cannot be one keeps the dialog open, by Back as well', async () => {
  const { user, choose, back } = await showList({ items: ['Milk'], tags: { milk: 'Fresh' } })
  await choose('Tags')
  const dialog = await screen.findByRole('dialog', { name: 'Tags' })
  await user.type(box(dialog, 'New tag'), 'fresh')
  await back()
  expect(within(dialog).getByRole('alert').textContent).toBe('There is a tag of this name already.')
  await back()
  expect(screen.getByRole('dialog', { name: 'Tags' })).toBeTruthy()
})

test('a form that was only looked at takes back nothing that others did meanwhile', async () => {
  const { user, choose, list, plain, happens, said } = await showList({
    items: ['Milk', 'Bread'],
    tags: { bread: 'Bakery' },
  })
  await choose('Tags')
  await screen.findByRole('dialog', { name: 'Tags' })
  happens(() => plain.perform(updateItem, { id: 'milk', itemTags: [{ name: 'Fresh' }] }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(list()?.itemTags).toHaveLength(2)

  await choose('Rename')
  await screen.findByRole('dialog', { name: 'Rename list' })
  happens(() => plain.perform(renameShoppingList, { id: shop, name: 'Market' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(list()).toMatchObject({ name: 'Market' })
  expect(said()).toEqual([])
})

test('tags that others add while one changes them stay, on the list and on its items', async () => {
  const { user, choose, list, plain, happens } = await showList({
    items: ['Milk', 'Bread'],
    tags: { bread: 'Bakery' },
  })
  const tagsOf = (id: string) => plain.peek(id)?.itemTags
  await choose('Tags')
  const dialog = await screen.findByRole('dialog', { name: 'Tags' })
  await user.type(box(dialog, 'New tag'), 'Dry')
  happens(() => plain.perform(updateItem, { id: 'milk', itemTags: [{ name: 'Fresh' }] }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(list()?.itemTags).toHaveLength(3))
  expect(tagsOf('Item:milk')).toHaveLength(1)

  await user.click(screen.getByRole('button', { name: 'Edit Milk' }))
  const editor = await screen.findByRole('dialog', { name: 'Edit item' })
  await user.type(box(editor, 'Tags'), 'Cold{Enter}')
  const both = [{ name: 'Fresh' }, { name: 'Local' }]
  happens(() => plain.perform(updateItem, { id: 'milk', itemTags: both }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(tagsOf('Item:milk')).toHaveLength(3))
})

test('notes and the name of a list are kept by whatever closes their dialogs', async () => {
  const { user, choose, back, list } = await showList({ items: ['Milk'] })
  await choose('List settings')
  const settings = await screen.findByRole('dialog', { name: 'List settings' })
  await user.type(box(settings, 'Notes'), 'Ring twice')
  await back()
  expect(list()).toMatchObject({ notes: 'Ring twice' })
  await choose('Rename')
  const rename = await screen.findByRole('dialog', { name: 'Rename list' })
  await user.type(box(rename, 'List name'), 's')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(list()).toMatchObject({ name: 'Shops' }))
})

type App = Awaited<ReturnType<typeof openApp>>

const shopPath = `/product/shoppinglist?list=${idOf('Shop')}`
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const pressIn = async ({ user }: App, name: string) =>
  user.click(await screen.findByRole('button', { name }))

async function chooseIn(app: App, entry: string) {
  await pressIn(app, 'List options')
  await app.user.click(await screen.findByRole('menuitem', { name: entry }))
}

const shopOn = ({ account }: App) => account.state.get().offline?.peek(listCacheId(idOf('Shop')))

async function leaveByEscape({ user }: App) {
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

async function leaveByStep({ go }: App) {
  await go({ to: '/product/dashboard' })
  await screen.findByRole('list', { name: 'All lists' })
}

interface KeptForm {
  readonly label: string
  readonly path: string
  /** Whatever leads from there to the form. */
  readonly open?: (app: App) => Promise<unknown>
  readonly leave: (app: App) => Promise<unknown>
  /** Where `open` does not lead back by itself. */
  readonly comeBack?: (app: App) => Promise<unknown>
}

const account = { path: '/product/account', leave: leaveByStep } as const
const toShop = ({ go }: App) => go({ to: '/product/shoppinglist', search: { list: idOf('Shop') } })
const toAccount = ({ go }: App) => go({ to: '/product/account' })

const keptForms: readonly KeptForm[] = [
  {
    label: 'Name of the copy',
    path: shopPath,
    open: app => chooseIn(app, 'Copy list'),
    leave: leaveByEscape,
  },
  {
    label: 'List name',
    ...{ path: shopPath, leave: leaveByStep, comeBack: toShop },
    open: app => chooseIn(app, 'Rename'),
  },
  {
    label: 'New tag',
    ...{ path: shopPath, leave: leaveByStep, comeBack: toShop },
    open: app => chooseIn(app, 'Tags'),
  },
  {
    label: 'List name',
    path: '/product/dashboard',
    open: app => pressIn(app, 'New list'),
    leave: leaveByEscape,
  },
  {
    label: "Friend's email",
    path: '/product/friends',
    leave: leaveByStep,
    comeBack: ({ go }) => go({ to: '/product/friends' }),
  },
  { label: 'Full name', ...account, comeBack: toAccount },
  { label: 'Phone', ...account, comeBack: toAccount },
  { label: 'Email', ...account, comeBack: toAccount },
  { label: 'Name of the token', ...account, comeBack: toAccount },
  { label: 'Name of the passkey', ...account, comeBack: toAccount },
]

test.each(keptForms.map(form => [form.label, form] as const))(
  '“%s” stands there again after its form was left',
  async (label, { path, open, leave, comeBack }) => {
    const app = await openApp({
      ...{ path, signedIn: true, lists: ['Shop'], itemNames: ['Milk'] },
      authenticator: createKey(),
    })
    await open?.(app)
    const box = await field(label)
    await app.user.clear(box)
    await app.user.type(box, 'half typed')
    await leave(app)
    await comeBack?.(app)
    await open?.(app)
    expect(await field(label)).toHaveProperty('value', 'half typed')
  },
)

test('a half-typed name is saved by no mere look, and stands over no newer one', async () => {
  const app = await openApp({ path: shopPath, signedIn: true, lists: ['Shop'] })
  const { user } = app
  const rename = () => chooseIn(app, 'Rename')
  await rename()
  await user.type(await field('List name'), ' half')
  await leaveByStep(app)
  await toShop(app)
  await rename()
  expect(await field('List name')).toHaveProperty('value', 'Shop half')
  await leaveByEscape(app)
  expect(shopOn(app)).toMatchObject({ name: 'Shop' })
  act(() => {
    app.account.state
      .get()
      .offline?.perform(renameShoppingList, { id: idOf('Shop'), name: 'Market' })
  })
  await rename()
  expect(await field('List name')).toHaveProperty('value', 'Market')
})

test('tags that were changed and not saved are saved by no mere look', async () => {
  const app = await openApp({
    ...{ path: shopPath, signedIn: true, lists: ['Shop'], itemNames: ['Milk'] },
  })
  await chooseIn(app, 'Tags')
  await app.user.type(await field('New tag'), 'Fresh{Enter}')
  await leaveByStep(app)
  await toShop(app)
  await chooseIn(app, 'Tags')
  await screen.findByDisplayValue('Fresh')
  await leaveByEscape(app)
  const tags = () => shopOn(app)?.itemTags
  expect(tags()).toEqual([])
  await chooseIn(app, 'Tags')
  await pressIn(app, 'Save')
  await waitFor(() => expect(tags()).toHaveLength(1))
})

test('notes that were half typed are saved by no mere look over what the partner wrote since', async () => {
  const app = await openApp({ path: shopPath, signedIn: true, lists: ['Shop'] })
  const settings = () => chooseIn(app, 'List settings')
  await settings()
  await app.user.type(await field('Notes'), 'Ring')
  await leaveByStep(app)
  await toShop(app)
  act(() => {
    app.account.state
      .get()
      .offline?.perform(updateShoppingList, { id: idOf('Shop'), notes: 'Gate code 1234' })
  })
  await settings()
  expect(await field('Notes')).toHaveProperty('value', 'Ring')
  await leaveByEscape(app)
  expect(shopOn(app)).toMatchObject({ notes: 'Gate code 1234' })
  await settings()
  await app.user.type(await field('Notes'), ' twice')
  await leaveByEscape(app)
  expect(shopOn(app)).toMatchObject({ notes: 'Ring twice' })
})

test('Cancel gives up what was typed, and sending leaves nothing of it', async () => {
  const app = await openApp({ path: shopPath, signedIn: true, lists: ['Shop'] })
  const { user } = app
  await chooseIn(app, 'Copy list')
  await user.type(await field('Name of the copy'), ' and more')
  await pressIn(app, 'Cancel')
  await chooseIn(app, 'Copy list')
  expect(await field('Name of the copy')).toHaveProperty('value', 'Shop1')
  await user.type(await field('Name of the copy'), ' of mine')
  await pressIn(app, 'Copy')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await app.go({ to: '/product/shoppinglist', search: { list: idOf('Shop') } })
  await screen.findByRole('heading', { name: 'Shop' })
  await chooseIn(app, 'Copy list')
  expect(await field('Name of the copy')).toHaveProperty('value', 'Shop1')
})

test('preferences and quiet hours stand there again until they are set', async () => {
  const app = await openApp({ path: '/product/account', signedIn: true, lists: ['Shop'] })
  const { user, server } = app
  const items = () => screen.findByRole('checkbox', { name: 'Items' })
  const from = () => screen.findByLabelText('Quiet from')
  async function comeBack() {
    await leaveByStep(app)
    await toAccount(app)
  }
  await user.click(await items())
  fireEvent.change(await from(), { target: { value: '20:30' } })
  await comeBack()
  expect(await items()).toHaveProperty('checked', true)
  expect(await from()).toHaveProperty('value', '20:30')
  await pressIn(app, 'Set quiet hours')
  await screen.findByText('Quiet hours on all your devices: 20:30 to 07:00.')
  await done(server.browser, 'setQuietHours', { from: '21:00', to: '07:00', timeZone: 'UTC' })
  await comeBack()
  expect(await from()).toHaveProperty('value', '21:00')
})

test('who signs up finds all of it again but the password', async () => {
  const app = await openApp({ path: '/signup' })
  await app.user.type(await field('First name'), 'Ben')
  await app.user.type(screen.getByLabelText('Password'), 'six green boats')
  await app.go({ to: '/about' })
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  await app.go({ to: '/signup' })
  expect(await field('First name')).toHaveProperty('value', 'Ben')
  expect(screen.getByLabelText('Password')).toHaveProperty('value', '')
})

test('what stands in the form beside the list outlives an update', async () => {
  matchQuery(panelQuery)
  const perTab = createMemoryKeyValue()
  const first = await openApp({
    ...{ path: shopPath, signedIn: true, lists: ['Shop'], itemNames: ['Milk'], perTab },
  })
  const quantity = () => field('Quantity to buy')
  await pressIn(first, 'Edit Milk')
  await first.user.type(await quantity(), 'a few')
  first.updates.ready()
  await pressIn(first, '1 update')
  await pressIn(first, 'Update')
  fireEvent(window, new Event('pagehide'))
  fireEvent(document, new Event('visibilitychange', { bubbles: true }))
  await first.close()
  const { server, local } = first
  const next = await openApp({ path: shopPath, signedIn: true, server, local, perTab })
  await pressIn(next, 'Edit Milk')
  expect(await quantity()).toHaveProperty('value', 'a few')
})

test('passwords are not kept', async () => {
  const app = await openApp({ path: '/product/account', signedIn: true, lists: ['Shop'] })
  await app.user.type(await screen.findByLabelText('New password'), 'six green boats')
  await leaveByStep(app)
  await toAccount(app)
  expect(await screen.findByLabelText('New password')).toHaveProperty('value', '')
})

test('the stars of feedback stand there again, and are gone with it once it is sent', async () => {
  const app = await openApp({ path: '/product/feedback', signedIn: true, lists: ['Shop'] })
  const star = () => screen.findByRole('radio', { name: '4' })
  await app.user.click(await star())
  await leaveByStep(app)
  await app.go({ to: '/product/feedback' })
  expect(await star()).toHaveProperty('checked', true)
  await app.user.type(await field('Feedback'), 'It works')
  await pressIn(app, 'Send feedback')
  await leaveByStep(app)
  await app.go({ to: '/product/feedback' })
  expect(await star()).toHaveProperty('checked', false)
})

test('a message to whoever runs the server is kept, and nobody else who signs in sees it', async () => {
  const app = await openApp({ path: '/contact', signedIn: true })
  await app.user.type(await field('Message'), 'half typed')
  await app.go({ to: '/about' })
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  await app.go({ to: '/contact' })
  expect(await field('Message')).toHaveProperty('value', 'half typed')
  await app.go({ to: '/logout' })
  await screen.findByText('Nothing of your lists is left on this device.')
  await app.go({ to: '/contact' })
  expect(await field('Message')).toHaveProperty('value', '')
})
