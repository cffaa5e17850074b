/** Of a list whose rows are drawn only where they are in sight: asks it for the first ones, for a moment. */
const wanted = 'aisle:first-rows'
const enough = 'aisle:rows-in-sight'

/** What `look` answers while the first rows are drawn as well. */
export function withFirstRows<Seen>(scroller: HTMLElement, look: () => Seen): Seen {
  scroller.dispatchEvent(new Event(wanted))
  try {
    return look()
  } finally {
    scroller.dispatchEvent(new Event(enough))
  }
}

/** Calls back when they are wanted, and when they are not any more; answers with what ends it. */
export function onFirstRows(scroller: HTMLElement, draw: (first: boolean) => void): () => void {
  const drawFirst = () => draw(true)
  const drawInSight = () => draw(false)
  scroller.addEventListener(wanted, drawFirst)
  scroller.addEventListener(enough, drawInSight)
  return () => {
    scroller.removeEventListener(wanted, drawFirst)
    scroller.removeEventListener(enough, drawInSight)
  }
}
