import type { ListsFrame } from '../parts/lists-frame.ts'

export interface OpenListProps extends ListsFrame {
  /** An item whose details are open since the URL says so. */
  readonly itemId?: string | undefined
  /** Its details are not what is looked at any more. */
  readonly onItemLeft?: (() => void) | undefined
}
