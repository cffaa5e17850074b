/** The add box of one list: what it does becomes edits, what it learns stays on the device. */
import { type RefObject, useState } from 'react'
import { fittingTags } from '../../../rules/lists/tags.ts'
import { nameKey } from '../../../rules/names.ts'
import { createItems, updateItems } from '../../cache/edits/item-batch-edits.ts'
import { createItem, tickItem, updateItem } from '../../cache/edits/item-edits.ts'
import { useListViews, useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { useList } from '../../cache/hooks/use-list.ts'
import { batchesOf } from '../../cache/policies/item-batches.ts'
import { newId } from '../../cache/records/new-id.ts'
import { performTogether, performUndoably } from '../../cache/undo/undo.ts'
import { usePerform } from '../../parts/perform/use-perform.ts'
import { isSaidOfAll } from '../../parts/perform/use-tell-unpersisted.ts'
import type { Amount, Found, Offer, TagName, Wanted } from './chips.ts'
import { type DeviceStorage, openDeviceStorage } from './device-storage.ts'
import type { NameIndex } from './duplicates/name-index.ts'
import { createHistoryStore } from './history-store.ts'
import { QuickAdd, type QuickAddProps } from './quick-add.tsx'
import { type KeptBoxes, useKeptBox } from './use-kept-box.ts'
import { useKnowledge } from './use-knowledge.ts'

interface QuickAddBoxProps extends Pick<QuickAddProps, 'later'> {
  readonly listId: string
  /** Of `useNameIndex(listId)`. */
  readonly index: NameIndex
  readonly input: RefObject<HTMLInputElement | null>
  readonly texts: KeptBoxes
  /** Why so many more cannot be added, where that is so. */
  readonly full: (adding: number) => string | undefined
  /** The row that was just added, raised or brought back. */
  readonly onAdded?: (id: string) => void
  readonly storage?: DeviceStorage
}

export function QuickAddBox({
  listId,
  index,
  input,
  texts,
  full,
  onAdded,
  storage,
  later,
}: QuickAddBoxProps) {
  const offline = useOffline()
  const views = useListViews()
  const perform = usePerform()
  const listTags = useList(listId)?.itemTags ?? noTags
  const [history] = useState(() =>
    createHistoryStore(storage ?? openDeviceStorage(), offline.userId),
  )
  const know = useKnowledge(history, index, listTags)
  useKeptBox(input, texts, listId)

  /**
   * What stands for one wanted item: the edit's variables; the device remembers it. Tags that the list lacks
   * come along as new, with ids that follow from their names; `tagsThen` are those that it has by then.
   */
  function take(wanted: Wanted, tagsThen: readonly TagName[]) {
    const id = newId()
    const { name, quantity, unitId, tags } = wanted
    history.remember({ name, quantity, unitId, tags, itemId: id }, Date.now())
    const itemTags = fittingTags(tagsThen, tags).map(({ name, color }) => {
      const there = listTags.find(each => nameKey(each.name) === nameKey(name))
      return { ...(there && { id: there.id }), name, color }
    })
    return {
      id,
      name,
      ...(quantity === null ? {} : { quantityToPurchase: quantity }),
      ...(unitId === null ? {} : { unitId }),
      ...(itemTags.length === 0 ? {} : { itemTags }),
    }
  }

  function takeAll(all: readonly Wanted[]) {
    let tagsThen: readonly TagName[] = listTags
    return all.map(wanted => {
      const item = take(wanted, tagsThen)
      const known = new Set(tagsThen.map(tag => nameKey(tag.name)))
      tagsThen = [
        ...tagsThen,
        ...(item.itemTags ?? []).filter(tag => !known.has(nameKey(tag.name))),
      ]
      return item
    })
  }

  function handleAdd(wanted: Wanted) {
    const variables = take(wanted, listTags)
    const added = offline.perform(createItem, { ...variables, shoppingListId: listId })
    onAdded?.(variables.id)
    return added
  }

  function handleAddMany(all: readonly Wanted[], back: readonly Offer[]) {
    const items = takeAll(all)
    const count = items.length + back.length
    const added = performTogether(offline, { kind: 'addPasted', count }, perform => {
      if (back.length > 0) {
        perform(updateItems, { items: back.map(({ found, amount }) => bringBackOf(found, amount)) })
      }
      for (const batch of batchesOf(items)) {
        perform(createItems, { shoppingListId: listId, items: batch })
      }
    })
    const last = items.at(-1)?.id ?? back.at(-1)?.found.id
    if (last !== undefined) onAdded?.(last)
    return added
  }

  /** The change that brings one back from the trolley; the device remembers it. */
  function bringBackOf(found: Found, amount: Amount) {
    const { id, name } = found
    const tags = views.item(id)?.itemTags ?? []
    history.remember({ name, ...amount, tags: tags.map(tagOf), itemId: id }, Date.now())
    return { id, purchased: false, ...amountFields(found, amount) }
  }

  function handleRaise(found: Found, amount: Amount) {
    perform(updateItem, { id: found.id, ...amountFields(found, amount) })
    onAdded?.(found.id)
  }

  function handleBringBack(found: Found, amount: Amount) {
    const { id, purchased, ...fields } = bringBackOf(found, amount)
    const back =
      Object.keys(fields).length === 0
        ? performUndoably(offline, tickItem, { id, purchased })
        : performUndoably(offline, updateItem, { id, purchased, ...fields })
    onAdded?.(id)
    return back
  }

  return (
    <QuickAdd
      listId={listId}
      input={input}
      full={full}
      know={know}
      {...(later && { later })}
      onAdd={handleAdd}
      onAddMany={handleAddMany}
      onRaise={handleRaise}
      onBringBack={handleBringBack}
      isSaidOfAll={() => isSaidOfAll(offline)}
      onForget={name => history.forget(name)}
    />
  )
}

const noTags: readonly (TagName & { readonly id: string })[] = []

function tagOf({ name, color }: TagName): TagName {
  return { name, color }
}

/** What is different now. */
function amountFields(found: Found, { quantity, unitId }: Amount) {
  return {
    ...(quantity === found.quantityToPurchase ? {} : { quantityToPurchase: quantity }),
    ...(unitId === found.unitId ? {} : { unitId }),
  }
}
