/** Filters and sort of one list, kept in the preferences; works without a network like every edit. */
import { useCallback, useMemo, useState } from 'react'
import { useUserConfig } from '../../cache/hooks/use-user-config.ts'
import { useSaveConfig } from '../../parts/perform/use-save-config.ts'
import {
  everything,
  type ItemView,
  type ListsView,
  readItemViews,
  readListsView,
  writeItemView,
  writeListsView,
} from './views.ts'

/** If there are no preferences on the device yet, the choice holds for this visit, and that is said. */
export function useItemView(listId: string): readonly [ItemView, (view: ItemView) => void] {
  const config = useUserConfig()
  const save = useSaveConfig()
  const [unsaved, setUnsaved] = useState<ItemView>()
  const saved = useMemo(
    () => readItemViews(config?.itemFilters).get(listId) ?? everything,
    [config?.itemFilters, listId],
  )
  const change = useCallback(
    (view: ItemView) => {
      const kept = save({ itemFilters: writeItemView(config?.itemFilters, listId, view) })
      setUnsaved(kept ? undefined : view)
    },
    [config?.itemFilters, listId, save],
  )
  return [unsaved ?? saved, change]
}

export function useListsView(): readonly [ListsView, (view: ListsView) => void] {
  const config = useUserConfig()
  const save = useSaveConfig()
  const [unsaved, setUnsaved] = useState<ListsView>()
  const saved = useMemo(
    () => readListsView(config?.shoppingListFilters),
    [config?.shoppingListFilters],
  )
  const change = useCallback(
    (view: ListsView) => {
      const kept = save({ shoppingListFilters: writeListsView(view) })
      setUnsaved(kept ? undefined : view)
    },
    [save],
  )
  return [unsaved ?? saved, change]
}
