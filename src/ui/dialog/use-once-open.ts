import { useState } from 'react'

/** Whether it was ever open: from then on its part stays, with what was typed into it. */
export function useOnceOpen(open: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(open)
  if (open && !wasOpen) setWasOpen(true)
  return wasOpen || open
}
