import { Dialog } from '../ui/dialog/dialog.tsx'

const keys = [
  ['/', 'Add an item'],
  ['j', 'Next item'],
  ['k', 'Previous item'],
  ['x', 'Tick or untick'],
  ['e', 'Edit'],
  ['↑ ↓', 'Move, on a handle; Home and End go to the ends'],
  ['Ctrl Z', 'Undo'],
  ['Ctrl P', 'Print'],
  ['?', 'Show these keys'],
] as const

interface KeysDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function KeysDialog({ open, onClose }: KeysDialogProps) {
  return (
    <Dialog title="Keys" open={open} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {keys.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-grid h-8 min-w-8 place-items-center px-1.5 whitespace-nowrap rounded-md border border-edge bg-surface font-mono">
                {key}
              </kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
