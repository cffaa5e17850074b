/** The add box, duplicates, export and import over the real offline core, without any network. */

import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { limits } from '../../../rules/limits.ts'
import { editsByName } from '../../../src/cache/edits/all-edits.ts'
import { deedSentence } from '../../../src/cache/edits/deed.ts'
import {
  createItem,
  deleteItem,
  moveItem,
  tickItem,
  updateItem,
} from '../../../src/cache/edits/item-edits.ts'
import {
  createShoppingList,
  updateShoppingList,
} from '../../../src/cache/edits/shopping-list-edits.ts'
import { OfflineProvider } from '../../../src/cache/hooks/sync/use-offline.tsx'
import { useItem } from '../../../src/cache/hooks/use-item.ts'
import { useListIds, useListView } from '../../../src/cache/hooks/use-list-views.ts'
import { withTagsBefore } from '../../../src/cache/policies/with-tags-before.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { historyOf, withUndo } from '../../../src/cache/undo/undo.ts'
import { Exchange } from '../../../src/features/exchange/exchange.tsx'
import type { ExchangeDialog } from '../../../src/features/exchange/exchange-props.ts'
import {
  type DeviceStorage,
  historyKey,
  keptDuplicatesKey,
  openDeviceStorage,
  wipeHabits,
} from '../../../src/features/quick-add/device-storage.ts'
import { Duplicates } from '../../../src/features/quick-add/duplicates/duplicates.tsx'
import { useNameIndex } from '../../../src/features/quick-add/duplicates/use-name-index.ts'
import { QuickAddBox } from '../../../src/features/quick-add/quick-add-box.tsx'
import { GetAllUnitDocument } from '../../../src/generated/operations.ts'
import type { AccountStorage } from '../../../src/offline/environment.ts'
import type { Offline } from '../../../src/offline/offline.ts'
import { createMemoryKeyValueStore } from '../../../src/offline/storage/memory-key-value-store.ts'
import { createMemoryOutboxStore } from '../../../src/offline/storage/memory-outbox-store.ts'
import type { Network } from '../../../src/offline/sync/network.ts'
import { createLoneTabs } from '../../../src/offline/tabs/lone-tabs.ts'
import { openAccount } from '../../../src/shell/account/open-account.ts'
import { createToasts, ToastsProvider } from '../../../src/ui/toasts/toasts.tsx'
import { memoryStorage } from '../../support/memory-storage.ts'
import { createMemoryUndoStorage } from '../../support/memory-undo-storage.ts'

const opened: Offline[] = []
afterEach(async () => {
  for (const offline of opened.splice(0)) await offline.close()
})

