import { Loading } from '../ui/loading/loading.tsx'
import { useApp } from './app.tsx'
import { useOpenAccount } from './frame/product-gate.tsx'
import { Redirect } from './redirect.tsx'

/** /app, where the installed app starts: the last list, or the sign-in where nobody is known. */
export function AppEntry() {
  const { lastList } = useApp()
  const account = useOpenAccount()
  if (account === 'waiting') return <Loading />
  if (account === 'nobody') return <Redirect to="/login" search={{}} />
  const last = account === 'failed' ? undefined : lastList.get(account.userId)
  return last === undefined ? (
    <Redirect to="/product" search={{}} />
  ) : (
    <Redirect to="/product/shoppinglist" search={{ list: last }} />
  )
}
