import { useState } from 'react'
import type { Entry, TrayEntry } from '../../offline/outbox/edit.ts'
import { entrySentence } from '../edits/entry-sentence.ts'
import { useOffline } from './sync/use-offline.tsx'

/** What a waiting or refused edit is called: "Tick Milk". Kept as it was when first shown. */
export function useSentence(entry: Entry | TrayEntry): string {
  const { cache } = useOffline()
  const [sentence] = useState(() => entrySentence(cache, entry))
  return sentence
}
