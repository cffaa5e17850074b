import { CheckCheck, ListPlus } from 'lucide-react'
import { Notice } from '../ui/notice.tsx'

interface EmptyListProps {
  readonly mayEdit: boolean
  /** Everything that was on the list is in the trolley. */
  readonly allDone: boolean
}

export function EmptyList({ mayEdit, allDone }: EmptyListProps) {
  if (allDone) {
    return (
      <Notice title="All done" icon={<CheckCheck aria-hidden size={40} className="text-success" />}>
        Everything on this list is in the trolley.
      </Notice>
    )
  }
  return (
    <Notice
      title="Nothing on this list yet"
      icon={<ListPlus aria-hidden size={40} className="text-primary" />}
    >
      {mayEdit
        ? 'Type what you need in the box below and press Enter. The box stays ready for the next thing.'
        : 'You can look at this list. Whoever shared it can add items.'}
    </Notice>
  )
}
