/** The rows of a list as they stand on the screen, kept beside React so that a tick draws its own row alone. */
import type { ListView, RowIds } from '../../cache/sync/list-views.ts'
import { createReadable, type Readable } from '../../offline/readable.ts'
import { followView } from './follow-view.ts'

/** How long a ticked row stays where it was after the last touch. */
const settleMs = 2_500

export interface KeptRows {
  readonly shown: Readable<RowIds>
  /** Something was touched a moment ago: nothing is sorted or filtered anew yet. */
  readonly steady: Readable<boolean>
  /** Puts the folding off: a finger is at work. */
  hold(): void
  /** All rows go at once to where the data has them: many were changed on purpose. */
  settle(): void
  /** The data changed. */
  follow(): void
  close(): void
}

export function createKeptRows(read: () => ListView): KeptRows {
  let view = read()
  const shown = createReadable<RowIds>(view)
  const steady = createReadable(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPutOff = false

  function settle() {
    clearTimeout(timer)
    isPutOff = false
    shown.set(view)
    steady.set(false)
  }

  /** A tick asks for it twice in one go, before the frame that shows it: once is enough. */
  function settleLater() {
    if (isPutOff) return
    isPutOff = true
    queueMicrotask(() => {
      isPutOff = false
    })
    clearTimeout(timer)
    timer = setTimeout(settle, settleMs)
  }

  return {
    shown,
    steady,
    hold() {
      steady.set(true)
      settleLater()
    },
    settle,
    follow() {
      const next = read()
      if (next === view) return
      const onlyTicks = next.ids === view.ids
      const isBulk = onlyTicks && Math.abs(next.openIds.length - view.openIds.length) > 1
      view = next
      // A reset, or many ticked at once: nobody looks for the one row that was touched.
      if (isBulk) return settle()
      // Ticked rows stay where they are, so that there is nothing to work out.
      if (!onlyTicks) shown.set(followView(shown.get(), view))
      if (steady.get() || shown.get() !== view) settleLater()
    },
    close: () => clearTimeout(timer),
  }
}
