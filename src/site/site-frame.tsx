import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Logo } from '../ui/logo.tsx'
import { useTitle } from '../ui/use-title.ts'

interface SiteFrameProps {
  /** Absent on the start page, which is the product's. */
  readonly title?: string
  readonly children: ReactNode
}

/** The page around everything that is there for people who are not signed in. */
export function SiteFrame({ title = '', children }: SiteFrameProps) {
  useTitle(title)
  return (
    <div className="aside-safe mx-auto flex min-h-dvh w-full max-w-5xl flex-col">
      <header className="flex items-center justify-between gap-4 py-4">
        <Link to="/" className="inline-flex min-h-12 items-center">
          <Logo />
        </Link>
        <Link
          to="/login"
          search={{}}
          className="inline-flex min-h-12 items-center px-2 font-semibold text-link"
        >
          Sign in
        </Link>
      </header>
      <main className="flex-1">{children}</main>
      <footer className="mt-12 flex flex-wrap gap-x-6 border-t border-line py-4 text-sm text-quiet">
        <Link to="/about" className="inline-flex min-h-12 min-w-11 items-center hover:underline">
          About
        </Link>
        <Link to="/privacy" className="inline-flex min-h-12 items-center hover:underline">
          Privacy
        </Link>
      </footer>
    </div>
  )
}
