/** Finds a list or an item on the device and opens it. */
import { useNavigate } from '@tanstack/react-router'
import { Dialog } from '../../ui/dialog.tsx'
import { late } from '../../ui/late.tsx'

const FindPanel = late(async () => (await import('./find-panel.tsx')).FindPanel)

interface FindDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function FindDialog({ open, onClose }: FindDialogProps) {
  const navigate = useNavigate()
  return (
    <Dialog title="Find" open={open} onClose={onClose} shape="sheet">
      <FindPanel
        onOpenList={list => {
          onClose()
          navigate({ to: '/product/shoppinglist', search: { list } })
        }}
        onOpenItem={(_listId, item) => {
          onClose()
          navigate({ to: '/product/item', search: { item } })
        }}
      />
    </Dialog>
  )
}
