/** Where the selected items shall go. */

import { checkCapacity, type RequiredCapacity } from '../../../rules/counts.ts'
import { mayEdit } from '../../../rules/people/permissions.ts'
import { counted } from '../../../rules/validation-issue.ts'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { useList } from '../../cache/hooks/use-list.ts'
import { useListCounts } from '../../cache/hooks/use-list-views.ts'
import { useWhoHas } from '../../features/sharing/people-circles.tsx'
import { forWhom } from '../../parts/perform/for-whom.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { PlainList } from '../../ui/plain-list.tsx'

export interface MoveDialogProps {
  readonly open: boolean
  /** Where they are. */
  readonly listId: string
  /** What shall move. */
  readonly load: RequiredCapacity
  /** All lists but the one where the items are. */
  readonly listIds: readonly string[]
  readonly onMove: (listId: string, listName: string) => void
  readonly onClose: () => void
}

export function MoveDialog({ open, listId, load, listIds, onMove, onClose }: MoveDialogProps) {
  const whom = forWhom(useOffline(), listId)
  return (
    <Dialog title={`Move ${counted(load.itemCount, 'item')} to`} open={open} onClose={onClose}>
      {whom && (
        <p className="text-sm text-quiet">{`${load.itemCount === 1 ? 'It leaves' : 'They leave'} this list${whom}.`}</p>
      )}
      <PlainList aria-label="Lists to move to" className="flex flex-col">
        {listIds.map(id => (
          <MoveTarget key={id} id={id} load={load} onMove={onMove} />
        ))}
      </PlainList>
    </Dialog>
  )
}

function MoveTarget({
  id,
  load,
  onMove,
}: {
  readonly id: string
  readonly load: RequiredCapacity
  readonly onMove: MoveDialogProps['onMove']
}) {
  const list = useList(id)
  const { words } = useWhoHas(id, list)
  const { open, done } = useListCounts(id)
  if (list === undefined) return null
  const there = { itemCount: open + done, tagNames: list.itemTags.map(tag => tag.name) }
  const hindrance = mayEdit(list.permission)
    ? checkCapacity(there, load)?.message
    : 'You may only look at it'
  return (
    <li>
      <button
        type="button"
        disabled={hindrance !== undefined}
        className="flex min-h-12 w-full items-center gap-3 rounded-box px-3 py-2 text-left hover:bg-surface disabled:text-quiet"
        onClick={() => onMove(id, list.name)}
      >
        <span className="min-w-0 flex-1 break-words">
          {list.name} {words && <span className="block text-sm text-quiet">{words}</span>}
          {hindrance === undefined ? null : <span className="block text-sm">{hindrance}</span>}
        </span>
      </button>
    </li>
  )
}
