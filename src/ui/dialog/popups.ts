/** Selects what takes keys and focus for a while. */
export const popups = '[role="dialog"], [role="alertdialog"], [role="menu"]'
