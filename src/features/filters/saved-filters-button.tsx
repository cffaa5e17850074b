import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { Button } from '../../ui/form/button.tsx'
import type { SavedFiltersDialogProps } from './saved-filters-dialog.tsx'

const SavedFiltersDialog = lazyDialog<SavedFiltersDialogProps>(
  async () => (await import('./saved-filters-dialog.tsx')).SavedFiltersDialog,
)

/** Opens the filters that were saved under a name. */
export function SavedFiltersButton(props: Omit<SavedFiltersDialogProps, 'onClose'>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      {/* In line with what stands above it, where it begins a line. */}
      <Button
        look="quiet"
        className="-ml-4 sm:ml-0"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Bookmark aria-hidden size={18} />
        Saved filters
      </Button>
      {open ? <SavedFiltersDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
