import { useCallback, useEffect, useState } from 'react'
import { useListView } from '../cache/use-list-view.ts'
import { followView, type ListView } from './shown-rows.ts'

/** How long a ticked row stays where it was after the last touch. */
const settleMs = 2_500

interface ShownRows {
  readonly shown: ListView
  /** Something was touched a moment ago: nothing is sorted or filtered anew yet. */
  readonly steady: boolean
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
  const [steady, setSteady] = useState(false)
  const shown = state.view === view ? state.shown : followView(state.shown, view)
  if (state.view !== view) setState({ view, shown })

  const unsettled = shown !== view
  // biome-ignore lint/correctness/useExhaustiveDependencies: each touch starts the moment anew.
  useEffect(() => {
    if (!unsettled && !steady) return
    const timer = setTimeout(() => {
      setState({ view, shown: view })
      setSteady(false)
    }, settleMs)
    return () => clearTimeout(timer)
  }, [unsettled, steady, view, touches])

  const hold = useCallback(() => {
    setTouches(count => count + 1)
    setSteady(true)
  }, [])
  return { shown, steady, hold }
}
