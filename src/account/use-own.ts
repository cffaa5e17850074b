import { useState } from 'react'
import type { Answered } from '../network/session/auth-outcome.ts'
import { useAsked } from '../parts/perform/use-asked.ts'

/** What was read last, and how it went to read it anew. `ask` stays the same between drawings. */
export function useOwn<T>(ask: () => Promise<Answered<T>>) {
  const { answer, again } = useAsked(ask)
  const [known, setKnown] = useState<T>()
  if (answer.kind === 'answer' && answer.data !== known) setKnown(answer.data)
  return { known, answer, again }
}
