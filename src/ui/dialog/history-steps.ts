/**
 * The steps of layers in the browser's own history: entries with the address of their page, so that a reload
 * and a copied address know nothing of them, and unseen by the router, which would scroll to the top.
 */
import type { Steps } from './layers.tsx'

const mark = 'aisleLayers'

/** Make it before the router's history, so that it hears of each step first. */
export function createHistorySteps(window: Window): Steps {
  const { history } = window
  const listeners = new Set<() => void>()
  let before = countOf(history.state)
  let page = pageOf(history.state)

  function handlePop(event: PopStateEvent) {
    const count = countOf(event.state)
    const isStep = (before > 0 || count > 0) && pageOf(event.state) === page
    const isOfInterest = isStep || before > 0 || count > 0
    before = count
    page = pageOf(event.state)
    if (isStep) event.stopImmediatePropagation()
    if (isOfInterest) for (const listener of listeners) listener()
  }
  window.addEventListener('popstate', handlePop, { capture: true })

  return {
    count: () => countOf(history.state),
    push() {
      const state: unknown = history.state
      before = countOf(state) + 1
      page = pageOf(state)
      // The prototype's: on the object itself stands the router's, which would take it for another page.
      History.prototype.pushState.call(history, { ...Object(state), [mark]: before }, '')
    },
    drop: count => history.go(-count),
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

function countOf(state: unknown): number {
  const count: unknown = Object(state)[mark]
  return typeof count === 'number' ? count : 0
}

/** The router gives each page a key of its own. */
function pageOf(state: unknown): unknown {
  return Object(state).__TSR_key
}
