/** Filters saved under a name: part of the preferences, so they travel to every device of the person. */

import type { ApolloCache } from '@apollo/client'
import { defaultNotes } from '../../../rules/default-notes.ts'
import { filterName, sortFilters } from '../../../rules/lists/saved-filters.ts'
import { cleanName } from '../../../rules/text.ts'
import {
  CreateSavedFilterDocument,
  type CreateSavedFilterMutation,
  type CreateSavedFilterMutationVariables,
  DeleteByIdSavedFilterDocument,
  GetByFilterUserConfigDocument,
  type SavedFilterFieldsFragment,
  UpdateSavedFilterDocument,
} from '../../generated/operations.ts'
import { savedFilterCacheId } from '../records/cache-ids.ts'
import { type AppEdit, appEdit } from './app-edit.ts'
import { refusedDeletion } from './deletion.ts'
import { foldFields, givesUniqueName } from './fold-fields.ts'

type CreateSavedFilterVariables = CreateSavedFilterMutationVariables & { readonly id: string }

export const createSavedFilter: AppEdit<CreateSavedFilterVariables, CreateSavedFilterMutation> = {
  name: 'createSavedFilter',
  document: CreateSavedFilterDocument,
  note: defaultNotes.creating('SavedFilter'),
  predict: (cache, { id, kind, name, filter }) =>
    changeFilters(cache, filters =>
      withFilter(filters, { __typename: 'SavedFilter', id, kind, name, filter }),
    ),
  settle: (cache, { createSavedFilter: filter }) =>
    changeFilters(cache, filters => withFilter(filters, filter)),
  touches: ({ id }) => ({ makes: [savedFilterCacheId(id)] }),
  changesNames: () => true,
  deed: (_cache, { name }) => ({ kind: 'saveFilter', name: cleanName(name) }),
}

export const updateSavedFilter = appEdit({
  name: 'updateSavedFilter',
  document: UpdateSavedFilterDocument,
  note: defaultNotes.updating('SavedFilter'),
  predict: (cache, { id, name, filter }) =>
    changeFilters(cache, filters => {
      const before = filters.find(one => one.id === id)
      if (!before) return filters
      return withFilter(filters, {
        ...before,
        ...(name != null && { name }),
        ...(filter != null && { filter }),
      })
    }),
  settle: (cache, { updateSavedFilter: filter }) =>
    changeFilters(cache, filters => withFilter(filters, filter)),
  touches: ({ id }) => ({ changes: [savedFilterCacheId(id)] }),
  fold: foldFields,
  changesNames: givesUniqueName,
  deed(cache, { id, name: wanted }) {
    const name = nameOf(cache, id)
    const to = wanted == null ? name : cleanName(wanted)
    return to === name ? { kind: 'changeFilter', name } : { kind: 'renameFilter', name, to }
  },
})

export const deleteSavedFilter = appEdit({
  name: 'deleteSavedFilter',
  document: DeleteByIdSavedFilterDocument,
  note: defaultNotes.deleting('SavedFilter'),
  predict: (cache, { id }) => removeFilter(cache, id),
  settle: (cache, _answer, { id }) => removeFilter(cache, id),
  refusal: ({ deleteByIdSavedFilter }) =>
    refusedDeletion(deleteByIdSavedFilter, defaultNotes.deleting('SavedFilter')),
  touches: ({ id }) => ({ removes: [savedFilterCacheId(id)] }),
  changesNames: () => true,
  deed: (cache, { id }) => ({ kind: 'deleteFilter', name: nameOf(cache, id) }),
})

type Filters = readonly SavedFilterFieldsFragment[]

/** The filters with one of them added or changed, under a name that no other of its kind has. */
function withFilter(filters: Filters, filter: SavedFilterFieldsFragment): Filters {
  const others = filters.filter(({ id }) => id !== filter.id)
  return sortFilters([...others, { ...filter, name: filterName(filter, others) }])
}

function removeFilter(cache: ApolloCache, id: string): void {
  changeFilters(cache, filters => filters.filter(filter => filter.id !== id))
}

/** Nothing if no preferences are on the device: what was saved comes with them. */
function changeFilters(cache: ApolloCache, change: (filters: Filters) => Filters): void {
  const [config] = readConfigs(cache, false)
  if (!config) return
  const changed = { ...config, savedFilters: change(config.savedFilters) }
  cache.writeQuery({
    query: GetByFilterUserConfigDocument,
    data: { __typename: 'Query', getByFilterUserConfig: [changed] },
  })
}

function readConfigs(cache: ApolloCache, optimistic: boolean) {
  const found = cache.readQuery({ query: GetByFilterUserConfigDocument, optimistic })
  return found?.getByFilterUserConfig ?? []
}

/** As it is seen now. */
function nameOf(cache: ApolloCache, id: string): string {
  const filters = readConfigs(cache, true).flatMap(config => config.savedFilters)
  return filters.find(filter => filter.id === id)?.name ?? 'that is gone'
}
