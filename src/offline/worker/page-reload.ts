export interface PageReload {
  readonly reload: () => void
  /** Whether the page goes since the app loads it again: what was typed is for the next one then. */
  readonly isReloading: () => boolean
}

/**
 * The one way in which the app loads its page again, for whatever reason but a crash, which what was typed may have
 * caused.
 */
export function createPageReload(location: Pick<Location, 'reload'>): PageReload {
  let isReloading = false
  return {
    reload() {
      isReloading = true
      location.reload()
    },
    isReloading: () => isReloading,
  }
}
