/** Details that are drawn once they are asked for: there may be thousands. */
import { type ReactNode, useState } from 'react'

interface UnfoldedProps {
  readonly title: string
  readonly children: () => ReactNode
}

export function Unfolded({ title, children }: UnfoldedProps) {
  const [open, setOpen] = useState(false)
  return (
    <details className="text-sm" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="min-h-12 content-center text-quiet">{title}</summary>
      {open ? children() : null}
    </details>
  )
}
