/** Gives the focus back to the handle of the row with this key: whoever moves it by keys goes on with them. */
export function focusHandle(rows: Element | null, key: string): void {
  rows
    ?.querySelector<HTMLElement>(`[data-drag-row="${CSS.escape(key)}"] [data-drag-handle] button`)
    ?.focus()
}
