/**
 * Runs inside the pages before their own code: from the beginning of the navigation to the first frame with
 * anything in it, to the first frame with rows in it, and to the one that shows the first tick.
 */
export interface Opening {
  /** All in ms since the navigation began. */
  readonly paintMs: number
  readonly listMs: number
  /** The first box was ticked as soon as it was seen: the frame after the page's own code had dealt with it. */
  readonly tickMs: number
}

declare global {
  interface Window {
    opening: Promise<Opening>
    /** When anything was seen, in ms since the navigation began. */
    firstPaint: Promise<number>
  }
}

export function installOpeningProbe(): void {
  function until(holds: () => boolean): Promise<void> {
    return new Promise(resolve => {
      function look() {
        if (!holds()) return false
        observer.disconnect()
        resolve()
        return true
      }
      const observer = new MutationObserver(look)
      if (look()) return
      observer.observe(document, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      })
    })
  }

  const row = () =>
    [...document.querySelectorAll<HTMLElement>('ul[aria-label="Items"] > li')].find(
      one => one.querySelector<HTMLInputElement>('input:not(:checked)') !== null,
    )
  const nameOf = (one: HTMLElement) =>
    one.querySelector('button[aria-label^="Edit "]')?.getAttribute('aria-label')
  /** A click alone ticks the box, and leaves no word of it in the document. */
  const isDealtWith = (name: string | null | undefined) =>
    [...document.querySelectorAll<HTMLElement>('ul[aria-label="Items"] > li')].some(
      one => nameOf(one) === name && one.querySelector('input[checked], .done') !== null,
    )

  window.firstPaint = new Promise(resolve => {
    new PerformanceObserver((list, observer) => {
      const [paint] = list.getEntriesByName('first-contentful-paint')
      if (!paint) return
      observer.disconnect()
      resolve(paint.startTime)
    }).observe({ type: 'paint', buffered: true })
  })
  const ticksFirst = sessionStorage.getItem('opening.ticks') === 'yes'
  const opened = (async (): Promise<Opening> => {
    await until(() => row() !== undefined)
    const listMs = await window.nextFrame()
    let tickMs = Number.NaN
    const first = row()
    if (ticksFirst && first) {
      const name = nameOf(first)
      first.querySelector<HTMLInputElement>('input')?.click()
      await until(() => isDealtWith(name))
      tickMs = await window.nextFrame()
    }
    return { paintMs: await window.firstPaint, listMs, tickMs }
  })()
  window.opening = opened
}
