import type { ReactNode, RefObject } from 'react'

export interface DialogProps {
  readonly title: string
  readonly description?: string
  readonly open: boolean
  readonly onClose: () => void
  /** What gets the focus; the close button where it is absent. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  /** `sheet` stands on the bottom edge of a phone, where the thumb is. */
  readonly shape?: 'box' | 'sheet'
  readonly children: ReactNode
}
