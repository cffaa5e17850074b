/**
 * One press does one thing. The second one of a double click is let go where nobody meant it: on what has come beneath
 * the pointer since the first, and on a button that sends, which has done so. So is it within `data-once`, where the
 * button stays and means something else by then, and Enter that is still held where the focus went on, as from a row
 * that is gone to the next.
 */

/** A finger comes down some pixels from where it was; one that goes on to the next row comes down further away. */
const nearPx = 16

/** Answers with what ends it. */
export function ignoreSecondPress(page: Document): () => void {
  const ending = new AbortController()
  const on = { signal: ending.signal, capture: true }
  let first: Element | undefined
  let [x, y] = [0, 0]
  let held: EventTarget | null

  function handleClick(event: MouseEvent) {
    const { target, clientX, clientY } = event
    if (!(target instanceof Element)) return
    // A press on the words of a box is one on the box, and one on an icon is one on its button.
    const pressed = target.closest('label')?.control ?? target.closest('a, button') ?? target
    if (event.detail < 2 || Math.hypot(clientX - x, clientY - y) > nearPx) {
      first = pressed
      x = clientX
      y = clientY
    } else if (pressed !== first || pressed.closest('[type=submit], [data-once]')) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
  }

  function handleKey(event: KeyboardEvent) {
    if (!event.repeat) held = event.target
    else if (event.key === 'Enter' && event.target !== held) event.preventDefault()
  }

  page.addEventListener('click', handleClick, on)
  page.addEventListener('keydown', handleKey, on)
  return () => ending.abort()
}
