/** What goes on for a moment only is not even made to be shown: a server that is there answers within this time. */
const shownAfterMs = 250

interface Lasting {
  /** Whether it has gone on for long enough to be shown. */
  readonly get: () => boolean
  /** Says whether it goes on now; `onLasting` hears when that has lasted. */
  readonly follow: (goesOn: boolean, onLasting: () => void) => void
  /** Nobody looks any more. */
  readonly stop: () => void
}

export function createLasting(isLasting = false): Lasting {
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop() {
    clearTimeout(timer)
    timer = undefined
  }

  return {
    get: () => isLasting,
    follow(goesOn, onLasting) {
      if (goesOn) {
        timer ??= setTimeout(() => {
          isLasting = true
          onLasting()
        }, shownAfterMs)
        return
      }
      stop()
      isLasting = false
    },
    stop,
  }
}
