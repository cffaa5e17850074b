import { useCallback } from 'react'
import { counted } from '../../../rules/validation-issue.ts'
import type { Deed } from '../../cache/edits/deed.ts'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { seenRecords } from '../../cache/records/reader.ts'
import { performTogether } from '../../cache/undo/undo.ts'
import type { Perform } from '../../cache/undo/undo-history.ts'
import { useTellDone } from './use-tell-done.ts'

/** What is done to these items as one thing, told as "2 items ticked" with one undo. */
export function usePerformTogether() {
  const offline = useOffline()
  const tellDone = useTellDone()
  return useCallback(
    (
      deed: Pick<Deed, 'kind' | 'to'>,
      ids: readonly string[],
      became: string,
      work: (perform: Perform) => void,
    ): void => {
      const count = ids.length
      const [id = '', ...others] = ids
      const only = others.length === 0 ? seenRecords(offline).item(id) : undefined
      const named = { ...deed, ...(only ? { name: only.name } : { count }) }
      const text = `${counted(count, 'item')} ${became}`
      tellDone(performTogether(offline, named, work), { type: 'success', text })
    },
    [offline, tellDone],
  )
}
