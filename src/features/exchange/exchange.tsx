/**
 * Taking a list elsewhere and back: mounted by whoever has a menu, drawn only while one of the dialogs is
 * open, and its code loads with the first.
 */
import { FileDown, FileUp, Printer, ScrollText } from 'lucide-react'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import type { MenuEntry } from '../../ui/menu/menu.tsx'
import type { ExchangeDialog, ExchangeProps } from './exchange-props.ts'

const OpenExchange = lazyDialog(async () => (await import('./open-exchange.tsx')).OpenExchange)

export function Exchange({ dialog, ...props }: ExchangeProps) {
  return dialog === undefined ? null : <OpenExchange dialog={dialog} {...props} />
}

/** For the menu of a list; everybody who sees a list may take it elsewhere. */
export function exchangeEntries(onChoose: (dialog: ExchangeDialog) => void): MenuEntry[] {
  return [
    {
      label: 'Send as text',
      icon: ScrollText,
      onChoose: () => onChoose('text'),
    },
    { label: 'Print', icon: Printer, onChoose: () => onChoose('print') },
    {
      label: 'Export',
      icon: FileDown,
      onChoose: () => onChoose('export'),
    },
    { label: 'Import', icon: FileUp, onChoose: () => onChoose('import') },
  ]
}
