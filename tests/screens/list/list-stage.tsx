/** One list on its screen, on a device without a network. */
import { setTimeout } from 'node:timers/promises'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { updateItem } from '../../../src/cache/edits/item-edits.ts'
import { updateShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import type { UndoStorage } from '../../../src/cache/undo/undo-storage.ts'
import { ListScreen } from '../../../src/list/list-screen.tsx'
import type { Network } from '../../../src/offline/sync/network.ts'
import { KeptTexts } from '../../../src/ui/form/kept-texts.ts'
import { afterFrame } from '../../../src/ui/loading/after-frame.ts'
import { type Device, listId, writeConfig } from '../../cache/undo-device.ts'
import { showPart } from '../features/undo-stage.tsx'

export const shop = listId('Shop')

interface ListStageOptions {
  /** Names of items in the list, in order; an item's id is its name in lower case. */
  readonly items?: readonly string[]
  /** The tag of items by their id. */
  readonly tags?: Readonly<Record<string, string>>
  readonly stock?: boolean
  readonly prepare?: (device: Device) => void
  /** What the browser remembers from before. */
  readonly memory?: Map<string, string>
  /** Instead of none. */
  readonly network?: Network
  /** Where the device keeps what can be taken back. */
  readonly undoStorage?: UndoStorage
}

export async function showList({
  items = [],
  tags = {},
  stock,
  prepare,
  memory = new Map(),
  network,
  undoStorage,
}: ListStageOptions = {}) {
  const typed = new Map<string, string>()
  const stage = await showPart(
    { Shop: items, Pantry: ['Rice'] },
    <KeptTexts value={typed}>
      <ListScreen
        listId={shop}
        connection={null}
        tools={null}
        onOpenLists={undefined}
        network={network ?? { send: () => new Promise(() => {}) }}
        memory={{
          get: key => memory.get(key),
          set: (key, value) => void memory.set(key, value),
          remove: key => void memory.delete(key),
        }}
        typed={typed}
      />
    </KeptTexts>,
    async device => {
      writeConfig(device)
      for (const [id, name] of Object.entries(tags)) {
        device.plain.perform(updateItem, { id, itemTags: [{ name }] })
      }
      if (stock) device.plain.perform(updateShoppingList, { id: shop, listType: 'STOCK' })
      prepare?.(device)
      // What is safe on the device is not marked as being saved any more, before anything is drawn.
      await setTimeout(0)
    },
    { ...(network && { network }), ...(undoStorage && { storage: undoStorage }) },
  )
  await screen.findByRole('heading', { name: 'Shop' })
  // Some of it is drawn behind the first frame.
  await act(() => new Promise<void>(resolve => afterFrame(resolve)))

  return {
    ...stage,
    /** Chooses an entry of the list's menu. */
    async choose(entry: string) {
      await stage.user.click(screen.getByRole('button', { name: 'List options' }))
      await stage.user.click(await screen.findByRole('menuitem', { name: entry }))
    },
    list: () => stage.plain.peek(`ShoppingList:${shop}`),
    /** The edits that wait, the newest last. */
    waiting: () => stage.offline.waiting.get(),
  }
}

/** Names and headings, as they stand on the screen. */
export function shownRows(label = 'Items'): readonly string[] {
  const list = screen.queryByRole('list', { name: label })
  if (list === null) return []
  return within(list)
    .getAllByRole('listitem')
    .map(row => {
      const heading = within(row).queryByRole('heading')
      if (heading) return `# ${heading.textContent}`
      const box = within(row).getByRole('checkbox')
      return document.getElementById(box.getAttribute('aria-labelledby') ?? '')?.textContent ?? ''
    })
}

export async function expectRows(rows: readonly string[]): Promise<void> {
  await waitFor(() => expect(shownRows()).toEqual(rows))
}
