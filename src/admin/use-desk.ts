import { useCallback, useEffect, useState } from 'react'
import type { DeskAnswer } from '../network/desk.ts'
import type { ServerAnswer } from '../parts/perform/use-server-answer.ts'

/** Asks when the screen opens, and again when told; `ask` stays the same between drawings. */
export function useDesk<T>(ask: () => Promise<DeskAnswer<T>>) {
  const [answer, setAnswer] = useState<ServerAnswer<T>>({ kind: 'asking' })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks anew.
  useEffect(() => {
    let wanted = true
    void ask().then(told => {
      if (!wanted) return
      setAnswer(
        'value' in told
          ? { kind: 'answer', data: told.value }
          : { kind: 'failed', message: told.issue },
      )
    })
    return () => {
      wanted = false
    }
  }, [ask, tries])
  const again = useCallback(() => setTries(count => count + 1), [])
  return { answer, again }
}
