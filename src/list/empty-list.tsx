import { CheckCheck, CloudOff, Filter, ListPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Away } from '../cache/hooks/use-away.ts'
import { Button } from '../ui/form/button.tsx'
import { Loading } from '../ui/loading/loading.tsx'
import { Notice } from '../ui/notice.tsx'

interface EmptyListProps {
  readonly mayEdit: boolean
  /** The add box is drawn beneath. */
  readonly hasBox: boolean
  /** Why there is nothing to buy; without a sentence it is being fetched. */
  readonly reason: 'new' | 'all-done' | 'filtered' | Away
  /** The filter shows something in the trolley, beneath. */
  readonly inTrolley: boolean
  /** How the week ends: what can be done with a full trolley. */
  readonly trolleyActions: ReactNode
  readonly onShowAll: () => void
  readonly onSample: () => void
}

export function EmptyList({
  mayEdit,
  hasBox,
  reason,
  inTrolley,
  trolleyActions,
  onShowAll,
  onSample,
}: EmptyListProps) {
  if (reason === 'filtered') {
    return (
      <Notice
        title="Nothing to show"
        icon={<Filter aria-hidden size={40} className="text-quiet" />}
        actions={<Button onClick={onShowAll}>Show all items</Button>}
      >
        {`No ${inTrolley ? 'open ' : ''}item of this list is what the filter asks for.`}
      </Notice>
    )
  }
  if (reason === 'all-done') {
    return (
      <Notice
        title="All done"
        icon={<CheckCheck aria-hidden size={40} className="text-success" />}
        actions={mayEdit ? trolleyActions : undefined}
      >
        Everything on this list is in the trolley.
      </Notice>
    )
  }
  if (reason !== 'new') {
    if (reason.sentence === undefined) return <Loading />
    return (
      <Notice title={reason.title} icon={<CloudOff aria-hidden size={40} className="text-quiet" />}>
        {reason.sentence}
      </Notice>
    )
  }
  return (
    <Notice
      title="Nothing on this list yet"
      icon={<ListPlus aria-hidden size={40} className="text-primary" />}
      actions={mayEdit ? <Button onClick={onSample}>Sample list</Button> : null}
    >
      {mayEdit ? howToBegin(hasBox) : 'You can look at this list. Whoever shared it can add items.'}
    </Notice>
  )
}

function howToBegin(hasBox: boolean): string {
  return hasBox
    ? 'Type what you need in the box below and press Enter. The box stays ready for the next thing. Or look at a list that is filled already:'
    : 'Add what you need, or look at a list that is filled already:'
}
