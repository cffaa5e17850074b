/** Who has a list, and what each may do there: for those who may not share it. */
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { usePeople } from '../../cache/hooks/use-people.ts'
import type { ShoppingListFieldsFragment } from '../../generated/operations.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { PlainList } from '../../ui/plain-list.tsx'
import { ownerMeaning, PersonPermission } from './person-permission.tsx'

interface PeopleDialogProps {
  readonly list: ShoppingListFieldsFragment
  readonly onClose: () => void
}

export function PeopleDialog({ list, onClose }: PeopleDialogProps) {
  const { userId } = useOffline()
  const kept = usePeople(list.id)
  return (
    <Dialog title={`People on ${list.name}`} open onClose={onClose}>
      <PlainList aria-label="People">
        <PersonPermission
          friendId={list.userId}
          name={kept?.ownerName ?? ''}
          fixed={ownerMeaning}
        />
        {(kept?.people ?? []).map(person => (
          <PersonPermission key={person.friendId} {...person} isSelf={person.friendId === userId} />
        ))}
      </PlainList>
    </Dialog>
  )
}
