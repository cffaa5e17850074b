import { useCallback } from 'react'
import { counted } from '../../../rules/validation-issue.ts'
import type { Deed } from '../../cache/edits/deed.ts'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { performTogether } from '../../cache/undo/undo.ts'
import type { Perform } from '../../cache/undo/undo-history.ts'
import { useTellDone } from './use-tell-done.ts'

/** Several edits of items as one thing, told as "2 items ticked" with one undo. */
export function usePerformTogether() {
  const offline = useOffline()
  const tellDone = useTellDone()
  return useCallback(
    (
      deed: Deed & { readonly count: number },
      became: string,
      work: (perform: Perform) => void,
    ): void => {
      const text = `${counted(deed.count, 'item')} ${became}`
      tellDone(performTogether(offline, deed, work), { type: 'success', text })
    },
    [offline, tellDone],
  )
}
