import type { ReactNode, RefObject } from 'react'
import type { Target } from './use-target-in-sight.ts'

/** What both kinds of rows are drawn from. */
export interface RowsProps {
  /** The name of the list of rows. */
  readonly label: string
  readonly ids: readonly string[]
  readonly scroller: RefObject<HTMLElement | null>
  /** A row that shall be in sight; another one each time that somebody turns to it. */
  readonly target: Pick<Target, 'id'> | undefined
  readonly children: (id: string) => ReactNode
}
