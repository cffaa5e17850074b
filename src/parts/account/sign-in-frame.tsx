import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Logo } from '../../ui/logo.tsx'
import { useTitle } from '../../ui/use-title.ts'

interface SignInFrameProps {
  readonly title: string
  readonly children: ReactNode
  /** The way to another form. */
  readonly footer?: ReactNode
}

/** The page around the forms of signing up and signing in, and around an invitation. */
export function SignInFrame({ title, children, footer }: SignInFrameProps) {
  useTitle(title)
  return (
    <div className="aside-safe mx-auto flex min-h-dvh w-full max-w-md flex-col py-4">
      <header>
        <Link to="/" className="inline-flex min-h-12 items-center">
          <Logo />
        </Link>
      </header>
      <main className="flex flex-col gap-5 py-6">
        <h1 className="text-2xl font-bold text-primary">{title}</h1>
        {children}
        {footer === undefined ? null : <div className="text-quiet">{footer}</div>}
      </main>
    </div>
  )
}
