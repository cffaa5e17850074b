/** Whether a key belongs to a composition (Japanese, for one). Safari ends it first, and then tells that key as 229. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229
}
