/** The open account, for everything beneath it. */
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import type { Offline } from '../../../offline/offline.ts'
import { createListViews, type ListViews } from '../../sync/list-views.ts'

interface OpenAccount {
  readonly offline: Offline
  readonly views: ListViews
}

const AccountContext = createContext<OpenAccount | undefined>(undefined)

export function OfflineProvider({
  offline,
  children,
}: {
  readonly offline: Offline
  readonly children: ReactNode
}) {
  const account = useMemo(() => ({ offline, views: createListViews(offline) }), [offline])
  // The account outlives what is shown of it.
  useEffect(() => account.views.attend(), [account])
  return <AccountContext value={account}>{children}</AccountContext>
}

export function useOffline(): Offline {
  return useAccountContext().offline
}

export function useListViews(): ListViews {
  return useAccountContext().views
}

function useAccountContext(): OpenAccount {
  const account = useContext(AccountContext)
  if (!account) throw new Error('There is no open account: wrap it in an OfflineProvider.')
  return account
}
