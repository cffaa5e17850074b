/** The add box of one list: what it does becomes edits, what it learns stays on the device. */
import { type RefObject, useState } from 'react'
import { nameKey } from '../../../rules/names.ts'
import { createItems } from '../../cache/item-batch-edits.ts'
import { batchesOf } from '../../cache/item-batches.ts'
import { createItem, deleteItems, tickItem, updateItem } from '../../cache/item-edits.ts'
import { newId } from '../../cache/new-id.ts'
import { performTogether } from '../../cache/undo.ts'
import { useList } from '../../cache/use-list.ts'
import { useOffline } from '../../cache/use-offline.tsx'
import type { NameIndex } from '../twins/name-index.ts'
import { usePerform } from '../use-perform.ts'
import type { Amount, Found, Wanted } from './chips.ts'
import { type DeviceStorage, openDeviceStorage } from './device-storage.ts'
import { createHistoryStore } from './history-store.ts'
import { QuickAdd } from './quick-add.tsx'
import { useKnowledge } from './use-knowledge.ts'

interface QuickAddBoxProps {
  readonly listId: string
  /** Of `useNameIndex(listId)`. */
  readonly index: NameIndex
  readonly input: RefObject<HTMLInputElement | null>
  /** Why nothing more can be added, where that is so. */
  readonly full: string | undefined
  /** The row that was just added, raised or brought back. */
  readonly onAdded?: (id: string) => void
  readonly storage?: DeviceStorage
}

export function QuickAddBox({ listId, index, input, full, onAdded, storage }: QuickAddBoxProps) {
  const offline = useOffline()
  const perform = usePerform()
  const listTags = useList(listId)?.itemTags ?? []
  const [history] = useState(() =>
    createHistoryStore(storage ?? openDeviceStorage(), offline.userId),
  )
  const know = useKnowledge(history, index)

  /** The list's tags by name; what it lacks comes along as new, with an id that follows from its name. */
  function tagsFor(wanted: Wanted) {
    return wanted.tags.map(tag => {
      const there = listTags.find(each => nameKey(each.name) === nameKey(tag.name))
      return there
        ? { id: there.id, name: there.name, color: there.color }
        : { name: tag.name, color: tag.color }
    })
  }

  /** What stands for one wanted item: the edit's variables; the device remembers it. */
  function take(wanted: Wanted) {
    const id = newId()
    history.remember({ ...wanted, itemId: id }, Date.now())
    return {
      id,
      name: wanted.name,
      ...(wanted.quantity === null ? {} : { quantityToPurchase: wanted.quantity }),
      ...(wanted.unitId === null ? {} : { unitId: wanted.unitId }),
      ...(wanted.tags.length === 0 ? {} : { itemTags: tagsFor(wanted) }),
    }
  }

  function handleAdd(wanted: Wanted) {
    const variables = take(wanted)
    const { durable } = offline.perform(createItem, { ...variables, shoppingListId: listId })
    onAdded?.(variables.id)
    return { id: variables.id, durable }
  }

  function handleAddMany(all: readonly Wanted[]) {
    const items = all.map(take)
    const { durable } = performTogether(offline, `Add ${items.length} pasted items`, perform => {
      for (const batch of batchesOf(items)) {
        perform(createItems, { shoppingListId: listId, items: batch })
      }
    })
    const last = items.at(-1)
    if (last) onAdded?.(last.id)
    return { ids: items.map(item => item.id), durable }
  }

  function handleRaise(found: Found, amount: Amount) {
    perform(updateItem, { id: found.id, ...amountFields(found, amount) })
    onAdded?.(found.id)
  }

  function handleBringBack(found: Found, amount: Amount) {
    const fields = amountFields(found, amount)
    if (Object.keys(fields).length === 0) perform(tickItem, { id: found.id, purchased: false })
    else perform(updateItem, { id: found.id, purchased: false, ...fields })
    onAdded?.(found.id)
  }

  return (
    <QuickAdd
      input={input}
      full={full}
      know={know}
      onAdd={handleAdd}
      onAddMany={handleAddMany}
      onTakeBack={ids => perform(deleteItems, { ids })}
      onRaise={handleRaise}
      onBringBack={handleBringBack}
      onForget={name => history.forget(name)}
    />
  )
}

/** What is different now. */
function amountFields(found: Found, { quantity, unitId }: Amount) {
  return {
    ...(quantity === found.quantityToPurchase ? {} : { quantityToPurchase: quantity }),
    ...(unitId === found.unitId ? {} : { unitId }),
  }
}
