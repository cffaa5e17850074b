/** What the add box knows of one list and of its person, kept current without watching the whole list. */
import { useEffect, useMemo } from 'react'
import { isForgotten, type Remembered } from '../../../rules/items/suggestions.ts'
import { fittingTags } from '../../../rules/lists/tags.ts'
import { nameKey } from '../../../rules/names.ts'
import { useListViews } from '../../cache/hooks/sync/use-offline.tsx'
import { useReadable } from '../../cache/hooks/use-readable.ts'
import { useUnits } from '../../cache/hooks/use-units.ts'
import { useUserConfig } from '../../cache/hooks/use-user-config.ts'
import { whenIdle } from '../../ui/loading/when-idle.ts'
import type { Knowledge, TagName, Wanted } from './chips.ts'
import type { NameIndex } from './duplicates/name-index.ts'
import type { HistoryStore } from './history-store.ts'
import { createKnownNames } from './known-names.ts'
import { useListUses } from './use-list-uses.ts'

/** More does not fit beside each other on a phone, nor can be told apart at a glance. */
const suggestionCount = 6

export function useKnowledge(
  history: HistoryStore,
  index: NameIndex,
  listTags: readonly TagName[],
): Knowledge {
  const views = useListViews()
  const units = useUnits()
  const defaultUnitId = useUserConfig()?.unitId
  const known = useReadable(history.history)
  const told = useListUses()
  const names = useMemo(
    () => createKnownNames({ history: history.history, told, later: whenIdle }),
    [history, told],
  )
  useEffect(() => names.follow(), [names])
  useLearning(history)
  return useMemo(() => {
    return {
      units,
      defaultUnitId,
      suggest: name =>
        names.suggest(name, { at: Date.now(), count: suggestionCount }).map(toWanted),
      tagsOf(name) {
        // Imported, of the sample, or of somebody else: what is on the list teaches at once.
        const there = index.find(name)
        const onList: readonly TagName[] = (there && views.item(there.id)?.itemTags) ?? []
        if (onList.length > 0) return fittingTags(listTags, onList)
        const own = known.get(nameKey(name))
        const isSuggested = own === undefined || !isForgotten(own)
        if (own && isSuggested && own.tags.length > 0) return fittingTags(listTags, own.tags)
        const elsewhere = (isSuggested && told.of(name)?.tags) || []
        // Nobody put those of other lists on this one: a tag that it lacks comes with a suggestion alone.
        const keys = new Set(elsewhere.map(tag => nameKey(tag.name)))
        return listTags.filter(tag => keys.has(nameKey(tag.name)))
      },
      unitOf(name) {
        const last = known.get(nameKey(name))
        if (last && last.quantity !== null) return last.unitId
        const there = index.find(name)
        if (there && there.quantityToPurchase !== null) return there.unitId
        const elsewhere = told.of(name)
        return elsewhere && elsewhere.quantity !== null ? elsewhere.unitId : undefined
      },
      find: index.find,
      lookThrough: index.lookThrough,
      onTouched: views.onTouched,
    }
  }, [units, defaultUnitId, known, told, names, index, views, listTags])
}

/** An item that was added here and got a tag, a unit or a quantity later: that is what was last used. */
function useLearning(history: HistoryStore): void {
  const views = useListViews()
  const known = useReadable(history.history)
  const itemIds = useMemo(() => new Set([...known.values()].map(entry => entry.itemId)), [known])
  useEffect(
    () =>
      views.onTouched(touched => {
        for (const id of touched.itemIds) {
          const item = itemIds.has(id) ? views.item(id) : undefined
          if (!item) continue
          history.refresh({
            name: item.name,
            quantity: item.quantityToPurchase,
            unitId: item.unitId,
            tags: item.itemTags.map(({ name, color }) => ({ name, color })),
            itemId: id,
          })
        }
      }),
    [views, history, itemIds],
  )
}

function toWanted({ name, quantity, unitId, tags }: Remembered): Wanted {
  return { name, quantity, unitId, tags }
}
