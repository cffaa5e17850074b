import { useEffect } from 'react'
import { useListCounts, useListIds } from '../../cache/hooks/use-list-views.ts'
import { useUserConfig } from '../../cache/hooks/use-user-config.ts'
import { useApp } from '../app.tsx'

/** Counts what is open on the list that opens first, on the app's icon; nothing if none was chosen. */
export function AppBadge() {
  const listId = useUserConfig()?.shoppingListId
  const listIds = useListIds()
  return listId && listIds.includes(listId) ? <Counted listId={listId} /> : null
}

function Counted({ listId }: { readonly listId: string }) {
  const { push } = useApp()
  const { open } = useListCounts(listId)
  useEffect(() => push.badge(open), [push, open])
  // Another list was chosen, or nobody is signed in any more.
  useEffect(() => () => push.badge(0), [push])
  return null
}
