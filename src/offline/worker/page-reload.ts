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
export function createPageReload(location: Pick<Location, 'reload' | 'assign'>): PageReload {
  let isReloading = false
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
