/** Who is signed in here, and how they like things. */
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useSyncExternalStore } from 'react'
import type { SessionState } from '../network/session.ts'
import type { Readable } from '../offline/readable.ts'
import { buttonClass } from '../ui/button.tsx'

interface AccountScreenProps {
  readonly session: Readable<SessionState>
  readonly header: ReactNode
  readonly preferences: ReactNode
}

export function AccountScreen({ session, header, preferences }: AccountScreenProps) {
  const { user } = useSyncExternalStore(session.subscribe, session.get)
  return (
    <>
      {header}
      <div data-scroller className="min-h-0 flex-1 overflow-y-auto">
        <div className="aside-safe mx-auto flex w-full max-w-[720px] flex-col gap-8 py-5">
          {user === undefined ? null : (
            <Section title="Signed in as">
              <p>
                {user.firstName} {user.lastName}
              </p>
              <p className="text-quiet">{user.email}</p>
            </Section>
          )}
          <Section title="Preferences">{preferences}</Section>
          <Link to="/logout" className={`${buttonClass('secondary')} self-start`}>
            Sign out
          </Link>
        </div>
      </div>
    </>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="pb-2 text-lg font-semibold text-primary">
        {title}
      </h2>
      {children}
    </section>
  )
}
