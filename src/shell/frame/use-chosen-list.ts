import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { useListIds } from '../../cache/hooks/use-list-views.ts'
import { useUserConfig } from '../../cache/hooks/use-user-config.ts'
import { useApp } from '../app.tsx'

/**
 * The list to show: the one that the URL names, else the one shown until now, the last one of this page, the preferred
 * one, the last one of this device, the first one.
 */
export function useChosenList(named: string | undefined): string | undefined {
  const { lastList } = useApp()
  const { userId } = useOffline()
  const router = useRouter()
  const ids = useListIds()
  const preferred = useUserConfig()?.shoppingListId
  // Taken away elsewhere it is missed until its person goes on, be it to the same URL: what they add next is meant for
  // it, and for no other.
  const [shown, setShown] = useState<string>()
  const chosen =
    named ??
    shown ??
    [lastList.ofPage(userId), preferred, lastList.get(userId)].find(
      id => typeof id === 'string' && ids.includes(id),
    ) ??
    ids[0]
  const isThere = typeof chosen === 'string' && ids.includes(chosen)
  if (isThere && chosen !== shown) setShown(chosen)
  useEffect(() => router.subscribe('onBeforeNavigate', () => setShown(undefined)), [router])
  // Not whenever there is another list: this tab may have been out of sight for long, and another opened that one.
  useEffect(() => {
    if (isThere) lastList.set(userId, chosen)
  }, [chosen, isThere, lastList, userId])
  return chosen ?? undefined
}
