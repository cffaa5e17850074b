/** For `useSyncExternalStore` where there is nothing to watch. */
export function neverChanges() {
  return () => undefined
}
