import type { ReactNode } from 'react'

interface NoticeProps {
  readonly title: string
  readonly icon?: ReactNode
  /** What happened and what to do. */
  readonly children: ReactNode
  readonly actions?: ReactNode
}

/** The drawn state of a screen that has nothing to show: empty, failed, not there. */
export function Notice({ title, icon, children, actions }: NoticeProps) {
  return (
    <section className="m-auto flex max-w-md flex-col items-center gap-3 px-4 py-8 text-center">
      {icon}
      <h2 className="text-lg font-semibold text-ink">{title}</h2>
      <div className="text-quiet">{children}</div>
      {actions === undefined ? null : (
        <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div>
      )}
    </section>
  )
}
