/** Whether all that the server told lies on the disk, and as of when: what the next start says of it without a network. */
import type { Clock } from '../clock.ts'
import type { AccountStores } from '../storage/account-stores.ts'
import type { SyncKeeper } from '../sync/sync-state.ts'
import type { Cut, TabMessage } from '../tabs/tabs.ts'
import type { BaseReading } from './base-reading.ts'
import type { Persistence } from './persistence.ts'

export interface CutParts {
  readonly clock: Clock
  readonly sync: SyncKeeper
  readonly persistence: Pick<Persistence, 'flush'>
  readonly base: Pick<BaseReading, 'isBehind'>
  readonly stores: Pick<AccountStores, 'keepCaughtUp'>
  /** This tab's turn to lead, by identity; undefined while another leads. */
  readonly turn: () => object | undefined
  readonly post: (message: TabMessage) => void
}

export interface CutKeeper {
  set(cut: Cut): void
  /** Tells the other tabs. */
  post(): void
  /** All that was told so far is to be on the disk in a moment. */
  caughtUp(): void
}

/** A moment after the base begins to write by itself what it was told. */
const keepCaughtUpMs = 200

export function createCutKeeper(parts: CutParts): CutKeeper {
  const { sync, turn } = parts

  function post() {
    const { isCut, takesNoLists } = sync.state.get()
    parts.post({ type: 'cut', isCut, takesNoLists })
  }

  function set(cut: Cut) {
    const before = sync.state.get()
    sync.set(cut)
    if (sync.state.get() !== before) post()
  }

  return {
    set,
    post,
    caughtUp() {
      // Not before what was told is drawn and used.
      parts.clock.after(keepCaughtUpMs, async () => {
        const current = turn()
        const { caughtUpAt, isCut } = sync.state.get()
        // What does not fit is tried again more and more rarely, and not with each question.
        if (!current || caughtUpAt === undefined || isCut || parts.base.isBehind()) return
        await parts.persistence.flush()
        if (current !== turn() || sync.state.get().isCut) return
        set({ isCut: false })
        void parts.stores.keepCaughtUp(caughtUpAt)
      })
    },
  }
}
