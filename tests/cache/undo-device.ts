/** One person's device without a network, with lists that the server had told of before. */

import { setTimeout } from 'node:timers/promises'
import { derivedId } from '../../rules/derived-id.ts'
import { editsByName } from '../../src/cache/edits/all-edits.ts'
import { withTagsBefore } from '../../src/cache/policies/with-tags-before.ts'
import { writeItems, writeList } from '../../src/cache/records/list-records.ts'
import { type ReadItem, seenRecords } from '../../src/cache/records/reader.ts'
import { type UndoableOffline, withUndo } from '../../src/cache/undo/undo.ts'
import type { UndoStorage } from '../../src/cache/undo/undo-storage.ts'
import { GetByFilterUserConfigDocument } from '../../src/generated/operations.ts'
import type { Clock } from '../../src/offline/clock.ts'
import type { Offline } from '../../src/offline/offline.ts'
import { createReadable } from '../../src/offline/readable.ts'
import { createMemoryKeyValueStore } from '../../src/offline/storage/memory-key-value-store.ts'
import { createMemoryOutboxStore } from '../../src/offline/storage/memory-outbox-store.ts'
import type { Network } from '../../src/offline/sync/network.ts'
import { createLoneTabs } from '../../src/offline/tabs/lone-tabs.ts'
import type { Tabs } from '../../src/offline/tabs/tabs.ts'
import { openAccount } from '../../src/shell/account/open-account.ts'
import { createMemoryUndoStorage } from '../support/memory-undo-storage.ts'
import { aList, anItem, someConfig } from '../support/records.ts'

export interface Device {
  readonly offline: UndoableOffline
  readonly plain: Offline
  readonly storage: UndoStorage
  item(id: string): ReadItem
  names(listId: string): readonly string[]
  listNames(): readonly string[]
  /** Of the list's tags. */
  tagNames(listId: string): readonly string[]
}

/** A list's id follows from its name in these tests. */
export function listId(name: string): string {
  return derivedId('1b671a64-40d5-491e-99b0-da01ff1f3341', name)
}

/** Lists by name, each with the names of its items; an item's id is its name in lower case. */
export async function openDevice(
  lists: Readonly<Record<string, readonly string[]>>,
  options: {
    readonly network?: Network
    readonly storage?: UndoStorage
    readonly tabs?: Tabs
    /** Where timers shall fire. */
    readonly clock?: Clock
    /** Whatever is done may have left the device at once. */
    readonly mayHaveLeft?: boolean
    /** What the device's clock says at each deed, in ms since 1970. */
    readonly now?: () => number
  } = {},
): Promise<Device> {
  const storage = options.storage ?? createMemoryUndoStorage()
  const outbox = createMemoryOutboxStore()
  const records = createMemoryKeyValueStore()
  const account = await openAccount({
    userId: 7,
    network: options.network ?? nowhere,
    storage: {
      openOutbox: async () => outbox,
      openCache: async () => records,
      wipe: async () => {},
    },
    // The only one of a browser whose tabs would know of each other.
    tabs: options.tabs ?? { ...createLoneTabs(), knowEachOther: true },
    clock: options.clock ?? stillClock,
    random: () => 0.5,
    environment: {
      visible: createReadable(true),
      onOnline: () => () => {},
      onReturn: () => () => {},
      afterPaint: queueMicrotask,
      close() {},
    },
    onTrouble: error => {
      throw error
    },
  })
  const plain = options.mayHaveLeft ? { ...account, withdraw: () => false } : account
  // Until this tab leads, nothing is certain not to have left the device.
  await setTimeout(0)
  const { cache } = plain
  for (const [order, [list, names]] of Object.entries(lists).entries()) {
    const id = listId(list)
    writeList(cache, aList({ id, name: list, order }))
    const items = names.map((name, place) =>
      anItem({ id: name.toLowerCase(), shoppingListId: id, name, order: place }),
    )
    writeItems(cache, id, items)
  }
  let made = 0
  const offline = withUndo(withTagsBefore(plain), {
    storage,
    edits: editsByName,
    newId: () => {
      made += 1
      return `00000000-0000-7000-8000-${String(made).padStart(12, '0')}`
    },
    now: options.now ?? (() => 1_760_000_000_000 + made),
  })
  const view = seenRecords(plain)
  return {
    offline,
    plain,
    storage,
    item(id) {
      const item = view.item(id)
      if (!item) throw new Error(`There is no item ${id}.`)
      return item
    },
    names: listId => view.itemIds(listId).map(id => view.item(id)?.name ?? '?'),
    tagNames: listId => view.list(listId)?.itemTags.map(({ name }) => name) ?? [],
    listNames: () => view.listIds().map(id => view.list(id)?.name ?? '?'),
  }
}

/** Preferences as the server told of them. */
export function writeConfig(
  { plain }: Pick<Device, 'plain'>,
  fields: Parameters<typeof someConfig>[0] = {},
): void {
  plain.cache.writeQuery({
    query: GetByFilterUserConfigDocument,
    data: { __typename: 'Query', getByFilterUserConfig: [someConfig(fields)] },
  })
}

/** The first request hangs for ever, so that nothing behind it leaves the device. */
const nowhere: Network = {
  send: () => new Promise(() => {}),
  listen: () => ({ close() {} }),
}

/** Whatever is tried comes to nothing, and the device knows. */
export const unreachable: Network = {
  ...nowhere,
  send: async () => ({ kind: 'outage', cause: 'unreachable' }),
}

/** No timer ever fires: what waits goes on waiting. */
const stillClock: Clock = { now: () => 1_760_000_000_000, after: () => () => {} }