describe('the add box', () => {
  it('adds ten items by keyboard in one go, each becomes an edit in its order', async () => {
    const { user, box, offline, names } = await open()
    const ten = Array.from({ length: 10 }, (_, count) => `Thing ${String.fromCharCode(65 + count)}`)
    await user.type(box, ten.map(name => `${name}{Enter}`).join(''))
    expect(names()).toEqual(ten)
    expect(offline.waiting.get().map(entry => entry.name)).toEqual([
      'createShoppingList',
      ...ten.map(() => 'createItem'),
    ])
  })

  it('adds what was understood, and suggests it with the tags it was given later', async () => {
    const { user, box, offline, listId, rows, ids } = await open()
    await user.type(box, 'milk 1,5 l{Enter}')
    expect(rows()).toEqual(['milk 1.5 unit-l'])
    const [milk = ''] = ids()
    await act(async () => {
      offline.perform(updateItem, { id: milk, itemTags: [{ name: 'Dairy', color: '#1c7ed6' }] })
      offline.perform(tickItem, { id: milk, purchased: true })
      offline.perform(updateItem, { id: milk, name: 'Oat drink' })
    })
    await user.type(box, 'mil')
    await user.click(button('milk · 1½ l'))
    expect(rows()).toEqual(['milk 1.5 unit-l Dairy'])
    const tags = offline.peek(`ShoppingList:${listId}`)?.itemTags
    expect(tags).toHaveLength(1)
  })

  it('brings a ticked one back instead of a second row, with the quantity that was typed', async () => {
    const { user, box, offline, rows, ids } = await open()
    await user.type(box, 'Milk{Enter}')
    await act(async () => {
      offline.perform(tickItem, { id: ids()[0] ?? '', purchased: true })
    })
    await user.type(box, 'milk 3')
    await user.click(button('Bring back Milk, 3'))
    expect(rows()).toEqual(['Milk 3'])
  })

  it('raises instead of a second row', async () => {
    const { user, box, rows } = await open()
    await user.type(box, 'Milk 2{Enter}milk')
    await user.click(button('Raise Milk to 3'))
    expect(rows()).toEqual(['Milk 3'])
  })

  it('offers what is true of an item that others change meanwhile, and nothing of one that is gone', async () => {
    const { user, box, offline, rows, ids } = await open()
    await user.type(box, 'Milk 2{Enter}milk')
    const [id = ''] = ids()
    expect(button('Raise Milk to 3')).toBeTruthy()
    await act(async () => void offline.perform(updateItem, { id, quantityToPurchase: 6 }))
    await user.click(button('Raise Milk to 7'))
    expect(rows()).toEqual(['Milk 7'])
    await user.type(box, 'milk')
    await act(async () => void offline.perform(tickItem, { id, purchased: true }))
    expect(button('Bring back Milk')).toBeTruthy()
    await act(async () => void offline.perform(deleteItem, { id }))
    expect(screen.queryByRole('button', { name: /^Bring back|^Raise/ })).toBeNull()
  })

  it('an offer that is pressed in the moment in which others change its item raises what is there', async () => {
    const { user, box, offline, rows, ids } = await open()
    await user.type(box, 'Milk 2{Enter}milk')
    const chip = button('Raise Milk to 3')
    await act(async () => {
      offline.perform(updateItem, { id: ids()[0] ?? '', quantityToPurchase: 6 })
      fireEvent.click(chip)
    })
    expect(rows()).toEqual(['Milk 7'])
  })

  it('of an offer whose item goes in the moment in which it is pressed, what was typed is added', async () => {
    const { user, box, offline, rows, ids } = await open()
    await user.type(box, 'Milk 2{Enter}3 milk')
    const chip = button('Raise Milk to 5')
    await act(async () => {
      offline.perform(deleteItem, { id: ids()[0] ?? '' })
      fireEvent.click(chip)
    })
    expect(rows()).toEqual(['milk 3'])
    expect(box).toHaveProperty('value', '')
  })

  it('keeps names that are written from right to left apart from their amounts', async () => {
    const { user, box, rows, offline, ids } = await open()
    await user.type(box, 'אורז 2{Enter}')
    expect(rows()).toEqual(['אורז 2'])
    await act(async () => {
      offline.perform(updateItem, { id: ids()[0] ?? '', name: 'Rice' })
    })
    await user.type(box, 'אור')
    expect(within(button('אורז · 2')).getByText('אורז').tagName).toBe('BDI')
    await user.clear(box)
    await user.paste('אורז 3\nMilk')
    const dialog = within(await screen.findByRole('dialog', { name: 'Add pasted lines' }))
    expect(dialog.getByText('אורז').tagName).toBe('BDI')
  })

  it('pasted lines can be taken back in one go', async () => {
    const { user, box, offline, listId, names } = await open()
    await user.click(box)
    await user.paste('Milk\nBread\n2 kg apples')
    await user.click(await screen.findByRole('button', { name: 'Add all (3)' }))
    expect(names()).toEqual(['Milk', 'Bread', 'apples'])
    expect(told(offline, listId)[0]).toBe('Add 3 pasted items')
    const waiting = () => offline.waiting.get().map(entry => entry.name)
    expect(waiting()).toEqual(['createShoppingList', 'createItems'])
    await user.click(button('Undo'))
    expect(names()).toEqual([])
    expect(waiting()).toEqual(['createShoppingList'])
    // What the history shows once, and as undone.
    expect(told(offline, listId)).toEqual(['Add 3 pasted items (undone)', 'New list Weekly shop'])
  })

  it('pasted lines bring back what lies in the trolley, once each, and all is one thing to take back', async () => {
    const { user, box, offline, listId, rows, ids } = await open()
    await user.type(box, 'Milk 2 l{Enter}Bread{Enter}')
    const [milk = ''] = ids()
    await act(async () => void offline.perform(tickItem, { id: milk, purchased: true }))
    await user.click(box)
    await user.paste('Eggs\nmilk 3 l\nmilk\nbread')
    const lines = within(await screen.findByRole('list', { name: 'Pasted lines' }))
    expect(lines.getAllByRole('listitem').map(line => line.textContent)).toEqual([
      'Eggs ',
      'milk 3 lComes back from the trolley',
      'milk ',
      'bread ',
    ])
    await user.click(button('Add all (4)'))
    expect(rows()).toEqual(['Milk 3 unit-l', 'Bread', 'Eggs', 'milk', 'bread'])
    expect(screen.getByText('3 items added, 1 brought back.')).toBeTruthy()
    expect(told(offline, listId)[0]).toBe('Add 4 pasted items')
    await user.click(button('Undo'))
    expect(rows()).toEqual(['Bread'])
    expect(offline.peek(`Item:${milk}`)).toMatchObject({ purchased: true, quantityToPurchase: 2 })
  })

  it.each<[string, (stage: Awaited<ReturnType<typeof open>>) => Promise<unknown>]>([
    ['what is typed', ({ user, box }) => user.type(box, 'milk{Enter}')],
    [
      'what is pasted',
      async ({ user, box }) => {
        await user.click(box)
        await user.paste('Eggs\nmilk')
        await user.click(await screen.findByRole('button', { name: 'Add all (2)' }))
      },
    ],
  ])(
    'of a list that has only just opened, too, %s brings back what lies in the trolley',
    async (_, add) => {
      const { user, box, offline, listId, ids, stop } = await open()
      await user.type(box, 'Milk{Enter}')
      await act(async () => void offline.perform(tickItem, { id: ids()[0] ?? '', purchased: true }))
      stop()
      // The browser has not had the time yet to go through the list.
      vi.stubGlobal('requestIdleCallback', () => 0)
      vi.stubGlobal('cancelIdleCallback', () => {})
      onTestFinished(() => void vi.unstubAllGlobals())
      const again = await open({ offline, listId })
      await add(again)
      expect(again.rows()[0]).toBe('Milk')
    },
  )

  it('one pasted line that is left of several is one item', async () => {
    const { user, box, offline, listId } = await open()
    await user.click(box)
    await user.paste('Milk\nBread')
    await user.click(await screen.findByRole('button', { name: 'Leave out Bread' }))
    await user.click(await screen.findByRole('button', { name: 'Add all (1)' }))
    expect(told(offline, listId)[0]).toBe('Add 1 pasted item')
  })

  it('says of too many pasted lines how many they are, and adds none, until fewer are pasted', async () => {
    const { user, box, names } = await open()
    await user.click(box)
    await user.paste('Milk\n'.repeat(1_000))
    expect(screen.getByRole('alert').textContent).toBe(
      'These are 1,000 lines; at most 500 can be pasted at once. Paste fewer, or import a file.',
    )
    expect(names()).toEqual([])
    await user.paste('Milk\nBread')
    await user.click(await screen.findByRole('button', { name: 'Add all (2)' }))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(names()).toEqual(['Milk', 'Bread'])
  })

  it('pasted lines that the history took back are not taken back twice', async () => {
    const { user, box, offline, listId, names } = await open()
    await user.click(box)
    await user.paste('Milk\nBread')
    await user.click(await screen.findByRole('button', { name: 'Add all (2)' }))
    await act(async () => historyOf(offline)?.undoLast(listId))
    expect(names()).toEqual([])
    await user.click(button('Undo'))
    expect(screen.getAllByText(/There is nothing left to undo\./)).not.toEqual([])
    expect(told(offline, listId)).toEqual(['Add 2 pasted items (undone)', 'New list Weekly shop'])
  })

  it('a second one instead: bringing back was undone, and the first is in the trolley', async () => {
    const { user, box, offline, listId, rows, ids } = await open()
    await user.type(box, 'Milk{Enter}')
    const [first = ''] = ids()
    await act(async () => {
      offline.perform(tickItem, { id: first, purchased: true })
    })
    await user.type(box, 'milk 3{Enter}')
    expect(rows()).toEqual(['Milk 3'])
    await user.click(button('Add a second one instead'))
    expect(rows()).toEqual(['milk 3'])
    expect(offline.peek(`Item:${first}`)?.purchased).toBe(true)
    expect(told(offline, listId).slice(0, 3)).toEqual([
      'Add milk',
      'Change Milk (undone)',
      'Tick Milk',
    ])
  })

  it('the history is there after a restart', async () => {
    const storage = memoryStorage()
    const { user, box } = await open({ storage })
    await user.type(box, 'Milk{Enter}')
    await waitFor(() => expect(storage.size).toBe(1))
    const again = await open({ storage })
    await again.user.type(again.box, 'mi')
    expect(await within(again.view).findByRole('button', { name: 'Milk' })).toBeTruthy()
  })
})

