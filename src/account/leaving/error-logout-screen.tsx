/** The session has ended (HTTP 401): says what is safe and offers the sign-in. Wipes nothing. */

import { Link } from '@tanstack/react-router'
import { counted } from '../../../rules/validation-issue.ts'
import { useUnpersisted } from '../../cache/hooks/sync/use-unpersisted.ts'
import { useReadable } from '../../cache/hooks/use-readable.ts'
import type { Offline } from '../../offline/offline.ts'
import type { Readable } from '../../offline/readable.ts'
import { buttonClass } from '../../ui/form/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useTitle } from '../../ui/use-title.ts'

interface ErrorLogoutScreenProps {
  readonly account: Readable<{ readonly offline: Offline | undefined }>
  /** Where the sign-in leads; without it to the lists. */
  readonly next?: string | undefined
}

export function ErrorLogoutScreen({ account, next = '/app' }: ErrorLogoutScreenProps) {
  useTitle('Signed out')
  const { offline } = useReadable(account)
  return (
    <main className="flex min-h-dvh flex-col">
      <h1 className="sr-only">Signed out</h1>
      <Notice
        title="Your session has ended"
        actions={
          <>
            <Link to="/login" search={{ next }} className={buttonClass('primary')}>
              Sign in
            </Link>
            {offline === undefined ? (
              <Link to="/" className={buttonClass('secondary')}>
                Start page
              </Link>
            ) : (
              <Link to="/product" search={{}} className={buttonClass('secondary')}>
                Go on without
              </Link>
            )}
          </>
        }
      >
        {offline === undefined ? 'Sign in to go on.' : <Waiting offline={offline} />}
      </Notice>
    </main>
  )
}

function Waiting({ offline }: { readonly offline: Offline }) {
  const { waiting, storage } = useReadable(offline.sync)
  const unpersisted = useUnpersisted(offline)
  if (waiting === 0) {
    return storage === 'durable'
      ? 'Your lists are still on this device. Sign in to see what is new.'
      : 'Sign in to see what is new.'
  }
  const send = `Sign in to send ${counted(waiting, 'change')}.`
  if (unpersisted > 0) {
    return `${send} This device could not keep ${
      unpersisted < waiting ? counted(unpersisted, 'change') : waiting === 1 ? 'it' : 'them'
    }: leave this page open until then.`
  }
  return `${send} ${waiting === 1 ? 'It is' : 'They are'} safe on this device, and your lists still work.`
}
