/** Several rows at once: choose, tick, tag, move, delete, and each of it undone by one undo. */

import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { limits } from '../../../rules/limits.ts'
import { deedSentence } from '../../../src/cache/edits/deed.ts'
import { updateItems } from '../../../src/cache/edits/item-batch-edits.ts'
import { deleteItem, tickItem, updateItem } from '../../../src/cache/edits/item-edits.ts'
import { useListView } from '../../../src/cache/hooks/use-list-views.ts'
import { type Person, writePeople } from '../../../src/cache/records/people.ts'
import { SelectMode } from '../../../src/list/select/select-mode.tsx'
import {
  extendTo,
  nothingSelected,
  selectAll,
  selectedRows,
  toggleRow,
} from '../../../src/list/select/selection.ts'
import { createCalm } from '../../../src/ui/gestures/calm.ts'
import { listId, writeConfig } from '../../cache/undo-device.ts'
import { showPart } from '../features/undo-stage.tsx'
import { showList } from './list-stage.tsx'

const Shop = listId('Shop')
const Pantry = listId('Pantry')
const lists = { Shop: ['Apples', 'Bread', 'Cheese', 'Dates'], Pantry: ['Rice'] }

describe('a selection', () => {
  const rows = ['a', 'b', 'c', 'd', 'e']

  it('switches rows one by one, and a range from the last one switched', () => {
    const one = toggleRow(nothingSelected, 'b')
    expect(selectedRows(extendTo(one, 'd', rows), rows)).toEqual(['b', 'c', 'd'])
    expect(selectedRows(extendTo(one, 'a', rows), rows)).toEqual(['a', 'b'])
    expect(selectedRows(toggleRow(one, 'b'), rows)).toEqual([])
    expect(selectedRows(extendTo(nothingSelected, 'c', rows), rows)).toEqual(['c'])
    expect(extendTo(one, 'gone', rows)).toBe(one)
  })

  it('forgets rows that went', () => {
    expect(selectedRows(selectAll(rows), ['b', 'e'])).toEqual(['b', 'e'])
  })
})

