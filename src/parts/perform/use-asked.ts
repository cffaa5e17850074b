import { useCallback, useEffect, useState } from 'react'
import { useBackOnline } from '../../ui/loading/back-online.ts'

export interface Asking {
  readonly kind: 'asking'
  /** There was no answer before: the button that asks stays, and keeps the focus. */
  readonly again?: boolean
}

export interface Asked<Answer> {
  readonly answer: Answer | Asking
  /** Asks again; what was answered stays in sight meanwhile. */
  readonly again: () => void
}

/**
 * Asks when the screen opens, and anew for another `ask`: one that stays the same between drawings. What was not
 * answered is asked for once more when the network is back.
 */
export function useAsked<Answer extends { readonly kind: string }>(
  ask: (signal: AbortSignal) => Promise<Answer>,
): Asked<Answer> {
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

  const again = useCallback(() => {
    setAnswer(was =>
      was.kind === 'answer' || was.kind === 'asking' ? was : { kind: 'asking', again: true },
    )
    setTries(count => count + 1)
  }, [])

  useBackOnline(!['answer', 'asking', 'signed-out', 'refused'].includes(answer.kind), again)
  return { answer, again }
}