describe('remembered tags', () => {
  it('are learnt from what came otherwise, such as an import', async () => {
    const { user, box, offline, listId, rows } = await open()
    await act(async () => {
      offline.perform(createItem, {
        id: newId(),
        shoppingListId: listId,
        name: 'Feta',
        itemTags: [{ name: 'Dairy', color: '#1c7ed6' }],
      })
    })
    await user.type(box, 'feta')
    await user.click(await screen.findByRole('button', { name: 'feta · Dairy' }))
    expect(rows()).toEqual(['Feta Dairy', 'feta Dairy'])
  })

  it('are left out where the list can take no more of them, and the item is added', async () => {
    const storage = memoryStorage()
    const other = await open({ storage })
    await other.user.type(other.box, 'Milk{Enter}')
    const tag = { name: 'Dairy', color: '#1c7ed6' }
    await act(async () => {
      other.offline.perform(updateItem, { id: other.ids()[0] ?? '', itemTags: [tag] })
    })
    await waitFor(async () => {
      expect(JSON.stringify(await storage.getItem(historyKey(1)))).toContain('Dairy')
    })
    const full = await open({ storage })
    const itemTags = Array.from({ length: limits.tagsPerList }, (_, n) => ({ name: `Tag ${n}` }))
    await act(async () => {
      full.offline.perform(updateShoppingList, { id: full.listId, itemTags })
    })
    await full.user.type(full.box, 'milk{Enter}')
    expect(full.rows()).toEqual(['milk'])
  })
})

