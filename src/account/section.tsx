import { type ReactNode, useEffect, useId, useRef } from 'react'

interface SectionProps {
  readonly title: string
  /** The address leads to it: it is scrolled to, and read first. */
  readonly isSought?: boolean
  readonly children: ReactNode
}

export function Section({ title, isSought = false, children }: SectionProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => (isSought ? leadTo(heading.current) : undefined), [isSought])
  return (
    <section aria-labelledby={id}>
      <h2
        ref={heading}
        id={id}
        tabIndex={isSought ? -1 : undefined}
        className="mb-2 w-fit scroll-mt-5 text-lg font-semibold text-primary"
      >
        {title}
      </h2>
      {children}
    </section>
  )
}

const moves = ['pointerdown', 'wheel', 'touchmove', 'keydown']

/** What stands above it comes when it comes, and pushes it away from nobody: until its person moves on, it stays in sight. */
function leadTo(heading: HTMLElement | null): () => void {
  const observer = new ResizeObserver(() => heading?.scrollIntoView())
  const page = heading?.parentElement?.parentElement
  if (page) observer.observe(page)
  heading?.focus({ preventScroll: true })
  const end = () => observer.disconnect()
  for (const move of moves) addEventListener(move, end, { once: true })
  return end
}
