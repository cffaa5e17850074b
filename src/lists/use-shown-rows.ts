import { useCallback, useEffect, useState } from 'react'
import { useListView } from '../cache/use-list-view.ts'
import { followView, type ListView } from './shown-rows.ts'

/** How long a ticked row stays where it was after the last touch. */
const settleMs = 2_500

interface ShownRows {
  readonly shown: ListView
  /** Puts the folding off: a finger is at work. */
  readonly hold: () => void
}

/** The rows of a list as they stand on the screen. */
export function useShownRows(listId: string): ShownRows {
  const view = useListView(listId)
  const [state, setState] = useState<{ readonly view: ListView; readonly shown: ListView }>({
    view,
    shown: view,
  })
  const [touches, setTouches] = useState(0)
  const shown = state.view === view ? state.shown : followView(state.shown, view)
  if (state.view !== view) setState({ view, shown })

  const unsettled = shown !== view
  // biome-ignore lint/correctness/useExhaustiveDependencies: each touch starts the moment anew.
  useEffect(() => {
    if (!unsettled) return
    const timer = setTimeout(() => setState({ view, shown: view }), settleMs)
    return () => clearTimeout(timer)
  }, [unsettled, view, touches])

  const hold = useCallback(() => setTouches(count => count + 1), [])
  return { shown, hold }
}
