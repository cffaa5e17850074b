import { useCallback } from 'react'
import { updateUserConfig } from '../../cache/edits/user-config-edits.ts'
import { useUserConfig } from '../../cache/hooks/use-user-config.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { usePerform } from './use-perform.ts'

export interface ConfigChanges {
  readonly shoppingListId?: string | null
  readonly unitId?: string | null
  readonly itemFilters?: string | null
  readonly shoppingListFilters?: string | null
  readonly shoppingListConfirmDelete?: boolean
  readonly itemConfirmDelete?: boolean
}

/** Saves preferences; false, and a message, where none are loaded (spec section 4). */
export function useSaveConfig(): (changes: ConfigChanges) => boolean {
  const id = useUserConfig()?.id
  const perform = usePerform()
  const toasts = useToasts()
  return useCallback(
    changes => {
      if (id === undefined) {
        toasts.show({ text: 'User Config not found' })
        return false
      }
      perform(updateUserConfig, { id, ...changes })
      return true
    },
    [id, perform, toasts],
  )
}
