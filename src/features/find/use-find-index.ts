import { useEffect, useMemo, useState } from 'react'
import { useListViews } from '../../cache/hooks/sync/use-offline.tsx'
import { useListIds } from '../../cache/hooks/use-list-views.ts'
import { createFindIndex, type FindIndex } from './find-index.ts'

/** The index of everything on the device, for as long as it is mounted; `version` grows when it may answer anew. */
export function useFindIndex(): { readonly index: FindIndex; readonly version: number } {
  const views = useListViews()
  const listIds = useListIds()
  const [version, setVersion] = useState(0)
  const index = useMemo(
    () =>
      createFindIndex({
        views,
        later: soon,
        onProgress: () => setVersion(count => count + 1),
      }),
    [views],
  )
  useEffect(() => index.load(listIds), [index, listIds])
  useEffect(() => {
    const end = views.onTouched(index.changed)
    return () => {
      end()
      index.close()
    }
  }, [views, index])
  return { index, version }
}

/** A task of its own, so that keys and taps come in between. */
function soon(work: () => void): () => void {
  const timer = setTimeout(work, 0)
  return () => clearTimeout(timer)
}
