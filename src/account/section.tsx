import { type ReactNode, useId } from 'react'

export function Section({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}) {
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
