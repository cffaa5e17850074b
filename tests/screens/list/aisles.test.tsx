/** Tags as aisles: rows under their headings, the tags of an item, the tags of a list. */

import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aisleKeyOf } from '../../../rules/lists/aisle-rows.ts'
import { updateItem } from '../../../src/cache/edits/item-edits.ts'
import { updateShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { OfflineProvider } from '../../../src/cache/hooks/sync/use-offline.tsx'
import { tagInputs } from '../../../src/cache/records/item-content.ts'
import { seenRecords } from '../../../src/cache/records/reader.ts'
import { writeItemView } from '../../../src/features/filters/views.ts'
import { useAisleRows } from '../../../src/features/tags/use-aisle-rows.ts'
import { touchQuery } from '../../../src/ui/use-media-query.ts'
import { openDevice, writeConfig } from '../../cache/undo-device.ts'
import { matchQuery } from '../../support/match-query.ts'
import { expectRows, shop, showList, shownRows } from './list-stage.tsx'

const items = ['Milk', 'Apples', 'Soap', 'Feta']
const tags = { milk: 'Dairy', apples: 'Fruit', feta: 'Dairy' }

describe('rows under their tags', () => {
  it('stand in the order of the tags, what has none comes last', async () => {
    await showList({ items, tags })
    expect(shownRows()).toEqual([
      '# Dairy',
      'Milk',
      'Feta',
      '# Fruit',
      'Apples',
      '# Without a tag',
      'Soap',
    ])
  })

  it('move to another heading when their tag changes, also from elsewhere', async () => {
    const { plain, happens } = await showList({ items, tags })
    happens(() => void plain.perform(updateItem, { id: 'soap', itemTags: [{ name: 'Fruit' }] }))
    await expectRows(['# Dairy', 'Milk', 'Feta', '# Fruit', 'Apples', 'Soap'])
  })

  it('ask for nothing when a row moves, and follow one that gets another tag', async () => {
    const { offline } = await openDevice({ Shop: items })
    for (const [id, name] of Object.entries(tags)) {
      offline.perform(updateItem, { id, itemTags: [{ name }] })
    }
    const asked: string[] = []
    const listening = {
      ...offline,
      peek(id: string) {
        asked.push(id)
        return offline.peek(id)
      },
    }
    const listTags = seenRecords(offline).list(shop)?.itemTags ?? []
    const [dairy, fruit, none] = [...listTags.map(tag => tag.id), undefined].map(aisleKeyOf)
    const { result, rerender } = renderHook(({ ids }) => useAisleRows(ids, listTags, true), {
      initialProps: { ids: ['milk', 'apples', 'soap', 'feta'] },
      wrapper: ({ children }) => <OfflineProvider offline={listening}>{children}</OfflineProvider>,
    })
    expect(result.current).toEqual([dairy, 'milk', 'feta', fruit, 'apples', none, 'soap'])
    asked.length = 0
    rerender({ ids: ['feta', 'milk', 'apples', 'soap'] })
    expect(asked).toEqual([])
    expect(result.current).toEqual([dairy, 'feta', 'milk', fruit, 'apples', none, 'soap'])
    act(() => void offline.perform(updateItem, { id: 'soap', itemTags: [{ name: 'Fruit' }] }))
    expect(result.current).toEqual([dairy, 'feta', 'milk', fruit, 'apples', 'soap'])
  })

  it('stay under their heading while they are ticked', async () => {
    const { user } = await showList({ items, tags })
    const before = shownRows()
    await user.click(screen.getByRole('checkbox', { name: 'Milk' }))
    expect(shownRows()).toEqual(before)
  })

  it('stand in the list’s own order where grouping is off, and the preference is kept', async () => {
    const { user, choose, waiting } = await showList({ items, tags })
    await choose('Filter and sort')
    await user.click(screen.getByRole('checkbox', { name: 'Group by tag' }))
    await expectRows(items)
    expect(within(screen.getByRole('list', { name: 'Items' })).getAllByText('Dairy')).toHaveLength(
      2,
    )
    const { name, variables } = waiting().at(-1) ?? {}
    expect(name).toBe('updateUserConfig')
    expect(JSON.parse(String(variables?.itemFilters))).toMatchObject({
      lists: { [shop]: { grouped: false } },
    })
  })

  it('stay apart from them where a filter that shows nothing ends', async () => {
    const view = { purchased: true, grouped: false } as const
    const { user } = await showList({
      ...{ items, tags },
      prepare: device => writeConfig(device, { itemFilters: writeItemView(null, shop, view) }),
    })
    await user.click(await screen.findByRole('button', { name: 'Show all items' }))
    await expectRows(items)
  })

  it('are filtered by keyboard, also where the bar is there already', async () => {
    const { user, choose } = await showList({ items, tags })
    const focused = () =>
      waitFor(() =>
        expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Show' })),
      )
    await choose('Filter and sort')
    await focused()
    await user.click(screen.getByRole('checkbox', { name: 'Milk' }))
    await choose('Filter and sort')
    await focused()
  })

  it('are filtered by keyboard: the bar takes the focus, Escape gives it back to the rows', async () => {
    const { user, choose } = await showList({ items, tags })
    await choose('Filter and sort')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Show' })),
    )
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('group', { name: 'Filter and sort' })).toBeNull()
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Milk' })),
    )
  })

  it('are gone through by key in the order in which they stand', async () => {
    const { user } = await showList({ items, tags })
    await user.keyboard('jj')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Feta' })),
    )
  })

  it('show no heading in a list without tags', async () => {
    await showList({ items })
    expect(shownRows()).toEqual(items)
  })
})

