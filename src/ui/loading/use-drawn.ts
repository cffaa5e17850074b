import { useEffect, useState } from 'react'
import { afterFrame } from './after-frame.ts'

/** Whether a first frame showed what is drawn here: what nobody sees in that frame is drawn behind it. */
export function useDrawn(): boolean {
  const [drawn, setDrawn] = useState(false)
  useEffect(() => afterFrame(() => setDrawn(true)), [])
  return drawn
}
