/** Whether a key that is pressed there belongs to a field, a dialog or a menu, and not to the list. */
export function isKeyTaken(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null) return true
  return target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]')
}
