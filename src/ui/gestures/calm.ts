/**
 * Whether nobody is about to touch what is shown: no finger is down and none was for a moment, nothing scrolls,
 * no mouse moves over it or did lately. Only then may something move there by itself.
 */
export interface Calm {
  isCalm(): boolean
  subscribe(listener: () => void): () => void
  /** Watches an element; answers with what ends it. */
  watch(element: HTMLElement): () => void
}

/** After a touch and a scroll the next one is near. */
export const calmAfterMs = 350
/** A mouse that was left lying on the list would keep from view for good what others do. */
export const mouseRestsAfterMs = 10_000

export function createCalm(): Calm {
  const listeners = new Set<() => void>()
  let touching = false
  let hovering = false
  let recent: ReturnType<typeof setTimeout> | undefined
  let resting: ReturnType<typeof setTimeout> | undefined
  let calm = true

  function tell() {
    const now = !touching && !hovering && recent === undefined
    if (now === calm) return
    calm = now
    for (const listener of [...listeners]) listener()
  }

  function later() {
    clearTimeout(recent)
    recent = setTimeout(() => {
      recent = undefined
      tell()
    }, calmAfterMs)
    tell()
  }

  function hover({ pointerType, buttons }: PointerEvent) {
    if (pointerType === 'touch') return
    hovering = true
    stopResting()
    // One that is held down is about to be let go.
    if (buttons === 0) rest()
    tell()
  }

  function rest() {
    stopResting()
    resting = setTimeout(leave, mouseRestsAfterMs)
  }

  function stopResting() {
    clearTimeout(resting)
    resting = undefined
  }

  function leave() {
    stopResting()
    hovering = false
    tell()
  }

  return {
    isCalm: () => calm,
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    watch(element) {
      const ending = new AbortController()
      const on = { signal: ending.signal, passive: true }
      element.addEventListener(
        'touchstart',
        () => {
          touching = true
          tell()
        },
        on,
      )
      // On the window: a finger may lift elsewhere, and what it touched may be gone.
      for (const type of ['touchend', 'touchcancel'] as const) {
        window.addEventListener(
          type,
          event => {
            if (!touching || event.touches.length > 0) return
            touching = false
            later()
          },
          on,
        )
      }
      element.addEventListener('pointermove', hover, on)
      element.addEventListener('pointerdown', hover, on)
      element.addEventListener('pointerup', hover, on)
      element.addEventListener('pointerleave', leave, on)
      // Whoever goes on by the keyboard has left the mouse.
      window.addEventListener('keydown', leave, { ...on, capture: true })
      element.addEventListener(
        'scroll',
        () => {
          // By its wheel, without a move.
          if (resting !== undefined) rest()
          later()
        },
        on,
      )
      return () => {
        ending.abort()
        clearTimeout(recent)
        stopResting()
        recent = undefined
        touching = false
        hovering = false
        calm = true
      }
    },
  }
}
