import { useEffect, useMemo, useState } from 'react'
import { useListIds } from '../../cache/hooks/use-list-ids.ts'
import { useOffline } from '../../cache/hooks/use-offline.tsx'
import { createFindIndex, type FindIndex } from './find-index.ts'

/** The index of everything on the device, for as long as it is mounted; `version` grows when it may answer anew. */
export function useFindIndex(): { readonly index: FindIndex; readonly version: number } {
  const offline = useOffline()
  const listIds = useListIds()
  const [version, setVersion] = useState(0)
  const index = useMemo(
    () =>
      createFindIndex({
        read: cacheId => offline.peek(cacheId),
        later: soon,
        onProgress: () => setVersion(count => count + 1),
      }),
    [offline],
  )
  useEffect(() => index.load(listIds), [index, listIds])
  useEffect(() => {
    const end = offline.onChanged(cacheIds => index.changed(cacheIds))
    return () => {
      end()
      index.close()
    }
  }, [offline, index])
  return { index, version }
}

/** A task of its own, so that keys and taps come in between. */
function soon(work: () => void): () => void {
  const timer = setTimeout(work, 0)
  return () => clearTimeout(timer)
}
