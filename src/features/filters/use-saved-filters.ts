import { useMemo } from 'react'
import { filterCalled, type SavedFilterKind } from '../../../rules/lists/saved-filters.ts'
import {
  createSavedFilter,
  deleteSavedFilter,
  updateSavedFilter,
} from '../../cache/edits/saved-filter-edits.ts'
import { useUserConfig } from '../../cache/hooks/use-user-config.ts'
import { newId } from '../../cache/records/new-id.ts'
import type { SavedFilterFieldsFragment } from '../../generated/operations.ts'
import { usePerform } from '../../parts/perform/use-perform.ts'

export interface SavedFilters {
  readonly filters: readonly SavedFilterFieldsFragment[]
  /** In place of the one of that name, if there is one. */
  save(name: string, filter: string): void
  rename(id: string, name: string): void
  /** Answers with what brings it back. */
  remove(filter: SavedFilterFieldsFragment): () => void
}

/** Those of one kind; undefined if no preferences are on the device yet. */
export function useSavedFilters(kind: SavedFilterKind): SavedFilters | undefined {
  const all = useUserConfig()?.savedFilters
  const perform = usePerform()
  return useMemo(() => {
    if (all === undefined) return undefined
    return {
      filters: all.filter(filter => filter.kind === kind),
      save(name, filter) {
        const there = filterCalled(name, kind, all)
        if (there) perform(updateSavedFilter, { id: there.id, filter })
        else perform(createSavedFilter, { id: newId(), kind, name, filter })
      },
      rename: (id, name) => perform(updateSavedFilter, { id, name }),
      remove({ id, name, filter }) {
        perform(deleteSavedFilter, { id })
        // A dead id stays dead.
        return () => perform(createSavedFilter, { id: newId(), kind, name, filter })
      },
    }
  }, [all, kind, perform])
}
