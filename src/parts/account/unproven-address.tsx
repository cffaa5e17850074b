import type { ReactNode } from 'react'

interface UnprovenAddressProps {
  readonly email: string
  /** How it is proven from here. */
  readonly children: ReactNode
}

/** To whoever had an account before this server sent mails. */
export function UnprovenAddress({ email, children }: UnprovenAddressProps) {
  return (
    <div className="flex max-w-md flex-col gap-3 rounded-box border border-line bg-tint p-3">
      <p className="wrap-anywhere">
        Nobody has proven yet that {email} is yours. Until you do, no request by email reaches you.
      </p>
      {children}
    </div>
  )
}
