/** What messages keep clear of: bars at the bottom, above which they stand, and a panel at the side. */
export type BesideToasts = '--bar-boxes' | '--bar-tools' | '--beside-list'

/**
 * How much of the screen something takes, or no more. Told to the holder of the messages alone: what the root is
 * told, all rows are styled anew for, and chips come and go above the add box.
 */
export function placeToasts(beside: BesideToasts, length?: string): void {
  const holder = document.querySelector<HTMLElement>('[data-toasts]')
  if (length === undefined) holder?.style.removeProperty(beside)
  else holder?.style.setProperty(beside, length)
}