describe('with several items', () => {
  it('tick, and all of it back with one undo', async () => {
    const { user, item, pressToast, offline } = await select('Apples', 'Bread')
    const waiting = () => offline.waiting.get().slice(2)
    await user.click(action('Tick'))
    expect(waiting()).toMatchObject([{ name: 'updateItems' }])
    expect([item('apples').purchased, item('bread').purchased]).toEqual([true, true])
    expect(action('Untick')).toBeTruthy()
    pressToast()
    expect([item('apples').purchased, item('bread').purchased]).toEqual([false, false])
    expect(waiting()).toMatchObject([{ name: 'updateItems' }, { name: 'updateItems' }])
  })

  it('tick changes only what is not ticked, untick where all are', async () => {
    const { user, item, offline } = await select('Apples', 'Dates')
    await user.click(action('Tick'))
    expect(offline.history.of(Shop)[0]?.deed).toEqual({ kind: 'tick', name: 'Apples' })
    expect(offline.waiting.get().at(-1)?.name).toBe('tickItem')
    await user.click(action('Untick'))
    expect([item('apples').purchased, item('dates').purchased]).toEqual([false, false])
  })

  it('keep to the limit of tags, where what was typed stays', async () => {
    const { user, item, plain, offline, happens } = await select('Apples', 'Cheese')
    const more = Array.from({ length: limits.tagsPerList - 1 }, (_, at) => ({ name: `Tag ${at}` }))
    happens(() => plain.perform(updateItem, { id: 'dates', itemTags: more }))
    const waiting = offline.waiting.get().length
    await user.click(action('Tag'))
    await user.type(await screen.findByRole('textbox', { name: 'New tag' }), 'Fresh{Enter}')
    expect(
      await screen.findByText('A list can have at most 100 tags. Delete some first.'),
    ).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'New tag' })).toHaveProperty('value', 'Fresh')
    expect(offline.waiting.get()).toHaveLength(waiting)
    await user.clear(screen.getByRole('textbox', { name: 'New tag' }))
    await user.type(screen.getByRole('textbox', { name: 'New tag' }), 'dairy{Enter}')
    expect(item('apples').itemTags.map(tag => tag.name)).toEqual(['Dairy'])
  })

  it('tag with one of the list’s, with a new one, and take off', async () => {
    const { user, item, pressToast, offline } = await select('Apples', 'Cheese')
    const tagsOf = (id: string) => item(id).itemTags.map(tag => tag.name)
    await user.click(action('Tag'))
    const dialog = await screen.findByRole('dialog', { name: 'Tag 2 items' })
    const dairy = within(dialog).getByRole('button', { name: /Dairy/ })
    expect(dairy.textContent).toContain('on 1 of 2')
    await user.click(dairy)
    expect([tagsOf('apples'), tagsOf('cheese')]).toEqual([['Dairy'], ['Dairy']])
    pressToast()
    expect([tagsOf('apples'), tagsOf('cheese')]).toEqual([[], ['Dairy']])

    await user.click(action('Tag'))
    await user.click(await screen.findByRole('button', { name: 'Add' }))
    expect(await screen.findByText('Tag is empty. Write at least one character.')).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'New tag' }), 'Fresh{Enter}')
    expect(offline.waiting.get().at(-1)).toMatchObject({
      name: 'updateItems',
      variables: { items: [{ id: 'apples' }, { id: 'cheese' }] },
    })
    expect([tagsOf('apples'), tagsOf('cheese')]).toEqual([['Fresh'], ['Dairy', 'Fresh']])

    await user.click(action('Tag'))
    const fresh = await screen.findByRole('button', { name: /Fresh/ })
    expect(fresh.getAttribute('aria-pressed')).toBe('true')
    await user.click(fresh)
    expect([tagsOf('apples'), tagsOf('cheese')]).toEqual([[], ['Dairy']])
  })

  it('tag many in requests that the server takes, with what was seen of each', async () => {
    const names = Array.from({ length: 24 }, (_, at) => `Item ${at}`)
    const itemTags = Array.from({ length: 95 }, (_, at) => ({
      name: `${at} ${'a very long name '.repeat(11)}`,
    }))
    const { user, offline } = await showPart(
      { ...lists, Shop: names },
      <AllRows onDone={() => {}} />,
      ({ plain }) => {
        const items = names.map(name => ({ id: name.toLowerCase(), itemTags }))
        plain.perform(updateItems, { items })
      },
    )
    const waiting = offline.waiting.get().length
    await user.click(screen.getByRole('button', { name: 'Select all' }))
    await user.click(action('Tag'))
    await user.type(await screen.findByRole('textbox', { name: 'New tag' }), 'Fresh{Enter}')
    const edits = offline.waiting.get().slice(waiting)
    expect(edits.flatMap(({ variables }) => variables.items)).toHaveLength(names.length)
    for (const { variables } of edits) {
      expect(JSON.stringify(variables).length).toBeLessThan(1_000_000)
    }
  })

  it('move to another list as one edit', async () => {
    const { user, names, offline, pressToast } = await select('Bread', 'Apples')
    await user.click(action('Move to…'))
    await user.click(await screen.findByRole('button', { name: 'Pantry' }))
    expect(names(Shop)).toEqual(['Cheese', 'Dates'])
    expect(names(Pantry)).toEqual(['Rice', 'Apples', 'Bread'])
    expect(offline.waiting.get().at(-1)?.name).toBe('swapShoppingListItems')
    expect(screen.getByRole('status').textContent).toBe('Choose items')
    pressToast()
    expect(names(Shop)).toEqual(['Apples', 'Bread', 'Cheese', 'Dates'])
    expect(names(Pantry)).toEqual(['Rice'])
  })

  it('that move say whom they leave, and who has the other list', async () => {
    const { user, happens, plain } = await select('Bread')
    const has = (name: string, friendId: number): Person => ({
      ...{ __typename: 'ShoppingListFriend', friendId, name },
      ...{ permission: 'EDIT', byLink: false },
    })
    happens(() => {
      writePeople(plain.cache, Shop, { ownerName: 'Me', people: [has('Anna', 21), has('Ben', 22)] })
      writePeople(plain.cache, Pantry, { ownerName: 'Me', people: [has('Cara', 23)] })
    })
    await user.click(action('Move to…'))
    await screen.findByText('It leaves this list for you and 2 others.')
    expect(screen.getByRole('button', { name: 'Pantry With Cara' })).toBeTruthy()
  })

  it('thousands are counted so that they can be read', async () => {
    const ids = Array.from({ length: 1_200 }, (_, at) => `thing ${at + 1}`)
    const { user } = await showPart(
      { Shop: ids, Pantry: [] },
      <SelectMode listId={Shop} rowIds={ids} {...undisturbed} onDone={() => {}} />,
    )
    await user.click(screen.getByRole('button', { name: 'Select all' }))
    expect(screen.getByRole('status').textContent).toBe('1,200 selected')
    await user.click(action('Move to…'))
    await screen.findByRole('dialog', { name: 'Move 1,200 items to' })
  })

  it('a list that may only be looked at is no place to move to', async () => {
    const { user } = await select('Bread').then(stage => {
      stage.happens(() => {
        stage.plain.cache.modify({
          id: `ShoppingList:${Pantry}`,
          fields: { permission: () => 'VIEW' },
        })
      })
      return stage
    })
    await user.click(action('Move to…'))
    const target = await screen.findByRole('button', { name: /Pantry/ })
    expect(target).toHaveProperty('disabled', true)
  })

  it('delete, and all of it back in its place with one undo', async () => {
    const { user, names, pressToast } = await select('Apples', 'Cheese')
    await user.click(action('Delete'))
    expect(names(Shop)).toEqual(['Bread', 'Dates'])
    pressToast()
    expect(names(Shop)).toEqual(['Apples', 'Bread', 'Cheese', 'Dates'])
  })

  it('are called by its name where it is one alone', async () => {
    const { user, offline, said } = await select('Cheese')
    await user.click(action('Move to…'))
    await user.click(await screen.findByRole('button', { name: 'Pantry' }))
    await user.click(row('Apples'))
    await user.click(action('Delete'))
    expect(
      offline.history
        .of(Shop)
        .map(({ deed }) => deedSentence(deed))
        .slice(0, 2),
    ).toEqual(['Delete Apples', 'Move to Pantry: Cheese'])
    expect(said().at(-1)).toBe('1 item deleted')
  })

  it('asks before deleting where the preference says so', async () => {
    const { user, names, happens, plain } = await select('Apples')
    happens(() => writeConfig({ plain }, { itemConfirmDelete: true }))
    await user.click(action('Delete'))
    const dialog = await screen.findByRole('dialog', { name: 'Delete 1 item?' })
    expect(dialog.textContent).toContain('It disappears for everybody who has this list.')
    expect(names(Shop)).toHaveLength(4)
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    expect(names(Shop)).toEqual(['Bread', 'Cheese', 'Dates'])
  })
})

