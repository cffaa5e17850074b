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
    <section aria-labelledby={id} className="scroll-mt-5">
      <h2
        ref={heading}
        id={id}
        tabIndex={isSought ? -1 : undefined}
        className="mb-2 w-fit text-lg font-semibold text-primary"
      >
        {title}
      </h2>
      {children}
    </section>
  )
}

const moves = ['pointerdown', 'wheel', 'touchmove', 'keydown']

/**
 * Brings its section to the top, and the focus to it. What stands above comes when it comes, and pushes it away from
 * nobody: until its person moves on, it stays in sight.
 */
export function leadTo(element: HTMLElement | null): () => void {
  const section = element?.closest('section')
  const observer = new ResizeObserver(() => section?.scrollIntoView())
  const page = section?.parentElement
  if (page) observer.observe(page)
  element?.focus({ preventScroll: true })
  const end = () => observer.disconnect()
  for (const move of moves) addEventListener(move, end, { once: true })
  return end
}
