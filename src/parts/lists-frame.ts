import type { ReactNode } from 'react'
import type { KeyValue } from '../network/key-value.ts'
import type { Asker } from './perform/ask-server.ts'

/** What every screen that shows lists is handed. */
export interface ListsFrame {
  readonly connection: ReactNode
  readonly tools: ReactNode
  /** Absent where the lists are in sight anyway. */
  readonly onOpenLists: (() => void) | undefined
  /** Leads to what could not be saved. */
  readonly onShowTray?: () => void
  /** For what only the server knows: history and bin. */
  readonly network: Asker
  /** What this browser remembers. */
  readonly memory: Pick<KeyValue, 'get' | 'set' | 'remove'>
  /** What was typed and not sent yet; a step to another screen loses none of it. */
  readonly typed: Map<string, string>
}
