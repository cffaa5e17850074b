declare global {
  interface Window {
    /** To the moment the next frame is drawn, in ms since the navigation began. */
    nextFrame(): Promise<number>
  }
}

/** Runs inside the pages, for the probes. */
export function installNextFrame(): void {
  window.nextFrame = () =>
    new Promise(resolve => {
      requestAnimationFrame(() => {
        // A task posted within a frame runs once the frame is drawn: before what the page itself does behind it.
        void scheduler.postTask(() => resolve(performance.now()), { priority: 'user-blocking' })
      })
    })
}
