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
  const people = useOtherPeople(list)
  const shopping = new Set(useShopping(list.id).map(({ userId }) => userId))
  const circles = <PeopleCircles people={people} ringed={shopping} />
  const mayShare = mayAdminister(list.permission)
  if (!mayShare && people.length === 0) return null
  const alone = people.length === 0
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
export function useOtherPeople(list: Pick<List, 'id' | 'userId'>): readonly Other[] {
  const { userId } = useOffline()
  const kept = usePeople(list.id)
  if (kept === undefined) return []
  const others = kept.people.flatMap(({ friendId: id, name }) =>
    // Of a list that was just handed over, its owner may stand there still.
    id === userId || id === list.userId ? [] : [{ id, name }],
  )
  return list.userId === userId ? others : [{ id: list.userId, name: kept.ownerName }, ...others]
}

/** The same with the words for it, "From Anna, with Cara"; none where nobody else has it. */
export function useWhoHas(
  id: string,
  list: Pick<ShoppingListFieldsFragment, 'userId' | 'sharedByName'> | undefined,
) {
  const userId = list?.userId ?? 0
  const sharer = list?.sharedByName ?? null
  const known = useOtherPeople({ id, userId })
  const people = known.length > 0 || sharer === null ? known : [{ id: userId, name: sharer }]
  const names = people.map(({ name }) => name)
  const owner = sharer === null ? undefined : names.shift()
  const rest = names.join(', ')
  const words =
    owner === undefined ? rest && `With ${rest}` : `From ${owner}${rest && `, with ${rest}`}`
  return { people, words }
}

interface Other {
  readonly id: number
  readonly name: string
}

interface PeopleCirclesProps {
  readonly people: readonly Other[]
  /** Who is in a store with it, by id. The words stand elsewhere. */
  readonly ringed?: ReadonlySet<number>
}

export function PeopleCircles({ people, ringed }: PeopleCirclesProps): ReactNode {
  if (people.length === 0) return null
  const more = people.slice(shown).map(({ name }) => name)
  return (
    <span className="inline-flex items-center *:not-last:-me-1">
      {people.slice(0, shown).map(({ id, name }, at) => (
        <Fragment key={id}>
          {at === 0 ? null : <span className="sr-only">,</span>}{' '}
          <PersonCircle
            id={id}
            name={name}
            className={ringed?.has(id) ? ringedClass : plainClass}
          />
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
