import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
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
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)
  useEffect(() => {
    // What came in the place of a form is read from its beginning.
    if (shown.current !== title) heading.current?.focus()
    shown.current = title
  }, [title])
  return (
    <div className="aside-safe mx-auto flex min-h-dvh w-full max-w-108 flex-col py-4">
      <header>
        <Link to="/" className="inline-flex min-h-12 items-center">
          <Logo />
        </Link>
      </header>
      <main className="flex flex-col gap-5 py-6 sm:mt-6 sm:rounded-box sm:border sm:border-line sm:p-6">
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-bold text-primary outline-none">
          {title}
        </h1>
        {children}
        {footer === undefined ? null : <div className="text-quiet">{footer}</div>}
      </main>
    </div>
  )
}
