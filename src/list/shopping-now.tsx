import { enumerate } from '../../rules/enumerate.ts'
import { useShopping } from '../cache/hooks/use-shopping.ts'
import { useOtherPeople } from '../features/sharing/people-circles.tsx'
import type { ShoppingListFieldsFragment } from '../generated/operations.ts'

interface ShoppingNowProps {
  readonly list: Pick<ShoppingListFieldsFragment, 'id' | 'userId'>
}

/** "Anna is shopping", while she is in a store with this list. Takes no room of its own: rows must not jump. */
export function ShoppingNow({ list }: ShoppingNowProps) {
  const names = useShopping(list.id).map(({ firstName }) => firstName)
  const isShared = useOtherPeople(list).length > 0
  if (!isShared) return null
  return (
    <p
      role="status"
      aria-label="In the store now"
      className="-mt-2 -mb-2 min-w-0 truncate pl-4 text-xs leading-4 text-quiet empty:absolute"
    >
      {shoppingSentence(names)}
    </p>
  )
}

function shoppingSentence(names: readonly string[]): string {
  if (names.length === 0) return ''
  return `${enumerate(names)} ${names.length === 1 ? 'is' : 'are'} shopping`
}
