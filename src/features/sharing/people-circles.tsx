/** Who else has a list, as circles; who may share it opens that by them. */
import { UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { mayAdminister } from '../../../rules/permissions.ts'
import { useOffline } from '../../cache/hooks/use-offline.tsx'
import { usePeople } from '../../cache/hooks/use-people.ts'
import type { ShoppingListFieldsFragment } from '../../generated/operations.ts'
import { PersonCircle } from '../../ui/person-circle.tsx'

type List = Pick<ShoppingListFieldsFragment, 'id' | 'userId' | 'permission' | 'name'>

const shown = 3

interface PeopleButtonProps {
  readonly list: List
  readonly onShare: () => void
}

export function PeopleButton({ list, onShare }: PeopleButtonProps) {
  const names = useOtherPeople(list)
  const circles = <PeopleCircles names={names} />
  if (!mayAdminister(list.permission)) return names.length === 0 ? null : circles
  return (
    <button
      type="button"
      aria-label={names.length === 0 ? 'Share' : `Share, now with ${names.join(', ')}`}
      title="Share"
      className="inline-flex min-h-12 min-w-12 flex-none items-center justify-center rounded-box px-1 hover:bg-surface"
      onClick={onShare}
    >
      {names.length === 0 ? <UserPlus aria-hidden size={20} /> : circles}
    </button>
  )
}

/** Everybody but oneself, the owner first. */
export function useOtherPeople(list: Pick<List, 'id' | 'userId'>): readonly string[] {
  const { userId } = useOffline()
  const kept = usePeople(list.id)
  if (kept === undefined) return []
  const others = kept.people.filter(person => person.friendId !== userId).map(({ name }) => name)
  return list.userId === userId ? others : [kept.ownerName, ...others]
}

export function PeopleCircles({ names }: { readonly names: readonly string[] }): ReactNode {
  if (names.length === 0) return null
  const more = names.length - shown
  return (
    <span className="inline-flex items-center -space-x-2">
      {names.slice(0, shown).map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name.
        <PersonCircle key={`${name} ${at}`} name={name} className="size-9 ring-2 ring-ground" />
      ))}
      {more > 0 ? <span className="pl-3 text-sm text-quiet">+{more}</span> : null}
    </span>
  )
}
