/** In the plain order of characters: for ids, moments and kinds, which nobody reads as words. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
