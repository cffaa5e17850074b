import { useCallback, useEffect, useState } from 'react'

interface Asking {
  readonly kind: 'asking'
}

export interface Asked<Answer> {
  readonly answer: Answer | Asking
  /** Asks again; what was answered stays in sight meanwhile. */
  readonly again: () => void
}

/** Asks when the screen opens, and anew for another `ask`: one that stays the same between drawings. */
export function useAsked<Answer>(ask: (signal: AbortSignal) => Promise<Answer>): Asked<Answer> {
  const [answer, setAnswer] = useState<Answer | Asking>({ kind: 'asking' })
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks anew.
  useEffect(() => {
    const ending = new AbortController()
    void ask(ending.signal).then(said => {
      if (!ending.signal.aborted) setAnswer(said)
    })
    return () => ending.abort()
  }, [ask, tries])

  const again = useCallback(() => setTries(count => count + 1), [])
  return { answer, again }
}
