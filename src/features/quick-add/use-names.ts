import { useEffect, useState } from 'react'
import type { History } from '../../../rules/suggestions.ts'
import { useListIds } from '../../cache/hooks/use-list-views.ts'
import { useListViews } from '../../cache/hooks/use-offline.tsx'
import type { Readable } from '../../offline/readable.ts'
import { loadChunk } from '../../ui/loading/load-chunk.ts'
import { whenIdle } from '../../ui/loading/when-idle.ts'
import type { Names } from './names.ts'

/**
 * Kept current for as long as it is mounted. Their code comes when there is time, and so do they: undefined until
 * then, and where it cannot be had.
 */
export function useNames(history: Readable<History>): Names | undefined {
  const views = useListViews()
  const listIds = useListIds()
  const [names, setNames] = useState<Names>()
  useEffect(() => {
    let hasEnded = false
    let made: Names | undefined
    const cancel = whenIdle(() => {
      loadChunk(() => import('./names.ts')).then(
        ({ createNames }) => {
          if (hasEnded) return
          made = createNames(views, history)
          setNames(made)
        },
        () => {},
      )
    })
    return () => {
      hasEnded = true
      cancel()
      made?.close()
      setNames(undefined)
    }
  }, [views, history])
  useEffect(
    () => names && whenIdle(() => names.load(listIds.flatMap(id => views.itemIds(id)))),
    [names, views, listIds],
  )
  return names
}
