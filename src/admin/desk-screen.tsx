/** Everything under /admin, for whoever works there; its code comes to nobody else. */

import { useCallback, useEffect, useState } from 'react'
import { isAdmin, type Role } from '../../rules/people/roles.ts'
import { createDesk } from '../network/desk.ts'
import type { AuthApi } from '../network/session/auth-api.ts'
import type { Updates } from '../offline/worker/update.ts'
import type { Asker } from '../parts/perform/ask-server.ts'
import { useMediaQuery, wideQuery } from '../ui/use-media-query.ts'
import { AuditScreen } from './audit-screen.tsx'
import { DeskDashboardScreen } from './desk-dashboard-screen.tsx'
import { DeskFeedbackScreen } from './desk-feedback-screen.tsx'
import { DeskFrame } from './desk-frame.tsx'
import { KeptMailScreen } from './kept-mail-screen.tsx'
import { StatusCounts } from './status-counts.tsx'
import { everything } from './use-feedback-pages.ts'
import { UsersScreen } from './users-screen.tsx'

export type DeskPage = 'dashboard' | 'feedback' | 'users' | 'mail' | 'log'

interface DeskScreenProps {
  /** What only an ADMIN may see is the dashboard to others. */
  readonly page: DeskPage
  readonly network: Asker
  readonly calls: Pick<AuthApi, 'get' | 'post'>
  readonly updates: Updates
  readonly user: { readonly id: number; readonly role: Role }
  /** A page was opened: whether they may still see it is to be asked. */
  readonly onOpened: () => Promise<void>
}

const titles: Readonly<Record<DeskPage, string>> = {
  dashboard: 'Dashboard',
  feedback: 'Feedback',
  users: 'Users',
  mail: 'Mail',
  log: 'Log',
}

export function DeskScreen({ page, network, calls, updates, user, onOpened }: DeskScreenProps) {
  const [desk] = useState(() => createDesk(calls))
  const [changes, setChanges] = useState(0)
  const recount = useCallback(() => setChanges(count => count + 1), [])
  const [filter, setFilter] = useState(everything)
  const isWide = useMediaQuery(wideQuery)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page asks anew.
  useEffect(() => void onOpened(), [onOpened, page])
  const shown = isAdmin(user.role) || page === 'feedback' ? page : 'dashboard'
  return (
    <DeskFrame
      role={user.role}
      title={titles[shown]}
      updates={updates}
      beneath={
        isWide && shown === 'feedback' ? (
          <StatusCounts
            network={network}
            changes={changes}
            chosen={filter.status}
            onChoose={status => setFilter({ ...everything, sort: filter.sort, status })}
          />
        ) : undefined
      }
    >
      {shown === 'feedback' ? (
        <DeskFeedbackScreen
          network={network}
          role={user.role}
          filter={filter}
          onFilter={setFilter}
          onChanged={recount}
        />
      ) : shown === 'users' ? (
        <UsersScreen network={network} desk={desk} ownId={user.id} />
      ) : shown === 'mail' ? (
        <KeptMailScreen desk={desk} />
      ) : shown === 'log' ? (
        <AuditScreen network={network} />
      ) : (
        <DeskDashboardScreen network={network} />
      )}
    </DeskFrame>
  )
}
