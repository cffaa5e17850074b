/** Where the selected items shall go. */
import { mayEdit } from '../../../rules/permissions.ts'
import { useList } from '../../cache/use-list.ts'
import { Dialog } from '../../ui/dialog.tsx'

export interface MoveDialogProps {
  readonly open: boolean
  readonly count: number
  /** All lists but the one where the items are. */
  readonly listIds: readonly string[]
  readonly onMove: (listId: string, listName: string) => void
  readonly onClose: () => void
}

export function MoveDialog({ open, count, listIds, onMove, onClose }: MoveDialogProps) {
  return (
    <Dialog
      title={count === 1 ? 'Move 1 item to' : `Move ${count} items to`}
      open={open}
      onClose={onClose}
      shape="sheet"
    >
      <ul aria-label="Lists to move to" className="flex flex-col">
        {listIds.map(id => (
          <MoveTarget key={id} id={id} onMove={onMove} />
        ))}
      </ul>
    </Dialog>
  )
}

function MoveTarget({
  id,
  onMove,
}: {
  readonly id: string
  readonly onMove: MoveDialogProps['onMove']
}) {
  const list = useList(id)
  if (list === undefined) return null
  const able = mayEdit(list.permission)
  return (
    <li>
      <button
        type="button"
        disabled={!able}
        className="flex min-h-12 w-full items-center gap-3 rounded-box px-3 text-left hover:bg-surface disabled:text-quiet"
        onClick={() => onMove(id, list.name)}
      >
        <span className="min-w-0 flex-1">{list.name}</span>
        {able ? null : <span className="text-sm">You may only look at it</span>}
      </button>
    </li>
  )
}