describe('what is learnt on the device', () => {
  it('lies in IndexedDB per person, and nothing of it stays after the sign-out', async () => {
    const storage = openDeviceStorage()
    const { user, box } = await open({ storage })
    await user.type(box, 'Milk{Enter}milk{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Keep both' }))
    const keys = [historyKey(1), keptDuplicatesKey(1)]
    for (const key of keys) {
      await waitFor(async () => expect(await openDeviceStorage().getItem(key)).not.toBeNull())
    }
    await wipeHabits(2)
    expect(await openDeviceStorage().getItem(historyKey(1))).not.toBeNull()
    await wipeHabits(1)
    for (const key of keys) expect(await openDeviceStorage().getItem(key)).toBeNull()
  })
})

describe('duplicates', () => {
  it('appear when another phone added the same name, and become one with one tap', async () => {
    const { user, box, offline, listId, rows, toasts } = await open()
    await user.type(box, 'Milk 2 l{Enter}')
    await act(async () => {
      offline.perform(createItem, {
        id: newId(),
        shoppingListId: listId,
        name: 'milk',
        quantityToPurchase: 1,
        unitId: 'unit-l',
        notes: 'the blue one',
        itemTags: [{ name: 'Dairy' }],
      })
    })
    const card = await screen.findByRole('region', { name: 'On the list twice' })
    expect(
      within(card)
        .getAllByRole('listitem')
        .map(row => row.textContent),
    ).toEqual(['Milk 2 l', 'milk 1 lthe blue one'])
    await user.click(button('Merge Milk'))
    expect(rows()).toEqual(['Milk 3 unit-l the blue one Dairy'])
    expect(screen.queryByRole('region', { name: 'On the list twice' })).toBeNull()
    const undo = toasts.get().at(-1)?.action
    expect(undo?.label).toBe('Undo')
    await act(async () => undo?.onPress())
    expect(rows()).toEqual(['Milk 2 unit-l', 'milk 1 unit-l the blue one Dairy'])
  })

  it('add up pieces that somebody said and a number without a unit', async () => {
    const { user, box, rows } = await open()
    await user.type(box, '12 pcs eggs{Enter}3x eggs{Enter}')
    const card = await screen.findByRole('region', { name: 'On the list twice' })
    within(card).getByText('Together 15')
    await user.click(button('Merge eggs'))
    expect(rows()).toEqual(['eggs 15 unit-piece'])
  })

  it('send nothing but what the merge changes: the rest is left to whoever writes there', async () => {
    const { user, box, offline } = await open()
    await user.type(box, 'Milk 2 l{Enter}milk 1 l{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Merge Milk' }))
    const merged = offline.waiting.get().find(({ name }) => name === 'updateItem')
    const { id, takesIn } = merged?.variables ?? {}
    expect(merged?.variables).toEqual({ id, takesIn, quantityToPurchase: 3 })
    expect(id).toEqual(expect.any(String))
    expect(takesIn).toEqual([expect.any(String)])
  })

  it('go only with the row that takes them in, though that changes nothing of it', async () => {
    const { user, box, offline, ids, rows, toasts } = await open()
    await user.type(box, 'Milk{Enter}milk{Enter}')
    const [first, second] = ids()
    await user.click(await screen.findByRole('button', { name: 'Merge Milk' }))
    const [merged, deletion] = offline.waiting.get().slice(-2)
    expect(merged?.variables).toEqual({ id: first, takesIn: [second] })
    expect(deletion?.variables).toEqual({ id: second })
    expect(deletion?.needs).toEqual(expect.arrayContaining([...(merged?.creates ?? ['none'])]))
    const undo = toasts.get().at(-1)?.action
    expect(undo?.label).toBe('Undo')
    await act(async () => undo?.onPress())
    expect(rows()).toHaveLength(2)
  })

  it('stay two where the person wants so, also after a restart', async () => {
    const storage = memoryStorage()
    const { user, box, view, stop, offline, listId } = await open({ storage })
    await user.type(box, 'Milk{Enter}milk{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Keep both' }))
    expect(screen.queryByRole('region', { name: 'On the list twice' })).toBeNull()
    await waitFor(() => expect(storage.size).toBe(2))
    stop()
    expect(view.innerHTML).toBe('')
    const again = await open({ storage, offline, listId })
    await again.user.type(again.box, 'Eggs{Enter}eggs{Enter}')
    // The card begins with what stands first on the list, and counts the others.
    const merge = await screen.findByRole('button', { name: 'Merge Eggs' })
    expect(merge.closest('section')?.textContent).not.toContain('more like this')
  })
})

