/** What the add box knows of one list and of its person, kept current without watching the whole list. */
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { nameKey } from '../../../rules/names.ts'
import { type Remembered, suggest } from '../../../rules/suggestions.ts'
import { fittingTags } from '../../../rules/tags.ts'
import { useOffline } from '../../cache/use-offline.tsx'
import { useUnits } from '../../cache/use-units.ts'
import { useUserConfig } from '../../cache/use-user-config.ts'
import type { NameIndex } from '../twins/name-index.ts'
import { readItem } from '../twins/read-item.ts'
import type { Knowledge, TagName, Wanted } from './chips.ts'
import type { HistoryStore } from './history-store.ts'

/** More does not fit beside each other on a phone, nor can be told apart at a glance. */
const suggestionCount = 6

export function useKnowledge(
  history: HistoryStore,
  index: NameIndex,
  listTags: readonly TagName[],
): Knowledge {
  const offline = useOffline()
  const units = useUnits()
  const defaultUnitId = useUserConfig()?.unitId
  const known = useSyncExternalStore(history.history.subscribe, history.history.get)
  useLearning(history)
  return useMemo(
    () => ({
      units,
      defaultUnitId,
      suggest: name =>
        suggest(known, name, { at: Date.now(), count: suggestionCount }).map(toWanted),
      tagsOf: name => {
        // Imported, of the sample, or of somebody else: what is on the list teaches, too.
        const there = index.find(name)
        const onList = there && readItem(offline.cache, there.id)?.itemTags
        return fittingTags(listTags, known.get(nameKey(name))?.tags ?? onList ?? [])
      },
      unitOf: name => {
        const last = known.get(nameKey(name))
        if (last && last.quantity !== null) return last.unitId
        const there = index.find(name)
        return there && there.quantityToPurchase !== null ? there.unitId : undefined
      },
      find: name => index.find(name),
    }),
    [units, defaultUnitId, known, index, offline, listTags],
  )
}

/** An item that was added here and got a tag, a unit or a quantity later: that is what was last used. */
function useLearning(history: HistoryStore): void {
  const offline = useOffline()
  const known = useSyncExternalStore(history.history.subscribe, history.history.get)
  const itemIds = useMemo(() => new Set([...known.values()].map(entry => entry.itemId)), [known])
  useEffect(
    () =>
      offline.onChanged(cacheIds => {
        for (const cacheId of cacheIds) {
          const id = cacheId.replace(/^Item:/, '')
          const item = itemIds.has(id) ? readItem(offline.cache, id) : undefined
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
    [offline, history, itemIds],
  )
}

function toWanted({ name, quantity, unitId, tags }: Remembered): Wanted {
  return { name, quantity, unitId, tags }
}
