import type { ReactNode } from 'react'

interface ArticleProps {
  readonly title: string
  readonly children: ReactNode
}

/** A page to read: 68 characters a line. */
export function Article({ title, children }: ArticleProps) {
  return (
    <article className="reading max-w-[68ch] py-8">
      <h1 className="text-3xl font-bold text-balance text-primary">{title}</h1>
      {children}
    </article>
  )
}