describe('export and import', () => {
  it('a list comes back equal through JSON and CSV, without a network', async () => {
    const { user, box, offline, listId, rows, show, ids } = await open()
    await user.type(box, 'Milk 2 l{Enter}=1+1{Enter}Bread{Enter}')
    const [milk = '', formula = '', bread = ''] = ids()
    await act(async () => {
      offline.perform(updateItem, {
        id: milk,
        quantityInStock: 1,
        notes: 'cold, "fresh";\nor not',
        itemTags: [{ name: 'Dairy; cold', color: '#1c7ed6' }, { name: 'Fridge' }],
      })
      offline.perform(updateItem, { id: formula, notes: '@home' })
      offline.perform(tickItem, { id: bread, purchased: true })
    })
    await act(async () => {
      const tags = [
        { name: 'Unused', color: '#2b8a3e' },
        { name: 'Fridge', color: '#d6336c' },
      ]
      const own = offline.peek(`ShoppingList:${listId}`)?.itemTags
      const [dairy] = Array.isArray(own) ? own.map(tag => String(offline.peek(tag.__ref)?.id)) : []
      offline.perform(updateShoppingList, {
        id: listId,
        listType: 'STOCK',
        favourite: true,
        notes: '=cellar;\n-2',
        itemTags: [...tags, { id: dairy ?? '', name: 'Dairy; cold', color: '#1c7ed6' }],
      })
    })
    const before = rows()
    for (const format of ['Complete copy (JSON)', 'Spreadsheet (CSV)']) {
      const saved = captureFiles()
      show('export')
      await user.click(await screen.findByRole('radio', { name: format }))
      await user.click(button('Save file'))
      const [file] = saved
      expect(file).toBeDefined()
      show('import')
      if (file) await user.upload(await screen.findByLabelText('Choose a file'), file)
      await user.click(await screen.findByRole('button', { name: 'Import 3 items' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      const newListId = screen.getByTestId('imported').textContent ?? ''
      expect(newListId).not.toBe(listId)
      expect(contentOf(offline, newListId)).toEqual(contentOf(offline, listId))
      expect(listOf(offline, newListId)).toEqual(listOf(offline, listId))
    }
    expect(rows()).toEqual(before)
    // Each import is one edit: the list with all of its items.
    const imports = offline.waiting.get().slice(-2)
    expect(imports).toMatchObject([
      { name: 'createShoppingList', variables: { items: [{}, {}, {}] } },
      { name: 'createShoppingList', variables: { items: [{}, {}, {}] } },
    ])
    expect(offline.sync.get().reachable).toBe(false)
  })

  it('into the open list: its own tags are taken, and Undo takes all of it back', async () => {
    const { user, box, offline, listId, names, show, toasts } = await open()
    await user.type(box, 'Milk{Enter}')
    await act(async () => {
      offline.perform(createItem, {
        id: newId(),
        shoppingListId: listId,
        name: 'Feta',
        itemTags: [{ name: 'Dairy', color: '#1c7ed6' }],
      })
    })
    show('import')
    const csv = new File(['Name,Tags\nBread,dairy; Bakery\nButter,Dairy'], 'more.csv')
    await user.upload(await screen.findByLabelText('Choose a file'), csv)
    await user.click(await screen.findByRole('radio', { name: 'Into Weekly shop' }))
    await user.click(button('Import 2 items'))
    await waitFor(() => expect(names()).toEqual(['Milk', 'Feta', 'Bread', 'Butter']))
    expect(offline.waiting.get().at(-1)).toMatchObject({
      name: 'createItems',
      variables: { items: [{ name: 'Bread' }, { name: 'Butter' }] },
    })
    expect(offline.peek(`ShoppingList:${listId}`)?.itemTags).toHaveLength(2)
    await waitFor(() => expect(toasts.get().at(-1)?.text).toBe('2 items imported'))
    await act(async () => toasts.get().at(-1)?.action?.onPress())
    expect(names()).toEqual(['Milk', 'Feta'])
    // The toast is what Ctrl+Z is: the history shows the import once, and as undone.
    expect(told(offline, listId).slice(0, 2)).toEqual(['Import 2 items (undone)', 'Add Feta'])
  })

  it('a device that cannot keep one edit imports none of them', async () => {
    let writes = 0
    const { user, offline, show } = await open({
      onWrite() {
        writes += 1
        if (writes > 1) throw new DOMException('full', 'QuotaExceededError')
      },
    })
    show('import')
    await user.upload(
      await screen.findByLabelText('Choose a file'),
      new File(['Name\nMilk\nBread'], 'new.csv'),
    )
    await user.click(await screen.findByRole('button', { name: 'Import 2 items' }))
    expect((await screen.findByRole('alert')).textContent).toContain('nothing was imported')
    expect(screen.getByTestId('lists').textContent).toBe('1')
    expect(offline.waiting.get().map(entry => entry.name)).toEqual(['createShoppingList'])
  })

  it('the text of a list, in the order in which it was put', async () => {
    const { user, box, offline, show, ids } = await open()
    await user.type(box, 'Milk 2 l{Enter}Bread{Enter}Feta{Enter}')
    const [milk = '', , feta = ''] = ids()
    await act(async () => {
      offline.perform(moveItem, { id: feta, afterItemId: null })
      offline.perform(tickItem, { id: milk, purchased: true })
    })
    show('text')
    await user.click(await screen.findByRole('checkbox', { name: /in the trolley/ }))
    expect(screen.getByRole('textbox', { name: 'Text' })).toHaveProperty(
      'value',
      'Weekly shop\n\n- Feta\n- 2 l Milk ✓\n- Bread\n',
    )
  })
})

interface Opening {
  readonly storage?: DeviceStorage
  readonly offline?: Offline
  readonly listId?: string
  readonly onWrite?: () => void
}

async function open(opening: Opening = {}) {
  const offline = opening.offline ?? (await openAlone(opening.onWrite))
  const listId = opening.listId ?? newId()
  if (!opening.listId) offline.perform(createShoppingList, { id: listId, name: 'Weekly shop' })
  const toasts = createToasts()
  let show: (dialog: ExchangeDialog) => void = () => {}

  function Harness() {
    const index = useNameIndex(listId)
    const input = useRef<HTMLInputElement>(null)
    const [dialog, setDialog] = useState<ExchangeDialog>()
    const [imported, setImported] = useState('')
    const { openIds } = useListView(listId)
    show = next => act(() => setDialog(next))
    return (
      <>
        <ul aria-label="Rows">
          {openIds.map(id => (
            <Row key={id} id={id} />
          ))}
        </ul>
        <output data-testid="lists">{useListIds().length}</output>
        <output data-testid="imported">{imported}</output>
        <Duplicates index={index} storage={storage} />
        <QuickAddBox
          listId={listId}
          index={index}
          input={input}
          texts={new Map()}
          full={() => undefined}
          storage={storage}
          later={atOnce}
        />
        <Exchange
          listId={listId}
          dialog={dialog}
          onClose={() => setDialog(undefined)}
          onImported={setImported}
        />
      </>
    )
  }
  const storage = opening.storage ?? memoryStorage()
  const app = (
    <OfflineProvider offline={offline}>
      <ToastsProvider toasts={{ ...toasts, subscribe: () => () => {} }}>
        <Harness />
      </ToastsProvider>
    </OfflineProvider>
  )
  // What the device has stored is read right away.
  const { container, unmount } = await act(async () => render(app))
  const list = () => within(container).getByRole('list', { name: 'Rows', hidden: true })
  const texts = () => within(list()).queryAllByRole('listitem', { hidden: true })
  return {
    user: userEvent.setup({ applyAccept: false }),
    view: container,
    stop: unmount,
    box: within(container).getByRole('textbox', { name: 'Add an item' }),
    offline,
    listId,
    toasts,
    show: (dialog: ExchangeDialog) => show(dialog),
    rows: () => texts().map(row => row.textContent),
    names: () => texts().map(row => row.dataset.name),
    ids: () => texts().map(row => row.dataset.id),
  }
}

function Row({ id }: { readonly id: string }) {
  const item = useItem(id)
  if (!item) return null
  const tags = item.itemTags.map(tag => tag.name).join(', ')
  return (
    <li data-id={id} data-name={item.name}>
      {[item.name, item.quantityToPurchase, item.unitId, item.notes, tags]
        .filter(Boolean)
        .join(' ')}
    </li>
  )
}

async function openAlone(onWrite: () => void = () => {}): Promise<Offline> {
  const outbox = createMemoryOutboxStore()
  const storage: AccountStorage = {
    openOutbox: async () => ({
      ...outbox,
      write: async changes => {
        onWrite()
        await outbox.write(changes)
      },
    }),
    openCache: async () => createMemoryKeyValueStore(),
    wipe: async () => {},
  }
  const network: Network = {
    send: async () => ({ kind: 'outage', cause: 'unreachable' }),
    listen: () => ({ close() {} }),
  }
  const account = await openAccount({
    userId: 1,
    network,
    storage,
    tabs: { ...createLoneTabs(), knowEachOther: true },
    onTrouble: () => {},
  })
  const offline = withUndo(withTagsBefore(account), {
    storage: createMemoryUndoStorage(),
    edits: editsByName,
    newId,
    now: () => Date.now(),
  })
  // They were heard once, long ago.
  offline.cache.writeQuery({
    query: GetAllUnitDocument,
    data: {
      __typename: 'Query',
      getAllUnit: [
        { __typename: 'Unit', id: 'unit-kg', name: 'kilogram', abbreviation: 'kg' },
        { __typename: 'Unit', id: 'unit-l', name: 'litre', abbreviation: 'l' },
        { __typename: 'Unit', id: 'unit-piece', name: 'piece', abbreviation: 'pc' },
      ],
    },
  })
  opened.push(offline)
  return offline
}

/** What the history of a list shows, newest first. */
function told(offline: Offline, listId: string): readonly string[] {
  const records = historyOf(offline)?.of(listId) ?? []
  return records.map(({ deed, undoneAt }) =>
    undoneAt === undefined ? deedSentence(deed) : `${deedSentence(deed)} (undone)`,
  )
}

/** What a list holds, its ids aside. */
function contentOf(offline: Offline, listId: string) {
  const refs = offline.peek(`ShoppingList:${listId}`)?.items
  if (!Array.isArray(refs)) return undefined
  return refs.map(ref => {
    const item = offline.peek(ref.__ref)
    const { name, quantityToPurchase, quantityInStock, unitId, notes, purchased } = item ?? {}
    const tags = Array.isArray(item?.itemTags) ? item.itemTags : []
    return {
      ...{ name, quantityToPurchase, quantityInStock, unitId, notes, purchased },
      tags: tags.map(tag => {
        const { name: tagName, color } = offline.peek(tag.__ref) ?? {}
        return `${tagName} ${color}`
      }),
    }
  })
}

/** The list itself; its name is made unique. */
function listOf(offline: Offline, listId: string) {
  const { listType, favourite, notes, itemTags } = offline.peek(`ShoppingList:${listId}`) ?? {}
  const tags = Array.isArray(itemTags) ? itemTags.map(tag => offline.peek(tag.__ref)) : []
  return { listType, favourite, notes, tags: tags.map(tag => `${tag?.name} ${tag?.color}`) }
}

function captureFiles(): File[] {
  const files: File[] = []
  let blob: Blob | undefined
  Object.assign(URL, {
    createObjectURL: (given: Blob) => {
      blob = given
      return 'blob:one'
    },
    revokeObjectURL: () => {},
  })
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    if (blob) files.push(new File([blob], this.download))
  }
  return files
}

function button(name: string): HTMLElement {
  return screen.getByRole('button', { name })
}

/** Nobody waits for a frame here. */
function atOnce(work: () => void): () => void {
  work()
  return () => {}
}
