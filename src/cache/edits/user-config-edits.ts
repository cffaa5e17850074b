/** One's own preferences. */

import { defaultNotes } from '../../../rules/default-notes.ts'
import {
  PreferenceFieldsFragmentDoc,
  UpdateUserConfigDocument,
} from '../../generated/operations.ts'
import { listCacheId, userConfigCacheId } from '../records/cache-ids.ts'
import { setFields } from '../records/records.ts'
import { appEdit } from './app-edit.ts'
import { foldFields } from './fold-fields.ts'

export const updateUserConfig = appEdit({
  name: 'updateUserConfig',
  document: UpdateUserConfigDocument,
  note: defaultNotes.updating('UserConfig'),
  predict(cache, { id, ...variables }, { at }) {
    const { shoppingListConfirmDelete, itemConfirmDelete, ...rest } = variables
    setFields(cache, userConfigCacheId(id), {
      ...rest,
      shoppingListConfirmDelete: shoppingListConfirmDelete ?? undefined,
      itemConfirmDelete: itemConfirmDelete ?? undefined,
      updatedAt: at,
    })
  },
  settle: (cache, { updateUserConfig: config }) => {
    cache.writeFragment({
      id: userConfigCacheId(config.id),
      fragment: PreferenceFieldsFragmentDoc,
      data: config,
    })
  },
  touches: ({ id, shoppingListId }) => ({
    some: [userConfigCacheId(id)],
    on: shoppingListId ? [listCacheId(shoppingListId)] : [],
  }),
  fold: foldFields,
  deed: () => ({ kind: 'preferences' }),
})
