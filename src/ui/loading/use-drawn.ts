import { useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** Whether a first frame showed what is drawn here: what nobody sees in that frame is drawn behind it. */
export function useDrawn(): boolean {
  const [drawn, setDrawn] = useState(false)
  useEffect(() => afterPaint(() => setDrawn(true)), [])
  return drawn
}