describe('choosing', () => {
  it('all, none, a range by shift, with the keyboard alone, and out by Escape', async () => {
    let done = 0
    const { user, offline } = await select.with(() => {
      done += 1
    })
    const prepared = offline.waiting.get().length
    const said = () => screen.getByRole('status').textContent
    expect(said()).toBe('Choose items')
    await user.click(action('Tick'))
    expect(action('Tick').getAttribute('aria-disabled')).toBe('true')
    expect(offline.waiting.get()).toHaveLength(prepared)
    await user.click(screen.getByRole('button', { name: 'Select all' }))
    expect(said()).toBe('4 selected')
    await user.click(screen.getByRole('button', { name: 'Select none' }))
    await user.click(row('Apples'))
    await user.keyboard('{Shift>}')
    await user.click(row('Cheese'))
    await user.keyboard('{/Shift}')
    expect(said()).toBe('3 selected')
    row('Dates').focus()
    await user.keyboard(' ')
    expect(said()).toBe('4 selected')
    await user.keyboard('{Escape}')
    expect(done).toBe(1)
  })

  it.each(['Move to…', 'Delete'])(
    'after “%s” the focus stays there, and Escape ends it',
    async verb => {
      const onDone = vi.fn()
      const { user } = await select.with(onDone)
      await user.click(row('Apples'))
      action(verb).focus()
      await user.keyboard('{Enter}')
      if (verb === 'Move to…') {
        const target = await screen.findByRole('button', { name: 'Pantry' })
        target.focus()
        await user.keyboard('{Enter}')
        await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      }
      expect(screen.getByRole('status').textContent).toBe('Choose items')
      await waitFor(() => expect(document.activeElement).toBe(action(verb)))
      expect(action(verb)).toHaveProperty('disabled', false)
      expect(onDone).not.toHaveBeenCalled()
      await user.keyboard('{Escape}')
      expect(onDone).toHaveBeenCalledOnce()
    },
  )

  it('Escape ends it where nothing in it has the focus, but first the dialog that is open', async () => {
    const onDone = vi.fn()
    const { user } = await select.with(onDone)
    await user.click(row('Apples'))
    await user.click(action('Tag'))
    await screen.findByRole('dialog', { name: 'Tag 1 item' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(onDone).not.toHaveBeenCalled()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    expect(document.activeElement).toBe(document.body)
    await user.keyboard('{Escape}')
    expect(onDone).toHaveBeenCalledOnce()
  })

  it('what somebody deletes meanwhile is not selected any more', async () => {
    const { offline, happens } = await select('Apples', 'Bread')
    happens(() => offline.perform(deleteItem, { id: 'apples' }))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 selected'))
  })

  it('rows of one name are told apart by what the list says of them', async () => {
    const { choose } = await showList({
      items: ['Milk', 'Bread', 'Rice'],
      prepare({ plain }) {
        const names = { name: 'Milk', notes: null }
        plain.perform(updateItem, { id: 'milk', quantityToPurchase: 1 })
        plain.perform(updateItem, { ...names, id: 'bread', itemTags: [{ name: 'Dairy' }] })
        plain.perform(updateItem, { ...names, id: 'rice', quantityToPurchase: 6, notes: 'oat' })
      },
    })
    await choose('Select items')
    await screen.findByRole('list', { name: 'Items to select' })
    const told = (description: RegExp) =>
      screen.getByRole('checkbox', { name: 'Select Milk', description }).closest('li')?.textContent
    expect(told(/^1 *$/)).toBe('Milk1')
    expect(told(/^ *Dairy *$/)).toBe('MilkDairy')
    expect(told(/^6 +oat$/)).toBe('Milk6oat')
  })

  it('a screen reader hears of a row that it is ticked, and when it no longer is', async () => {
    const { user, choose } = await showList({
      items: ['Milk', 'Bread'],
      prepare: ({ plain }) => void plain.perform(tickItem, { id: 'milk', purchased: true }),
    })
    await choose('Select items')
    const rowOf = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` })
    const ticked = () => screen.queryAllByRole('checkbox', { description: /in the trolley$/ })
    await user.click(await rowOf('Milk'))
    expect(ticked()).toEqual([await rowOf('Milk')])
    await user.click(action('Untick'))
    expect(ticked()).toEqual([])
  })

  it('a tag that was typed and not added yet is there again, whatever closed its dialog', async () => {
    const { user, choose } = await showList({ items: ['Milk', 'Bread'] })
    const typed = () => screen.findByRole('textbox', { name: 'New tag' })
    await choose('Select items')
    await user.click(await screen.findByRole('checkbox', { name: 'Select Milk' }))
    await user.click(action('Tag'))
    await user.type(await typed(), 'Fresh')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await choose('Select items')
    await user.click(await screen.findByRole('checkbox', { name: 'Select Bread' }))
    await user.click(action('Tag'))
    expect(await typed()).toHaveProperty('value', 'Fresh')
    await user.type(await typed(), '{Enter}')
    await user.click(action('Tag'))
    expect(await typed()).toHaveProperty('value', '')
  })

  it('one that was ticked is unticked the next moment, though its row has not moved yet', async () => {
    const { user, choose, plain } = await showList({ items: ['Milk', 'Bread'] })
    const isTicked = () => plain.peek('Item:milk')?.purchased
    await choose('Select items')
    await user.click(await screen.findByRole('checkbox', { name: 'Select Milk' }))
    await user.click(action('Tick'))
    expect(isTicked()).toBe(true)
    await user.click(action('Untick'))
    expect(isTicked()).toBe(false)
    expect(action('Tick')).toBeTruthy()
  })

  it('what a filter took out of sight comes back unselected, and is not deleted then', async () => {
    const { user, choose, plain, happens, list } = await showList({ items: ['Milk', 'Bread'] })
    await choose('Filter and sort')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Show' }), 'To buy')
    await choose('Select items')
    await user.click(await screen.findByRole('checkbox', { name: 'Select Milk' }))
    await user.click(action('Tick'))
    // No row goes while the mouse is on them.
    await user.hover(screen.getByRole('button', { name: 'Done' }))
    const gone = () => expect(screen.queryByRole('checkbox', { name: 'Select Milk' })).toBeNull()
    await waitFor(gone, { timeout: 5_000 })
    await user.click(row('Bread'))
    await user.hover(screen.getByRole('button', { name: 'Done' }))
    happens(() => void plain.perform(tickItem, { id: 'milk', purchased: false }))
    const back = await screen.findByRole('checkbox', { name: 'Select Milk' }, { timeout: 5_000 })
    expect(back).toHaveProperty('checked', false)
    await user.click(action('Delete'))
    expect(list()?.items).toEqual([{ __ref: 'Item:milk' }])
  })
})

const action = (name: string) =>
  within(screen.getByRole('toolbar', { name: 'With the selected items' })).getByRole('button', {
    name,
  })

const row = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })

const undisturbed = {
  units: new Map(),
  byItself: false,
  calm: createCalm(),
  /** The open list's. */
  onHold: () => {},
}

/** Dates are ticked, Cheese is tagged. */
async function select(...names: readonly string[]) {
  const stage = await select.with(() => {})
  for (const name of names) await stage.user.click(row(name))
  return stage
}

select.with = (onDone: () => void) =>
  showPart(lists, <AllRows onDone={onDone} />, ({ offline }) => {
    offline.perform(tickItem, { id: 'dates', purchased: true })
    offline.perform(updateItem, { id: 'cheese', itemTags: [{ name: 'Dairy' }] })
  })

function AllRows({ onDone }: { readonly onDone: () => void }) {
  const { openIds, doneIds } = useListView(Shop)
  return (
    <SelectMode listId={Shop} rowIds={[...openIds, ...doneIds]} {...undisturbed} onDone={onDone} />
  )
}
