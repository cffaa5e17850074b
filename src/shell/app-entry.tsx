import { LoadingScreen } from '../ui/loading/loading-screen.tsx'
import { useApp } from './app.tsx'
import { readOpeningList } from './frame/opening-list.ts'
import { useOpenAccount } from './frame/product-gate.tsx'
import { Redirect } from './redirect.tsx'

/**
 * /app, where the installed app starts: the list that was open on this page, the preferred one, the last one of this
 * device; or the sign-in where nobody is known.
 */
export function AppEntry() {
  const { lastList } = useApp()
  const account = useOpenAccount()
  if (account === 'waiting') return <LoadingScreen />
  if (account === 'nobody') return <Redirect to="/login" search={{}} />
  const listId =
    account === 'failed'
      ? undefined
      : readOpeningList(account, lastList, lastList.ofPage(account.userId))
  return listId === undefined ? (
    <Redirect to="/product" search={{}} />
  ) : (
    <Redirect to="/product/shoppinglist" search={{ list: listId }} />
  )
}
