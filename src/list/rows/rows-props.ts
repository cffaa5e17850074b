import type { ReactNode, RefObject } from 'react'

/** What both kinds of rows are drawn from. */
export interface RowsProps {
  /** The name of the list of rows. */
  readonly label: string
  readonly ids: readonly string[]
  readonly scroller: RefObject<HTMLElement | null>
  /** A row that shall be in sight. */
  readonly target: string | undefined
  readonly children: (id: string) => ReactNode
}
