import type { ListType } from '../../../rules/items/stock.ts'
import { resetSentence } from '../../../rules/lists/reset.ts'
import { youAndOthers } from '../../../rules/people/sharing.ts'
import { useOtherPeople } from '../../features/sharing/people-circles.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button } from '../../ui/form/button.tsx'

interface ResetDialogProps {
  readonly list: {
    readonly id: string
    readonly userId: number
    readonly name: string
    readonly listType: ListType
    readonly sharedByName: string | null
  }
  readonly onReset: () => void
  readonly onClose: () => void
}

/** Says what a reset will do before it is done. */
export function ResetDialog({ list, onReset, onClose }: ResetDialogProps) {
  const others = useOtherPeople(list).length
  const whom =
    others > 0
      ? youAndOthers(others)
      : list.sharedByName === null
        ? undefined
        : 'everybody who has this list'
  return (
    <Dialog title={`Reset ${list.name}?`} open onClose={onClose}>
      <p className="pb-2">{resetSentence(list.listType)}</p>
      <p className="pb-2 text-quiet">
        To start anew with the same quantities, choose “Use again next time” at the trolley.
      </p>
      <p className="pb-4 text-quiet">
        No item goes{whom === undefined ? '' : `. It holds for ${whom}`}, and Undo takes it back.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button className="flex-1" onClick={onClose}>
          Cancel
        </Button>
        <Button
          look="primary"
          className="flex-1"
          onClick={() => {
            onReset()
            onClose()
          }}
        >
          Reset
        </Button>
      </div>
    </Dialog>
  )
}
