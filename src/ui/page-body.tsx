import type { ReactNode } from 'react'

interface PageBodyProps {
  readonly className?: string
  readonly children: ReactNode
}

/** What scrolls beneath the header of a screen, no wider than one reads. */
export function PageBody({ className = 'gap-8', children }: PageBodyProps) {
  return (
    <div data-scroller className="relative min-h-0 flex-1 overflow-y-auto">
      <div
        className={`aside-safe beneath-toasts mx-auto flex w-full max-w-[720px] flex-col pt-5 ${className}`}
      >
        {children}
      </div>
    </div>
  )
}
