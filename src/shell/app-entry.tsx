import { Navigate } from '@tanstack/react-router'
import { Loading } from '../ui/loading.tsx'
import { useApp } from './app.tsx'
import { useOpenAccount } from './product-gate.tsx'

/** /app, where the installed app starts: the last list, or the sign-in where nobody is known. */
export function AppEntry() {
  const { lastList } = useApp()
  const account = useOpenAccount()
  if (account === 'waiting') return <Loading />
  if (account === 'nobody') return <Navigate to="/login" search={{}} replace />
  const last = account === 'failed' ? undefined : lastList.get(account.userId)
  return last === undefined ? (
    <Navigate to="/product" search={{}} replace />
  ) : (
    <Navigate to="/product/shoppinglist" search={{ list: last }} replace />
  )
}
