/** Filters that are saved under a name: for the items of any list, and for the overview. */
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { createSavedFilter } from '../../../src/cache/edits/saved-filter-edits.ts'
import { updateShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { useList } from '../../../src/cache/hooks/use-list.ts'
import { FilterBar } from '../../../src/features/filters/filter-bar.tsx'
import {
  readPortableItems,
  wordsOfItems,
  wordsOfLists,
  writePortableItems,
} from '../../../src/features/filters/portable-view.ts'
import { useItemView } from '../../../src/features/filters/use-view.ts'
import { createLookedAt } from '../../../src/features/news/looked-at.ts'
import { OverviewList } from '../../../src/overview/overview-list.tsx'
import { KeptTexts } from '../../../src/ui/form/kept-texts.ts'
import { type Device, listId, writeConfig } from '../../cache/undo-device.ts'
import { createMemoryKeyValue } from '../../support/memory-key-value.ts'
import { showPart } from './undo-stage.tsx'

const Shop = listId('Shop')
const Cellar = listId('Cellar')
const lists = { Shop: ['Milk', 'Bread'], Cellar: ['Wine'] }

describe('a view that means the same on every list', () => {
  const here = { tags: [{ id: 't1', name: 'Dairy' }], stock: false }
  const there = { tags: [{ id: 't2', name: 'dairy' }], stock: true }

  it('carries its tag by name', () => {
    const text = writePortableItems({ sort: 'name', tagId: 't1', purchased: false }, here)
    expect(text).toBe(writePortableItems({ purchased: false, tagId: 't1', sort: 'name' }, here))
    expect(text).not.toContain('t1')
    expect(readPortableItems(text, there)).toEqual({
      view: { purchased: false, tagId: 't2', sort: 'name' },
    })
    expect(readPortableItems(text, { ...there, tags: [] })).toEqual({
      issue: 'This list has no tag “Dairy”.',
    })
  })

  it('asks for stock where there is stock', () => {
    const text = writePortableItems({ low: true }, there)
    expect(readPortableItems(text, there)).toEqual({ view: { low: true } })
    expect(readPortableItems(text, here)).toEqual({
      issue: 'Only stock lists know what is running low.',
    })
  })

  it.each([
    ['{}', 'All, in its own order'],
    ['nonsense', 'All, in its own order'],
    ['{"purchased":false,"sort":"changed"}', 'To buy · Last changed first'],
    ['{"purchased":true,"tag":"Dairy","low":true}', 'In the trolley · Tag Dairy · Running low'],
    ['{"grouped":false,"sort":"tag","tagId":"t1"}', 'By tag · Not grouped by tag'],
  ])('%s in words', (text, words) => {
    expect(wordsOfItems(text)).toBe(words)
  })

  it('of lists, in words', () => {
    expect(wordsOfLists('{"favourite":true,"sort":"name"}')).toBe('Favourites only · By name')
    expect(wordsOfLists('5')).toBe('All, in its own order')
  })
})

describe('filters of items', () => {
  it('are saved under a name, and chosen on any list that they fit', async () => {
    const { user, offline, happens } = await showPart(lists, <Bars />, device => {
      writeConfig(device)
      tagLists(device, [Shop])
    })
    await user.selectOptions(within(bar('Shop')).getByRole('combobox', { name: 'Tag' }), 'Dairy')
    await user.selectOptions(within(bar('Shop')).getByRole('combobox', { name: 'Show' }), 'To buy')
    await open(user, 'Shop')
    expect(screen.getByText(/None yet/)).toBeTruthy()
    await save(user, ' Cold ')
    expect(screen.getByText('Cold is added.').getAttribute('role')).toBe('status')
    const row = () => screen.getByRole('button', { name: /^Cold/ })
    expect(row().textContent).toBe('ColdTo buy · Tag Dairy')
    expect(row().getAttribute('aria-pressed')).toBe('true')
    expect(offline.waiting.get().at(-1)).toMatchObject({
      name: 'createSavedFilter',
      deed: { kind: 'saveFilter', name: 'Cold' },
      variables: { kind: 'ITEMS', name: 'Cold' },
    })
    await user.keyboard('{Escape}')

    await open(user, 'Cellar')
    expect(row().textContent).toBe('ColdThis list has no tag “Dairy”.')
    expect(row()).toHaveProperty('disabled', true)
    await user.keyboard('{Escape}')
    happens(() => tagLists({ offline }, [Cellar]))
    await open(user, 'Cellar')
    await user.click(row())
    expect(screen.queryByRole('dialog')).toBeNull()
    const chosen = (label: string) =>
      within(bar('Cellar')).getByRole<HTMLSelectElement>('combobox', { name: label })
        .selectedOptions[0]?.textContent
    expect([chosen('Tag'), chosen('Show')]).toEqual(['Dairy', 'To buy'])
  })

  it('are replaced under the same name, whatever its letter case', async () => {
    const { user, config } = await showSaved(['Cold'])
    await user.selectOptions(within(bar('Shop')).getByRole('combobox', { name: 'Sort by' }), 'Name')
    await open(user, 'Shop')
    await user.type(screen.getByRole('textbox', { name: 'Save what is shown now as' }), 'COLD')
    expect(screen.getByText('Cold exists: it will be replaced.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Replace filter' }))
    expect(config().map(({ name, filter }) => [name, wordsOfItems(filter)])).toEqual([
      ['Cold', 'By name'],
    ])
  })

  it('are renamed, to a name that no other has', async () => {
    const { user, config } = await showSaved(['Cold', 'Soon'])
    await open(user, 'Shop')
    await user.click(screen.getByRole('button', { name: 'Rename Cold' }))
    const box = screen.getByRole('textbox', { name: 'New name' })
    expect(document.activeElement).toBe(box)
    await user.keyboard('soon{Enter}')
    expect(screen.getByText('Another filter is called Soon. Choose a different name.')).toBeTruthy()
    await user.clear(box)
    await user.keyboard('{Enter}')
    expect(screen.getByText('Name is empty. Write at least one character.')).toBeTruthy()
    await user.keyboard('Zero{Enter}')
    expect(config().map(({ name }) => name)).toEqual(['Soon', 'Zero'])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename Zero' }))
  })

  it('keep what was typed of a name, until it is sent or given up', async () => {
    const { user } = await showSaved(['Cold'])
    const box = (name: string) => screen.getByRole('textbox', { name })
    const press = (name: string) => user.click(screen.getByRole('button', { name }))
    async function reopen() {
      await user.keyboard('{Escape}')
      await open(user, 'Shop')
    }
    await open(user, 'Shop')
    await user.type(box('Save what is shown now as'), 'Quick')
    await press('Rename Cold')
    await user.keyboard('Frozen')
    await reopen()
    expect(box('Save what is shown now as')).toHaveProperty('value', 'Quick')
    await press('Rename Cold')
    expect(box('New name')).toHaveProperty('value', 'Frozen')
    await press('Cancel')
    await press('Save filter')
    await reopen()
    expect(box('Save what is shown now as')).toHaveProperty('value', '')
    await press('Rename Cold')
    expect(box('New name')).toHaveProperty('value', 'Cold')
  })

  it('are deleted, and brought back', async () => {
    const { user, config } = await showSaved(['Cold', 'Soon'])
    const [before] = config()
    await open(user, 'Shop')
    await user.click(screen.getByRole('button', { name: 'Delete Cold' }))
    expect(config().map(({ name }) => name)).toEqual(['Soon'])
    expect(screen.getByText('Cold is deleted.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }))
    await user.keyboard('{Enter}')
    expect(screen.queryByText('Cold is deleted.')).toBeNull()
    expect(config()[0]).toEqual({ ...before, id: config()[0]?.id })
    expect(config()[0]?.id).not.toBe(before?.id)
  })

  it('past 30 a sentence says so, and what was typed stays', async () => {
    const names = Array.from({ length: 30 }, (_, n) => `Filter ${n}`)
    const { user, config } = await showSaved(names)
    await open(user, 'Shop')
    await save(user, 'One more')
    expect(
      screen.getByText('You can save at most 30 filters of items. Delete some first.'),
    ).toBeTruthy()
    expect(screen.getByRole('textbox', { name: /Save what/ })).toHaveProperty('value', 'One more')
    await save(user, ' ')
    expect(config()).toHaveLength(30)
  })

  it('without preferences on the device it is said why none can be saved', async () => {
    const { user } = await showPart(lists, <Bars />)
    await open(user, 'Shop')
    expect(screen.getByText(/Your preferences are not on this device yet/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save filter' })).toBeNull()
  })
})

it('filters of lists are others than those of items', async () => {
  const { user, offline } = await showPart(
    lists,
    <OverviewList lookedAt={createLookedAt(createMemoryKeyValue(), 7)} />,
    device => {
      writeConfig(device)
      const filter = { id: 'items', kind: 'ITEMS' as const, name: 'Mine', filter: '{}' }
      device.offline.perform(createSavedFilter, filter)
      device.offline.perform(updateShoppingList, { id: Cellar, favourite: true })
    },
  )
  await user.click(screen.getByRole('button', { name: 'Favourites only' }))
  await user.click(screen.getByRole('button', { name: 'Saved filters' }))
  await screen.findByRole('dialog', { name: 'Saved filters' })
  expect(screen.getByText(/None yet/)).toBeTruthy()
  await save(user, 'Mine')
  expect(offline.waiting.get().at(-1)?.variables).toMatchObject({ kind: 'LISTS', name: 'Mine' })
  await user.keyboard('{Escape}')
  const shown = () =>
    within(screen.getByRole('list', { name: 'All lists' })).getAllByRole('listitem').length
  await user.click(screen.getByRole('button', { name: 'Favourites only' }))
  expect(shown()).toBe(2)
  await user.click(screen.getByRole('button', { name: 'Saved filters' }))
  await user.click(await screen.findByRole('button', { name: /^Mine/ }))
  expect(shown()).toBe(1)
})

function Bars() {
  return (
    <>
      <Bar id={Shop} />
      <Bar id={Cellar} />
    </>
  )
}

function Bar({ id }: { readonly id: string }) {
  const list = useList(id)
  const [view, setView] = useItemView(id)
  return (
    <section aria-label={list?.name}>
      <FilterBar
        view={view}
        tags={list?.itemTags ?? []}
        stock={list?.listType === 'STOCK'}
        shown={1}
        all={1}
        asked={1}
        onChange={setView}
        onOpen={() => {}}
        onClose={() => {
          throw new Error('The bar closes with its dialog.')
        }}
      />
    </section>
  )
}

function bar(name: string): HTMLElement {
  return screen.getByRole('region', { name })
}

async function open(user: UserEvent, name: string): Promise<void> {
  await user.click(within(bar(name)).getByRole('button', { name: 'Saved filters' }))
  await screen.findByRole('dialog', { name: 'Saved filters' })
}

async function save(user: UserEvent, name: string): Promise<void> {
  const box = screen.getByRole('textbox', { name: 'Save what is shown now as' })
  await user.type(box, name)
  await user.click(screen.getByRole('button', { name: 'Save filter' }))
}

/** Filters of these names are there, which choose what is to buy. */
async function showSaved(names: readonly string[]) {
  const part = (
    <KeptTexts value={new Map()}>
      <Bars />
    </KeptTexts>
  )
  const shown = await showPart(lists, part, device => {
    writeConfig(device)
    for (const [at, name] of names.entries()) {
      const filter = { id: `filter-${at}`, kind: 'ITEMS' as const, filter: '{"purchased":false}' }
      device.offline.perform(createSavedFilter, { ...filter, name })
    }
  })
  const config = (): readonly { id: string; name: string; filter: string }[] =>
    shown.offline.peek('UserConfig:config')?.savedFilters as never
  return { ...shown, config }
}

function tagLists({ offline }: Pick<Device, 'offline'>, ids: readonly string[]): void {
  for (const id of ids) offline.perform(updateShoppingList, { id, itemTags: [{ name: 'Dairy' }] })
}
