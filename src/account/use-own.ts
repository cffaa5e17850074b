import { useState } from 'react'
import type { Ended } from '../parts/perform/ask-server.ts'
import type { Asked } from '../parts/perform/use-asked.ts'

/** What was read last, and how it went to read it anew. */
export function useOwn<T>({ answer, again }: Asked<Ended<T>>) {
  const [known, setKnown] = useState<T>()
  if (answer.kind === 'answer' && answer.data !== known) setKnown(answer.data)
  return { known, answer, again }
}
