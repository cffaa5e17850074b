import { useEffect } from 'react'
import { defaultNotes } from '../../../rules/default-notes.ts'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { newId } from '../../cache/records/new-id.ts'
import { SetShoppingDocument } from '../../generated/operations.ts'
import type { Asker } from '../../parts/perform/ask-server.ts'

/** The server forgets who was silent for 90 s. */
const everyMs = 60_000

/** Though nobody is told. */
const note = defaultNotes.updating('ShoppingList')

/** Tells the list's people that one shops, as long as it is mounted. What nobody hears of it is no harm. */
export function useTellShopping(network: Asker, shoppingListId: string, isShared: boolean): void {
  const { userId } = useOffline()
  useEffect(() => {
    if (!isShared) return
    let told: Promise<unknown> = Promise.resolve()
    // One after the other: leaving must not overtake coming.
    function tell(isShopping: boolean) {
      told = told
        .then(() =>
          network.send(
            SetShoppingDocument,
            { shoppingListId, isShopping },
            { note, requestToken: newId(), account: userId },
          ),
        )
        .catch(() => {})
    }
    const come = () => tell(true)
    const leave = () => tell(false)
    come()
    const timer = setInterval(come, everyMs)
    // The server has forgotten who slept: at once, not with the next turn of the timer.
    function wake() {
      if (!document.hidden) come()
    }
    document.addEventListener('visibilitychange', wake)
    window.addEventListener('online', wake)
    window.addEventListener('pagehide', leave)
    // Kept by the browser, and taken out again by its back button.
    window.addEventListener('pageshow', come)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', wake)
      window.removeEventListener('online', wake)
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', come)
      leave()
    }
  }, [network, shoppingListId, isShared, userId])
}
