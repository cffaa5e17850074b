/** The first page: what this is, and the way in. */

import { Link } from '@tanstack/react-router'
import { RefreshCw, Users, WifiOff } from 'lucide-react'
import { use, useState } from 'react'
import { useReadable } from '../cache/hooks/use-readable.ts'
import type { Readable } from '../offline/readable.ts'
import type { ThemeChoice } from '../ui/device-choice.ts'
import { buttonClass } from '../ui/form/button.tsx'
import { PlainList } from '../ui/plain-list.tsx'
import { SignedIn } from '../ui/signed-in.ts'
import { HostCommands } from './host-commands.tsx'
import { SiteFrame } from './site-frame.tsx'

/** No figure is better than what docs/performance.md and docs/reliability.md tell; a test compares them. */
const reasons = [
  {
    icon: WifiOff,
    title: 'Works in the cellar of the supermarket',
    text: 'Open, tick, add and change without a signal; nothing waits for the network. A tick shows within 40 ms while 500 changes wait, on a processor slowed to a quarter.',
  },
  {
    icon: RefreshCw,
    title: 'Nothing gets lost',
    text: 'What you change is kept on the device and sent when the signal is back. 5,000 random histories and 150 kills of the browser: nothing lost, nothing doubled.',
  },
  {
    icon: Users,
    title: 'The same list on every device',
    text: 'Add at home, tick in the shop: each device sees the other within 0.2 seconds where the signal is good.',
  },
] as const

/** When the picture is the dark one. */
const darkPictures = {
  system: '(prefers-color-scheme: dark)',
  light: 'not all',
  dark: 'all',
} as const

export function LandingScreen({ theme }: { readonly theme: Readable<ThemeChoice> }) {
  const signedIn = use(SignedIn)
  const chosen = useReadable(theme)
  const [hasPicture, setHasPicture] = useState(true)
  return (
    <SiteFrame>
      <div className="grid items-center gap-10 py-8 wide:grid-cols-[1.3fr_1fr] wide:py-12">
        <div>
          <h1 className="text-[clamp(min(2rem,11vw),6vw,3.25rem)] leading-[1.1] font-bold text-balance text-primary">
            The shopping list that works where the signal does not
          </h1>
          <p className="mt-4 max-w-prose text-lg text-quiet">
            Aisle keeps your shopping lists at hand, at home and between the shelves, with and
            without a network.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            {signedIn ? (
              <Link to="/product" search={{}} className={buttonClass('primary')}>
                Open your lists
              </Link>
            ) : (
              <>
                <Link to="/signup" className={buttonClass('primary')}>
                  Create an account
                </Link>
                <Link to="/login" search={{}} className={buttonClass('secondary')}>
                  Sign in
                </Link>
                {/* Another app, as the browser sees it: no link of the router. */}
                <a
                  href="/demo/app"
                  className="inline-flex min-h-12 items-center px-1 font-semibold text-link underline"
                >
                  Try it without an account
                </a>
              </>
            )}
          </div>
        </div>
        {/* Without a network, and not seen before: better none than a broken one. */}
        <picture hidden={!hasPicture} className="mx-auto w-full max-w-72">
          <source media={darkPictures[chosen]} srcSet="/pictures/list-phone-dark.png" />
          <img
            src="/pictures/list-phone.png"
            width={585}
            height={1266}
            onError={() => setHasPicture(false)}
            alt="A shopping list on a phone, offline, grouped by aisle, with one change waiting"
            className="h-auto w-full rounded-2xl border border-line [box-shadow:0_12px_40px_-16px_var(--color-shade)]"
          />
        </picture>
      </div>
      <PlainList className="grid gap-8 pt-8 wide:grid-cols-3">
        {reasons.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon aria-hidden size={26} className="text-primary" />
            <h2 className="mt-2 font-semibold">{title}</h2>
            <p className="mt-1 text-quiet">{text}</p>
          </li>
        ))}
      </PlainList>
      <section className="reading max-w-[68ch] pt-4">
        <h2>On a machine of your own</h2>
        <p>
          Two commands, one folder of data, no other service. In the folder of Aisle, with Node:
        </p>
        <HostCommands />
      </section>
    </SiteFrame>
  )
}
