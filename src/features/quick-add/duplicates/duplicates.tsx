/** Offers to merge what two phones added offline. Draws only when a name is there twice, or no longer. */

import { useState } from 'react'
import { quantityText } from '../../../../rules/items/quantity-text.ts'
import { sameJson } from '../../../../rules/same-json.ts'
import { deleteItem, updateItem } from '../../../cache/edits/item-edits.ts'
import { useListViews, useOffline } from '../../../cache/hooks/sync/use-offline.tsx'
import { useReadable } from '../../../cache/hooks/use-readable.ts'
import { useUnits } from '../../../cache/hooks/use-units.ts'
import { tagInputs } from '../../../cache/records/item-content.ts'
import type { ReadItem } from '../../../cache/records/reader.ts'
import { performTogether } from '../../../cache/undo/undo.ts'
import { useTellDone } from '../../../parts/perform/use-tell-done.ts'
import { type DeviceStorage, openDeviceStorage } from '../device-storage.ts'
import { DuplicatesCard } from './duplicates-card.tsx'
import { createKeptDuplicates, duplicatesKey } from './kept-duplicates.ts'
import { type MergePlan, planMerge } from './merge-plan.ts'
import type { NameIndex } from './name-index.ts'

interface DuplicatesProps {
  /** Of `useNameIndex(listId)`; mount with the list's id as key. */
  readonly index: NameIndex
  readonly storage?: DeviceStorage
}

export function Duplicates({ index, storage }: DuplicatesProps) {
  const { userId } = useOffline()
  const views = useListViews()
  const units = useUnits()
  const [keptDuplicates] = useState(() =>
    createKeptDuplicates(storage ?? openDeviceStorage(), userId),
  )
  const groups = useReadable(index.duplicates)
  const kept = useReadable(keptDuplicates.kept)
  const merge = useMerge()
  const asked = groups.filter(ids => kept.size === 0 || !kept.has(duplicatesKey(ids)))
  const [group] = asked
  if (group === undefined) return null

  const items = group.flatMap(id => views.item(id) ?? [])
  if (items.length < 2) return null
  const plan = planMerge(items, units)
  const amount = (item: ReadItem) =>
    quantityText(
      item.quantityToPurchase,
      units.find(unit => unit.id === item.unitId),
    )
  return (
    <DuplicatesCard
      key={duplicatesKey(group)}
      rows={items.map(item => ({
        id: item.id,
        name: item.name,
        amount: amount(item),
        notes: item.notes ?? '',
      }))}
      merged={plan && amount(plan.after)}
      areNotesLong={!plan && planMerge(items.map(withoutNotes), units) !== undefined}
      more={asked.length - 1}
      onMerge={() => {
        if (plan) merge(plan)
      }}
      onKeep={() => keptDuplicates.keep(group)}
    />
  )
}

function withoutNotes(item: ReadItem): ReadItem {
  return { ...item, notes: null }
}

/** One row takes in the others: one thing in the history, taken back as one. */
function useMerge() {
  const offline = useOffline()
  const tellDone = useTellDone()
  return ({ before, after, gone }: MergePlan<ReadItem>) => {
    const merged = performTogether(offline, { kind: 'merge', name: before.name }, perform => {
      const takesIn = gone.map(({ id }) => id)
      // Also where it changes nothing: had somebody deleted it meanwhile, all of them would be gone.
      perform(updateItem, { id: before.id, takesIn, ...changesOf(before, after) })
      for (const id of takesIn) perform(deleteItem, { id })
    })
    tellDone(merged, { type: 'success', text: `${before.name} merged` })
  }
}

/** What a merge changes, and no more: what others wrote meanwhile into the rest stays. */
function changesOf(before: ReadItem, after: ReadItem) {
  const { quantityToPurchase, quantityInStock, unitId, notes, itemTags } = after
  return {
    ...(before.quantityToPurchase !== quantityToPurchase && { quantityToPurchase }),
    ...(before.quantityInStock !== quantityInStock && { quantityInStock }),
    ...(before.unitId !== unitId && { unitId }),
    ...(before.notes !== notes && { notes }),
    ...(!sameJson(before.itemTags, itemTags) && {
      itemTags: tagInputs(itemTags),
    }),
  }
}
