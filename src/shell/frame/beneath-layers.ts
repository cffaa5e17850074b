import type { RouterHistory } from '@tanstack/react-router'
import type { Layers } from '../../ui/dialog/layers.tsx'

/**
 * The router's history, changed so that another page follows upon the page itself: the steps of layers that
 * are open, or were a moment ago, are taken back first, and none is left behind in the history.
 */
export function beneathLayers(history: RouterHistory, layers: Layers): RouterHistory {
  const { push, replace } = history
  history.push = (...args) => layers.leave(() => leave(push, args))
  history.replace = (...args) => layers.leave(() => leave(replace, args))

  function leave(go: typeof push, args: Parameters<typeof push>) {
    go(...args)
    // Written at once, so that what is a layer of the next page gets its step there.
    history.flush()
  }
  return history
}
