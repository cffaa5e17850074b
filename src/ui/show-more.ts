import { flushSync } from 'react-dom'

/**
 * Draws what a button brings behind the rows that are shown. Where the button goes with the last of it, and had the
 * focus, reading goes on at the first row that came, or at the last of all where none did.
 */
export function showMore(button: HTMLElement, draw: () => void): void {
  const around = button.closest('section, main, [role="dialog"]') ?? document.body
  const rows = () => [...around.querySelectorAll<HTMLElement>('li, tr')]
  const before = new Set(rows())
  const hadFocus = document.activeElement === button
  flushSync(draw)
  if (!hadFocus || button.isConnected) return
  const shown = rows()
  const row = shown.find(each => !before.has(each)) ?? shown.at(-1)
  row?.setAttribute('tabindex', '-1')
  row?.focus()
}
