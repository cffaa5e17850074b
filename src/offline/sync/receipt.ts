/** What happened while this device was away: gathered at the first contact after an absence. */
import type { CacheRecord, ChangeListener } from '../derived-cache.ts'
import type { Receipt, ReceiptLine } from '../offline.ts'
import { createReadable, type Readable } from '../readable.ts'

export interface ReceiptKeeper {
  readonly state: Readable<Receipt | undefined>
  /** The server answered; `before` is when it had last done so. */
  contact(before: number | undefined, now: number): void
  /** Runs what a catch-up brought: what changes meanwhile is what others changed. */
  catchingUp(work: () => void): void
  /** A change of what is visible. */
  readonly changed: ChangeListener
  sent(): void
  refused(): void
  /** Nothing waits and the catch-up ended: the receipt is whole, and joins one that nobody has dismissed yet. */
  complete(): void
  dismiss(): void
}

/** Shorter silences are no absence: the person has seen the changes arrive. */
const absenceMs = 5 * 60_000

/** Whether a person would call this a change: of a record that they know, in a field that they see. */
export type IsVisibleChange = (
  cacheId: string,
  was: CacheRecord | undefined,
  is: CacheRecord | undefined,
) => boolean

export function createReceipt(
  isVisibleChange: IsVisibleChange,
  peek: (id: string) => CacheRecord | undefined,
): ReceiptKeeper {
  const state = createReadable<Receipt | undefined>(undefined)
  let gathering:
    | { since: number; lines: Map<string, ReceiptLine>; sent: number; refused: number }
    | undefined

  let isCatchingUp = false

  return {
    state,
    contact(before, now) {
      if (gathering || before === undefined || now - before < absenceMs) return
      gathering = { since: before, lines: new Map(), sent: 0, refused: 0 }
    },
    catchingUp(work) {
      isCatchingUp = true
      try {
        work()
      } finally {
        isCatchingUp = false
      }
    },
    changed(cacheIds, before) {
      if (!gathering || !isCatchingUp) return
      for (const cacheId of cacheIds) {
        const was = before.get(cacheId)
        const is = peek(cacheId)
        if (!isVisibleChange(cacheId, was, is)) continue
        const record = is ?? was
        if (!record) continue
        const what = !was ? 'added' : !is ? 'removed' : 'changed'
        gathering.lines.set(cacheId, { cacheId, what, record })
      }
    },
    sent() {
      if (gathering) gathering.sent++
    },
    refused() {
      if (gathering) gathering.refused++
    },
    complete() {
      if (!gathering) return
      const { since, lines, sent, refused } = gathering
      gathering = undefined
      if (lines.size + sent + refused === 0) return
      const known = state.get()
      const others = new Map(known?.others.map(line => [line.cacheId, line]))
      for (const [cacheId, line] of lines) {
        const isNew = line.what === 'changed' && others.get(cacheId)?.what === 'added'
        others.set(cacheId, isNew ? { ...line, what: 'added' } : line)
      }
      state.set({
        since: known?.since ?? since,
        others: [...others.values()],
        sent: sent + (known?.sent ?? 0),
        refused: refused + (known?.refused ?? 0),
      })
    },
    dismiss: () => state.set(undefined),
  }
}
