/** Who else has a list, as circles, which open who may do what; who may share it does so there. */
import { UserPlus } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { mayAdminister } from '../../../rules/people/permissions.ts'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { usePeople } from '../../cache/hooks/use-people.ts'
import { useShopping } from '../../cache/hooks/use-shopping.ts'
import type { ShoppingListFieldsFragment } from '../../generated/operations.ts'
import { PersonCircle } from '../../ui/person-circle.tsx'

type List = Pick<ShoppingListFieldsFragment, 'id' | 'userId' | 'permission' | 'name'>

const shown = 3
const plainClass = 'size-9 [box-shadow:0_0_0_2px_var(--color-ground)]'
const ringedClass = 'z-1 size-9 [box-shadow:0_0_0_3px_var(--color-primary)]'

interface PeopleButtonProps {
  readonly list: List
  readonly onPress: () => void
}

export function PeopleButton({ list, onPress }: PeopleButtonProps) {
  const people = useOthers(list)
  const shopping = new Set(useShopping(list.id).map(({ userId }) => userId))
  const names = people.map(({ name }) => name)
  const circles = <PeopleCircles names={names} ringed={people.map(({ id }) => shopping.has(id))} />
  const mayShare = mayAdminister(list.permission)
  if (!mayShare && names.length === 0) return null
  const alone = names.length === 0
  return (
    <button
      type="button"
      title={mayShare ? 'Share' : 'People'}
      className="inline-flex min-h-12 min-w-12 flex-none items-center justify-center rounded-box px-1 hover:bg-surface"
      onClick={onPress}
    >
      {/* No label: the letters in the circles would have to stand in it. */}
      <span className="sr-only">
        {mayShare ? (alone ? 'Share' : 'Share, now with') : 'People:'}
      </span>{' '}
      {alone ? <UserPlus aria-hidden size={20} /> : circles}
    </button>
  )
}

/** Everybody but oneself, the owner first. */
export function useOtherPeople(list: Pick<List, 'id' | 'userId'>): readonly string[] {
  return useOthers(list).map(({ name }) => name)
}

interface Other {
  readonly id: number
  readonly name: string
}

function useOthers(list: Pick<List, 'id' | 'userId'>): readonly Other[] {
  const { userId } = useOffline()
  const kept = usePeople(list.id)
  if (kept === undefined) return []
  const others = kept.people.flatMap(({ friendId: id, name }) =>
    id === userId ? [] : [{ id, name }],
  )
  return list.userId === userId ? others : [{ id: list.userId, name: kept.ownerName }, ...others]
}

interface PeopleCirclesProps {
  readonly names: readonly string[]
  /** In the order of the names: who is in a store with it. The words stand elsewhere. */
  readonly ringed?: readonly boolean[]
}

export function PeopleCircles({ names, ringed = [] }: PeopleCirclesProps): ReactNode {
  if (names.length === 0) return null
  const more = names.slice(shown)
  return (
    <span className="inline-flex items-center *:not-last:-me-1">
      {names.slice(0, shown).map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name.
        <Fragment key={`${name} ${at}`}>
          {at === 0 ? null : <span className="sr-only">,</span>}{' '}
          <PersonCircle name={name} className={ringed[at] ? ringedClass : plainClass} />
        </Fragment>
      ))}
      {more.length === 0 ? null : (
        <>
          <span className="sr-only">, {more.join(', ')}</span>
          <span aria-hidden className="pl-3 text-sm text-quiet">
            +{more.length}
          </span>
        </>
      )}
    </span>
  )
}
