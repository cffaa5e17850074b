/**
 * Which pages are answered by the browser itself: those of the demo, which lies beside the real app, or all of an
 * installation that says so. Undefined: this page speaks to its server.
 */
export function stubScope(path: string, isStubbed: boolean): '/' | '/demo/' | undefined {
  if (/^\/demo(\/|$)/.test(path)) return '/demo/'
  return isStubbed ? '/' : undefined
}
