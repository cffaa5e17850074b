/** Finds a list or an item on the device and opens it; what is typed right away is what is looked for. */
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FindPanel } from './find-panel.tsx'

interface OpenFindProps {
  readonly onClose: () => void
}

export function OpenFind({ onClose }: OpenFindProps) {
  const navigate = useNavigate()
  const box = useRef<HTMLInputElement>(null)
  return (
    <Dialog title="Find" open onClose={onClose} initialFocus={box}>
      <FindPanel
        box={box}
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
