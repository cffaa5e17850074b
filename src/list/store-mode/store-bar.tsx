import { ShoppingCart } from 'lucide-react'
import { countTitle } from '../../../rules/validation-issue.ts'
import { useListCounts } from '../../cache/hooks/use-list-views.ts'
import { useOtherPeople } from '../../features/sharing/people-circles.tsx'
import type { ShoppingListFieldsFragment } from '../../generated/operations.ts'
import type { Asker } from '../../parts/perform/ask-server.ts'
import { Button } from '../../ui/form/button.tsx'
import { useTellShopping } from './use-tell-shopping.ts'
import { useWakeLock } from './use-wake-lock.ts'

interface StoreBarProps {
  readonly list: Pick<ShoppingListFieldsFragment, 'id' | 'userId'>
  readonly network: Asker
  /** By the button that it takes the place of: its own has the focus then, and its name is read. */
  readonly entered: boolean
  /** What it does goes on while something else stands in its place. */
  readonly hidden: boolean
  readonly onLeave: () => void
}

/**
 * How far the shopping is, large enough for an arm's length. As long as it is there the screen stays on, and the others
 * are told.
 */
export function StoreBar({ list, network, entered, hidden, onLeave }: StoreBarProps) {
  const { open, done } = useListCounts(list.id)
  useTellShopping(network, list.id, useOtherPeople(list).length > 0)
  const awake = useWakeLock()
  const all = open + done
  return (
    <section
      aria-label="In the store"
      hidden={hidden}
      className="aside-safe mx-auto flex w-full max-w-[720px] flex-wrap items-center justify-end gap-3 py-2"
    >
      <ShoppingCart aria-hidden size={26} className="flex-none text-primary" />
      <div className="min-w-32 flex-1 basis-0">
        <p className="text-xl leading-tight font-bold">
          {countTitle(done)} of {countTitle(all)}
          <span className="sr-only"> in the trolley</span>
        </p>
        <progress
          aria-label="In the trolley"
          className="store-progress mt-1 block h-2 w-full"
          value={done}
          max={Math.max(all, 1)}
        />
        <p className="pt-0.5 text-[0.8125rem] text-quiet">
          {awake ? 'The screen stays on' : 'This browser lets the screen go dark'}
        </p>
      </div>
      <Button autoFocus={entered} onClick={onLeave}>
        Leave store
      </Button>
    </section>
  )
}
