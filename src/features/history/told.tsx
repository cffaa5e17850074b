import type { ComponentProps } from 'react'
import { Said } from '../../ui/said.tsx'

/** What came of bringing back and undoing. Here, since messages lie beneath every dialog, and a long one scrolls. */
export function Told({ children }: ComponentProps<typeof Said>) {
  return <Said className="sticky bottom-0 bg-ground py-2 empty:absolute">{children}</Said>
}
