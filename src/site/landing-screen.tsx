/** The first page: what this is, and the way in. */
import { Link } from '@tanstack/react-router'
import { RefreshCw, Users, WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { SessionState } from '../network/session.ts'
import type { Readable } from '../offline/readable.ts'
import { buttonClass } from '../ui/button.tsx'
import { SampleList } from './sample-list-picture.tsx'
import { SiteFrame } from './site-frame.tsx'

const reasons = [
  {
    icon: WifiOff,
    title: 'Works in the cellar of the supermarket',
    text: 'Your lists are on your phone. Open, tick, add and change without a signal; nothing waits for the network.',
  },
  {
    icon: RefreshCw,
    title: 'Nothing gets lost',
    text: 'What you change is kept on the device and sent when the signal is back. One line always says what has arrived and what has not.',
  },
  {
    icon: Users,
    title: 'The same list on every device',
    text: 'Add at home, tick in the shop: each device sees the other within a second.',
  },
] as const

export function LandingScreen({ session }: { readonly session: Readable<SessionState> }) {
  const { user } = useSyncExternalStore(session.subscribe, session.get)
  return (
    <SiteFrame>
      <div className="grid items-center gap-10 py-8 wide:grid-cols-[1.1fr_1fr] wide:py-16">
        <div>
          <h1 className="text-[clamp(2rem,6vw,3.25rem)] leading-[1.1] font-bold text-balance text-primary">
            The shopping list that works where the signal does not
          </h1>
          <p className="mt-4 max-w-prose text-lg text-quiet">
            Aisle keeps your shopping lists at hand, at home and between the shelves, with and
            without a network.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            {user === undefined ? (
              <>
                <Link to="/signup" className={buttonClass('primary')}>
                  Create an account
                </Link>
                <Link to="/login" search={{}} className={buttonClass('secondary')}>
                  Sign in
                </Link>
              </>
            ) : (
              <Link to="/product" search={{}} className={buttonClass('primary')}>
                Open your lists
              </Link>
            )}
          </div>
        </div>
        <SampleList />
      </div>
      <ul className="grid gap-8 pt-8 wide:grid-cols-3">
        {reasons.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon aria-hidden size={26} className="text-primary" />
            <h2 className="mt-2 font-semibold">{title}</h2>
            <p className="mt-1 text-quiet">{text}</p>
          </li>
        ))}
      </ul>
    </SiteFrame>
  )
}
