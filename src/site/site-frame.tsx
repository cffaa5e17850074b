import { Link } from '@tanstack/react-router'
import { type ReactNode, use } from 'react'
import { Logo } from '../ui/logo.tsx'
import { SignedIn } from '../ui/signed-in.ts'
import { useTitle } from '../ui/use-title.ts'

interface SiteFrameProps {
  /** Absent on the start page, which is the product's. */
  readonly title?: string
  readonly children: ReactNode
}

const pages = [
  { to: '/about', title: 'About' },
  { to: '/blog', title: 'Blog' },
  { to: '/contact', title: 'Contact' },
  { to: '/privacy', title: 'Privacy' },
  { to: '/inspect', title: 'This device' },
] as const

/** The page around everything that is there for people who are not signed in. */
export function SiteFrame({ title = '', children }: SiteFrameProps) {
  useTitle(title)
  const signedIn = use(SignedIn)
  return (
    <div className="aside-safe mx-auto flex min-h-dvh w-full max-w-5xl flex-col">
      <header className="flex flex-wrap items-center justify-between gap-x-4 py-4">
        <Link to="/" className="inline-flex min-h-12 items-center">
          <Logo />
        </Link>
        <Link
          to={signedIn ? '/product' : '/login'}
          search={{}}
          className="inline-flex min-h-12 items-center px-2 font-semibold text-link"
        >
          {signedIn ? 'Your lists' : 'Sign in'}
        </Link>
      </header>
      <main className="flex-1">{children}</main>
      <footer className="mt-12 border-t border-line py-4 text-sm text-quiet">
        <nav aria-label="Pages" className="flex flex-wrap gap-x-6">
          {pages.map(({ to, title }) => (
            <Link
              key={to}
              to={to}
              className="inline-flex min-h-12 min-w-12 items-center hover:underline"
            >
              {title}
            </Link>
          ))}
        </nav>
      </footer>
    </div>
  )
}
