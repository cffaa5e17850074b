/** Who is signed in here, where else, and how they like things. */
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useReadable } from '../cache/hooks/use-readable.ts'
import type { Session } from '../network/session/session.ts'
import type { SessionUser } from '../network/session/session-user.ts'
import type { Asker } from '../parts/perform/ask-server.ts'
import { PageBody } from '../ui/page-body.tsx'
import { DownloadData } from './download-data.tsx'
import { Section } from './section.tsx'

interface AccountScreenProps {
  readonly session: Pick<Session, 'state' | 'checkStatus'>
  readonly network: Asker
  readonly header: ReactNode
  /** What is asked of the server. */
  readonly own: (user: SessionUser) => ReactNode
  readonly preferences: ReactNode
}

export function AccountScreen({ session, network, header, own, preferences }: AccountScreenProps) {
  const { user } = useReadable(session.state)
  const { hash } = useLocation()
  const { checkStatus } = session
  // Another device may have changed what is shown here.
  useEffect(() => void checkStatus(), [checkStatus])
  return (
    <>
      {header}
      <PageBody>
        {user && own(user)}
        <Section title="Preferences" isSought={hash === 'preferences'}>
          {preferences}
        </Section>
        {user === undefined ? null : (
          <>
            <Section title="Data">
              <p className="pb-3">
                Your account, lists, friends and feedback as one file, also without a network.
              </p>
              <DownloadData user={user} session={session} network={network} />
            </Section>
            <Section title="Delete">
              <Link
                to="/product/account/delete"
                className="inline-flex min-h-12 items-center text-link underline"
              >
                Delete account
              </Link>
            </Section>
          </>
        )}
      </PageBody>
    </>
  )
}
