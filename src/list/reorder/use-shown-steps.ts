/**
 * A step by key is shown by the two rows alone, and done right behind the frame that shows it: that frame waits
 * neither for the list to be drawn anew nor for the edit. The next key finds it done.
 */
import { useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import { isAisleKey } from '../../../rules/lists/aisle-rows.ts'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import type { RowStep } from '../../ui/gestures/row-drag.ts'
import { showSwapped } from '../../ui/gestures/slide.tsx'

export function useShownSteps(
  rowsOf: (id: string) => readonly string[],
  step: (id: string, to: RowStep) => void,
): (id: string, to: RowStep, row: HTMLElement) => void {
  const offline = useOffline()
  const stepNow = useEffectEvent(step)

  return (id, to, row) => {
    const rows = rowsOf(id)
    const besideId = rows[rows.indexOf(id) + (to === 'up' ? -1 : 1)]
    const beside = to === 'up' || to === 'down' ? rowBeside(row, besideId) : undefined
    const [own, other] = [row, beside].map(one => one?.closest<HTMLElement>('li'))
    // At the edge of an aisle or of the list, a step is another thing.
    if (!own || !other) return step(id, to)
    const takeBack = to === 'up' ? showSwapped(other, own) : showSwapped(own, other)
    const ending = new AbortController()
    function finish() {
      if (ending.signal.aborted) return
      ending.abort()
      try {
        flushSync(() => stepNow(id, to))
      } finally {
        takeBack()
      }
    }
    addEventListener('keydown', finish, { capture: true, signal: ending.signal })
    offline.afterPaint(finish)
  }
}

function rowBeside(row: HTMLElement, id: string | undefined): HTMLElement | undefined {
  if (id === undefined || isAisleKey(id)) return undefined
  const rows = row.closest('ul')
  return rows?.querySelector<HTMLElement>(`[data-drag-row="${CSS.escape(id)}"]`) ?? undefined
}