describe('the tags of an item', () => {
  async function openItem(name: string) {
    const stage = await showList({ items, tags })
    await stage.user.click(screen.getByRole('button', { name: `Edit ${name}` }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit item' })
    return { ...stage, dialog, field: within(dialog).getByRole('textbox', { name: 'Tags' }) }
  }

  it('are chosen from the list’s', async () => {
    const { user, dialog, item } = await openItem('Soap')
    await user.click(within(dialog).getByRole('button', { name: 'Fruit' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(item('soap').itemTags.map(tag => tag.name)).toEqual(['Fruit'])
    await expectRows(['# Dairy', 'Milk', 'Feta', '# Fruit', 'Apples', 'Soap'])
  })

  it('are found by typing, and Enter takes the one of that name whatever its case', async () => {
    const { user, dialog, item, field } = await openItem('Soap')
    await user.type(field, 'dairy{Enter}')
    expect(within(dialog).getByRole('button', { name: 'Take Dairy off' })).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(item('soap').itemTags).toEqual(item('milk').itemTags)
  })

  it('can be new, with a colour of one’s choice', async () => {
    const { user, dialog, item, field } = await openItem('Soap')
    await user.type(field, 'Household')
    await user.click(within(dialog).getByRole('radio', { name: 'Teal' }))
    await user.click(within(dialog).getByRole('button', { name: /New tag “Household”/ }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(item('soap').itemTags).toMatchObject([{ name: 'Household', color: '#0c8599' }])
    await waitFor(() => expect(shownRows()).toContain('# Household'))
  })

  it('are taken off one by one, by key too', async () => {
    const { user, dialog, item, field } = await openItem('Milk')
    await user.click(field)
    await user.keyboard('{Backspace}')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(item('milk').itemTags).toEqual([])
  })

  it('stay where a key held down has taken what was typed', async () => {
    const { dialog, field } = await openItem('Milk')
    fireEvent.keyDown(field, { key: 'Backspace', repeat: true })
    expect(within(dialog).getByRole('button', { name: 'Take Dairy off' })).toBeTruthy()
  })

  it('bring up no keyboard where they are chosen by a finger', async () => {
    matchQuery(touchQuery)
    const { user, dialog, field } = await openItem('Milk')
    await user.click(within(dialog).getByRole('button', { name: 'Fruit' }))
    await user.click(within(dialog).getByRole('button', { name: 'Take Dairy off' }))
    within(dialog).getByRole('button', { name: 'Take Fruit off' })
    expect(document.activeElement).not.toBe(field)
    // Nor is the focus lost with the button that was pressed.
    expect(document.activeElement).toBe(field.parentElement)
  })

  it('have the focus where what was typed cannot be one, which is said at once', async () => {
    const { user, dialog, field } = await openItem('Soap')
    await user.click(field)
    await user.paste('x'.repeat(201))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(document.activeElement).toBe(field)
    const alert = within(dialog).getByRole('alert')
    expect(alert.textContent).toMatch(/201 characters, at most 200/)
    expect(field.getAttribute('aria-describedby')).toBe(alert.id)
  })

  it('are not sent where they stay as they are', async () => {
    const { user, dialog, waiting } = await openItem('Milk')
    const before = waiting().length
    await user.click(within(dialog).getByRole('button', { name: 'Take Dairy off' }))
    await user.click(within(dialog).getByRole('button', { name: 'Dairy' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(waiting()).toHaveLength(before)
  })
})

describe('the tags of a list', () => {
  async function openTags() {
    const stage = await showList({ items, tags })
    await stage.choose('Tags')
    const dialog = await screen.findByRole('dialog', { name: 'Tags' })
    const save = () => stage.user.click(within(dialog).getByRole('button', { name: 'Save' }))
    return { ...stage, dialog, save }
  }

  it('are put in another order by key, and the list follows', async () => {
    const { user, dialog, save, pressToast, waiting } = await openTags()
    within(dialog).getByRole('button', { name: 'Move Fruit' }).focus()
    await user.keyboard('{Home}')
    expect(within(dialog).getByText('Fruit, 1 of 2')).toBeTruthy()
    await save()
    // What somebody else calls them meanwhile stays.
    expect(waiting().at(-1)?.variables.itemTagsBefore).toMatchObject([
      { name: 'Dairy' },
      { name: 'Fruit' },
    ])
    await expectRows(['# Fruit', 'Apples', '# Dairy', 'Milk', 'Feta', '# Without a tag', 'Soap'])
    pressToast()
    await waitFor(() => expect(shownRows()[0]).toBe('# Dairy'))
  })

  it('get another name and colour on every item at once', async () => {
    const { user, dialog, save, item } = await openTags()
    const name = within(dialog).getByRole('textbox', { name: 'Name of Dairy' })
    await user.clear(name)
    await user.type(name, 'Cold')
    await user.click(within(dialog).getByRole('button', { name: 'Colour of Cold' }))
    await user.click(within(dialog).getByRole('radio', { name: 'Pink' }))
    await save()
    expect(item('feta').itemTags).toMatchObject([{ name: 'Cold', color: '#d6336c' }])
    await waitFor(() => expect(shownRows()[0]).toBe('# Cold'))
  })

  it('go from their items when they go, and come back with Undo', async () => {
    const { user, dialog, save, item, pressToast } = await openTags()
    expect(within(dialog).getByText('On 2 items')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Delete Dairy' }))
    await save()
    expect([item('milk').itemTags, item('feta').itemTags]).toEqual([[], []])
    pressToast()
    await waitFor(() => expect(shownRows()[0]).toBe('# Dairy'))
    expect(item('milk').itemTags).toMatchObject([{ name: 'Dairy' }])
    expect(item('feta').itemTags).toMatchObject([{ name: 'Dairy' }])
  })

  it('need names of their own', async () => {
    const { user, dialog, save, waiting } = await openTags()
    const before = waiting().length
    const name = within(dialog).getByRole('textbox', { name: 'Name of Fruit' })
    await user.clear(name)
    await user.type(name, 'dairy')
    await save()
    expect(within(dialog).getByText('There is a tag of this name already.')).toBeTruthy()
    expect(document.activeElement).toBe(name)
    expect(waiting()).toHaveLength(before)
  })

  it('keep the order and the names that somebody else gives them meanwhile', async () => {
    const { user, dialog, save, plain, tagNames, happens } = await openTags()
    await user.type(within(dialog).getByRole('textbox', { name: 'New tag' }), 'Cold{Enter}')
    const [dairy, fruit] = tagInputs(seenRecords(plain).list(shop)?.itemTags ?? [])
    happens(() =>
      plain.perform(updateShoppingList, {
        id: shop,
        itemTags: fruit && dairy ? [{ ...fruit, name: 'Obst' }, dairy] : [],
      }),
    )
    await save()
    expect(tagNames(shop)).toEqual(['Obst', 'Cold', 'Dairy'])
  })

  it('take nothing from a tag of the same name that somebody else adds meanwhile', async () => {
    const { user, dialog, save, item, plain, happens } = await openTags()
    const name = within(dialog).getByRole('textbox', { name: 'Name of Fruit' })
    await user.clear(name)
    await user.type(name, 'Bakery')
    happens(() => void plain.perform(updateItem, { id: 'soap', itemTags: [{ name: 'bakery' }] }))
    await save()
    // That there are two of it, the server says.
    expect(item('apples').itemTags).toMatchObject([{ name: 'Bakery' }])
    expect(item('soap').itemTags).toMatchObject([{ name: 'bakery' }])
  })

  it('can be new', async () => {
    const { user, dialog, save, list } = await openTags()
    await user.type(within(dialog).getByRole('textbox', { name: 'New tag' }), 'Bakery{Enter}')
    await save()
    expect(list()?.itemTags).toHaveLength(3)
  })
})

it('a filter in use is folded away, and unfolded by keyboard', async () => {
  const { user, choose } = await showList({ items: ['Milk', 'Bread'] })
  await choose('Filter and sort')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Sort by' }), 'Name')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'To buy')
  await user.click(screen.getByRole('checkbox', { name: 'Milk' }))
  await screen.findByText('1 of 2 items shown')
  const bar = within(screen.getByRole('group', { name: 'Filter and sort' }))
  await user.click(bar.getByRole('button', { name: 'Close' }))
  expect(bar.queryByRole('combobox')).toBeNull()
  expect(bar.getByRole('status').textContent).toBe('1 of 2 items shown')
  expect(shownRows()).toEqual(['Bread'])
  act(() => bar.getByRole('button', { name: 'Filter and sort' }).focus())
  await user.keyboard('{Enter}')
  const choice = bar.getByRole('combobox', { name: 'Show' })
  expect(document.activeElement).toBe(choice)
  expect(choice).toHaveProperty('value', 'false')
})

it('a list that comes back filtered has its filter folded, with a way to see all', async () => {
  const view = { sort: 'name' } as const
  const { user } = await showList({
    items: ['Milk', 'Bread'],
    prepare: device => writeConfig(device, { itemFilters: writeItemView(null, shop, view) }),
  })
  const bar = within(screen.getByRole('group', { name: 'Filter and sort' }))
  expect(bar.queryByRole('combobox')).toBeNull()
  expect(bar.getByRole('status').textContent).toBe('2 of 2 items shown')
  await user.click(bar.getByRole('button', { name: 'Show all' }))
  expect(shownRows()).toEqual(['Milk', 'Bread'])
})

describe('a filter that its list cannot answer any more', () => {
  it.each([
    ['by a tag that is gone', { tagId: 'gone' }],
    ['by what is running low, where no stock is kept', { low: true }],
  ] as const)('hides nothing: %s', async (_what, view) => {
    await showList({
      items: ['Milk', 'Bread'],
      prepare: device => writeConfig(device, { itemFilters: writeItemView(null, shop, view) }),
    })
    expect(shownRows()).toEqual(['Milk', 'Bread'])
    expect(screen.queryByRole('group', { name: 'Filter and sort' })).toBeNull()
  })

  it('leaves the rest of it', async () => {
    const view = { tagId: 'gone', low: true, purchased: false, sort: 'name' } as const
    const { user } = await showList({
      items: ['Milk', 'Bread'],
      prepare: device => writeConfig(device, { itemFilters: writeItemView(null, shop, view) }),
    })
    expect(shownRows()).toEqual(['Bread', 'Milk'])
    expect(screen.getByRole('group', { name: 'Filter and sort' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    expect(shownRows()).toEqual(['Milk', 'Bread'])
  })
})
