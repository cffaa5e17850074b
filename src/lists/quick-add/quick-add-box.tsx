/** The add box of one list: what it does becomes edits, what it learns stays on the device. */
import { type RefObject, useState } from 'react'
import { nameKey } from '../../../rules/names.ts'
import { createItem, deleteItem, tickItem, updateItem } from '../../cache/item-edits.ts'
import { newId } from '../../cache/new-id.ts'
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

  function handleAdd(wanted: Wanted) {
    const id = newId()
    const { durable } = offline.perform(createItem, {
      id,
      shoppingListId: listId,
      name: wanted.name,
      ...(wanted.quantity === null ? {} : { quantityToPurchase: wanted.quantity }),
      ...(wanted.unitId === null ? {} : { unitId: wanted.unitId }),
      ...(wanted.tags.length === 0 ? {} : { itemTags: tagsFor(wanted) }),
    })
    history.remember({ ...wanted, itemId: id }, Date.now())
    onAdded?.(id)
    return { id, durable }
  }

  function handleRaise(found: Found, { quantity, unitId }: Amount) {
    perform(updateItem, {
      id: found.id,
      quantityToPurchase: quantity,
      ...(unitId === found.unitId ? {} : { unitId }),
    })
    onAdded?.(found.id)
  }

  function handleBringBack(found: Found, amount: Amount) {
    perform(tickItem, { id: found.id, purchased: false })
    if (amount.quantity !== found.quantityToPurchase || amount.unitId !== found.unitId) {
      handleRaise(found, amount)
    } else onAdded?.(found.id)
  }

  return (
    <QuickAdd
      input={input}
      full={full}
      know={know}
      onAdd={handleAdd}
      onTakeBack={ids => {
        for (const id of ids) perform(deleteItem, { id })
      }}
      onRaise={handleRaise}
      onBringBack={handleBringBack}
      onForget={name => history.forget(name)}
    />
  )
}
