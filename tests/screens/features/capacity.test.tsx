/** What does not fit is said beforehand, with the limit, and nothing of it is lost. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { rescue } from '../../../src/cache/edits/bring-back.ts'
import { deleteShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { writeList } from '../../../src/cache/records/list-records.ts'
import { Exchange } from '../../../src/features/exchange/exchange.tsx'
import { BinPanel } from '../../../src/features/history/bin-panel.tsx'
import { SelectMode } from '../../../src/list/select/select-mode.tsx'
import { CopyDialog } from '../../../src/list/settings/copy-dialog.tsx'
import { useListActions } from '../../../src/list/settings/use-list-actions.ts'
import { entryFormat } from '../../../src/offline/outbox/entry.ts'
import { NewListForm } from '../../../src/shell/frame/new-list-form.tsx'
import { Button } from '../../../src/ui/form/button.tsx'
import { createCalm } from '../../../src/ui/gestures/calm.ts'
import { type Device, listId, openDevice } from '../../cache/undo-device.ts'
import { aList } from '../../support/records.ts'
import { showPart } from './undo-stage.tsx'

const selecting = {
  units: new Map(),
  byItself: false,
  calm: createCalm(),
  revision: { based: <V,>(variables: V) => variables },
  onHold: () => {},
  onDone: () => {},
}
const Shop = listId('Shop')
const Full = listId('Full')
const full = numbered(10_000, 'Thing')
const tooManyItems = 'A list can hold at most 10,000 items. Delete some first.'
const tooManyTags = 'A list can have at most 100 tags. Delete some first.'
const tooManyLists = 'You can keep at most 500 lists. Delete some first.'

it('a list that is full is no place to move to, another one is', async () => {
  const { user, names, offline } = await showPart(
    { Shop: ['Apples', 'Bread'], Full: full.slice(1), Pantry: [] },
    <SelectMode listId={Shop} rowIds={['apples', 'bread']} {...selecting} />,
  )
  await user.click(screen.getByRole('button', { name: 'Select all' }))
  await user.click(screen.getByRole('button', { name: 'Move to…' }))
  await screen.findByRole('dialog', { name: 'Move 2 items to' })
  const target = screen.getByRole('button', { name: /^Full/ })
  expect(target.textContent).toBe(`Full ${tooManyItems}`)
  await user.click(target)
  expect(offline.waiting.get()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Pantry' }))
  expect(names(Shop)).toEqual([])
})

it('a list whose tags would be too many is no place to move to', async () => {
  const { user, offline } = await showPart(
    { Shop: ['Apples'], Tagged: [] },
    <SelectMode listId={Shop} rowIds={['apples']} firstId="apples" {...selecting} />,
    device => {
      writeTags(device, 'Tagged', numbered(100, 'Aisle'))
      writeTags(device, 'Shop', ['Fruit'])
      device.plain.cache.modify({
        id: 'Item:apples',
        fields: { itemTags: () => [{ __ref: 'ItemTag:fruit' }] },
      })
    },
  )
  await user.click(screen.getByRole('button', { name: 'Move to…' }))
  const target = await screen.findByRole('button', { name: /^Tagged/ })
  expect(target.textContent).toBe(`Tagged ${tooManyTags}`)
  expect(target).toHaveProperty('disabled', true)
  expect(offline.waiting.get()).toEqual([])
})

it('an import that does not fit the open list can become a new one', async () => {
  const { user, listNames } = await showPart(
    { Tagged: [] },
    <Exchange listId={listId('Tagged')} dialog="import" onClose={() => {}} onImported={() => {}} />,
    device => writeTags(device, 'Tagged', numbered(99, 'Aisle')),
  )
  const file = new File(['Name,Tags\nMilk,aisle 1; Dairy\nBread,Bakery'], 'More.csv')
  await user.upload(await screen.findByLabelText('Choose a file'), file)
  await user.click(await screen.findByRole('radio', { name: 'Into Tagged' }))
  expect(screen.getByRole('alert').textContent).toBe(tooManyTags)
  expect(screen.getByRole('button', { name: 'Import 2 items' })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('radio', { name: 'As a new list' }))
  await user.click(screen.getByRole('button', { name: 'Import 2 items' }))
  expect(listNames()).toEqual(['Tagged', 'More'])
})

it('tags that no item has keep no import out of the open list', async () => {
  const { user, list } = await showPart(
    { Tagged: [] },
    <Exchange listId={listId('Tagged')} dialog="import" onClose={() => {}} onImported={() => {}} />,
    device => writeTags(device, 'Tagged', numbered(100, 'Aisle')),
  ).then(stage => ({ ...stage, list: () => stage.names(listId('Tagged')) }))
  const file = new File(['Name,Tags,Row type\nHome,New,SIMPLE list\nMilk,Aisle 1,'], 'home.csv')
  await user.upload(await screen.findByLabelText('Choose a file'), file)
  await user.click(await screen.findByRole('radio', { name: 'Into Tagged' }))
  await user.click(screen.getByRole('button', { name: 'Import 1 item' }))
  expect(list()).toEqual(['Milk'])
})

it.each([500, 499])('with %i lists of one’s own and more that others share', async count => {
  const isFull = count === 500
  const shown = await showPart(
    byName(numbered(count, 'List')),
    <>
      <NewListForm onDone={() => {}} />
      <CopyDialog
        list={{ id: 'list', name: 'List 1' }}
        onCopy={name => copied.push(name)}
        onClose={() => {}}
      />
    </>,
    device => writeShared(device, 3),
  )
  const copied: string[] = []
  const { user, listNames } = shown
  const dialog = within(await screen.findByRole('dialog', { name: 'Copy List 1' }))
  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  expect(copied).toHaveLength(isFull ? 0 : 1)
  if (isFull) dialog.getByText(tooManyLists)
  const form = screen.getByRole('textbox', { name: 'List name', hidden: true })
  form.focus()
  await user.keyboard('Party{Enter}')
  await waitFor(() => expect(listNames().includes('Party')).toBe(!isFull))
  if (isFull) expect(form).toHaveProperty('value', 'Party')
})

it('a sample is not made where there is no room for it', async () => {
  const { user, said, offline } = await showPart(byName(numbered(500, 'List')), <Sample />)
  await user.click(await screen.findByRole('button', { name: 'Sample list' }))
  expect(said()).toEqual([tooManyLists])
  expect(offline.waiting.get()).toEqual([])
})

function Sample() {
  return <Button onClick={useListActions().sample}>Sample list</Button>
}

it('the bin keeps what does not fit', async () => {
  const binned = {
    __typename: 'DeletedItem',
    id: 'gone',
    shoppingListId: Full,
    name: 'Dates',
    quantityInStock: 0,
    quantityToPurchase: null,
    unitId: null,
    purchased: false,
    itemTags: [],
    notes: null,
    deletedAt: '2026-11-20T10:00:00.000Z',
    deletedByName: 'Ana',
    purgedAt: '2026-12-20T10:00:00.000Z',
  }
  const oldList = {
    __typename: 'DeletedShoppingList',
    id: 'old',
    name: 'Old list',
    listType: 'SIMPLE',
    itemCount: 3,
    deletedAt: '2026-11-20T10:00:00.000Z',
    purgedAt: '2026-12-20T10:00:00.000Z',
  }
  const data = { deletedItems: [binned], deletedShoppingLists: [oldList] }
  const { user, offline } = await showPart(
    { Full: full, ...byName(numbered(499, 'List')) },
    <BinPanel
      listId={Full}
      network={{ send: async () => ({ kind: 'answer', data: data as never }) }}
      onListBack={() => expect.unreachable()}
    />,
  )
  for (const [name, why] of [
    ['Bring back Dates', tooManyItems],
    ['Bring back Old list', tooManyLists],
  ] as const) {
    await user.click(await screen.findByRole('button', { name }))
    expect(screen.getByText(why).parentElement?.role).toBe('status')
    expect(screen.getByRole('button', { name })).toBeTruthy()
  }
  expect(offline.waiting.get()).toEqual([])
})

it('nor does the bin of this device lose it', async () => {
  const { user, listNames } = await showPart(
    byName(numbered(500, 'List')),
    <BinPanel
      listId={undefined}
      network={{ send: async () => ({ kind: 'outage', cause: 'unreachable' }) }}
      onListBack={() => {}}
    />,
    device => {
      device.offline.perform(deleteShoppingList, { id: listId('List 1') })
      // Another device of the same person fills the place.
      writeList(device.plain.cache, aList({ id: listId('Other'), name: 'Other', order: 501 }))
    },
    { now: Date.now },
  )
  await user.click(await screen.findByRole('button', { name: 'Bring back List 1' }))
  expect(screen.getByText(tooManyLists).parentElement?.role).toBe('status')
  expect(listNames()).not.toContain('List 1')
  screen.getByRole('button', { name: 'Bring back List 1' })
})

it('the tray keeps what does not fit', async () => {
  const device = await openDevice({ Full: full, ...byName(numbered(499, 'List')) })
  const refused = (reason: 'DELETED' | 'LIST_DELETED') =>
    rescue(device.offline, [
      {
        id: 'refused',
        at: '2026-11-20T10:00:00.000Z',
        sentence: 'Add Dates',
        refusal: { code: 'NOT_FOUND', message: 'Somebody deleted it.', reason },
        entries: [
          {
            format: entryFormat,
            id: 'token',
            key: 1,
            name: 'createItem',
            at: '2026-11-20T10:00:00.000Z',
            variables: { id: 'dates', shoppingListId: Full, name: 'Dates' },
            attempts: 1,
            needs: [],
            creates: [],
            sentence: 'Add Dates',
          },
        ],
      },
    ] as never)
  await expect(refused('DELETED')).rejects.toThrow(tooManyItems)
  await expect(refused('LIST_DELETED')).rejects.toThrow(tooManyLists)
  expect(device.offline.waiting.get()).toEqual([])
})

function numbered(count: number, what: string): readonly string[] {
  return Array.from({ length: count }, (_, at) => `${what} ${at + 1}`)
}

function byName(names: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(names.map(name => [name, []]))
}

function writeShared({ plain }: Device, count: number): void {
  for (const name of numbered(count, 'Shared')) {
    writeList(plain.cache, aList({ id: listId(name), name, sharedByName: 'Ana', order: 600 }))
  }
}

function writeTags({ plain }: Device, name: string, tags: readonly string[]): void {
  const list = aList({ id: listId(name), name })
  const itemTags = tags.map(tag => ({
    __typename: 'ItemTag' as const,
    id: tag.toLowerCase(),
    name: tag,
    color: '#1c7ed6',
  }))
  writeList(plain.cache, { ...list, itemTags })
}
