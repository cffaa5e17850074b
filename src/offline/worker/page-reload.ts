export interface PageReload {
  readonly reload: () => void
  /** To another site, which leads back. */
  readonly leaveTo: (url: string) => void
  /** Whether the page goes since the app has it go: what was typed is for the next one then. */
  readonly isReloading: () => boolean
}

/**
 * The one way in which the app loads its page again, or leaves it for a while, for whatever reason but a crash, which
 * what was typed may have caused.
 */
export function createPageReload(
  location: Pick<Location, 'reload' | 'assign'>,
  window: Pick<Window, 'addEventListener'>,
): PageReload {
  let isReloading = false
  // The way back may bring this very page again, which the browser kept as it was.
  window.addEventListener('pageshow', () => {
    isReloading = false
  })
  return {
    reload() {
      isReloading = true
      location.reload()
    },
    leaveTo(url) {
      isReloading = true
      location.assign(url)
    },
    isReloading: () => isReloading,
  }
}
