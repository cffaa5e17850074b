import { onTestFinished, vi } from 'vitest'

/** Until the end of the test the window is as this media query asks, and as no other does. */
export function matchQuery(wanted: string): void {
  const real = window.matchMedia
  const spy = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation(query => ({ ...real(query), matches: query === wanted }))
  onTestFinished(() => spy.mockRestore())
}
