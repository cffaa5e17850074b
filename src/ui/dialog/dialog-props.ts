import type { ReactNode, RefObject } from 'react'

export interface DialogProps {
  readonly title: string
  readonly description?: string
  readonly open: boolean
  readonly onClose: () => void
  /** What gets the focus; if it is absent the close button, and the dialog itself on a touch screen. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  /** What gets the focus when it closes; if it is absent or empty, what had it before. */
  readonly finalFocus?: RefObject<HTMLElement | null>
  readonly children: ReactNode
}
