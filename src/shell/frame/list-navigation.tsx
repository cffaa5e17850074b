/** All lists, one link each: on the left of a wide window, behind the list's name on a phone. */

import { Link } from '@tanstack/react-router'
import { LayoutDashboard, Plus, Star, Users } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isRequest } from '../../../rules/people/friends.ts'
import { countTitle } from '../../../rules/validation-issue.ts'
import { useMark } from '../../cache/hooks/sync/use-mark.ts'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { useFriends } from '../../cache/hooks/use-friends.ts'
import { useList } from '../../cache/hooks/use-list.ts'
import { useListCounts, useListIds } from '../../cache/hooks/use-list-views.ts'
import { useWhose } from '../../cache/hooks/use-whose.ts'
import { listCacheId } from '../../cache/records/cache-ids.ts'
import { standingOf } from '../../cache/records/friends.ts'
import { isAway } from '../../cache/records/is-away.ts'
import { MoveHandle } from '../../ui/gestures/move-handle.tsx'
import type { RowStep } from '../../ui/gestures/row-drag.ts'
import { useRowDrag } from '../../ui/gestures/use-row-drag.ts'
import { Logo } from '../../ui/logo.tsx'
import { AccountMenu } from '../account/account-menu.tsx'
import { NewListForm } from './new-list-form.tsx'
import { useListMoves } from './use-list-moves.ts'

interface ListNavigationProps {
  readonly chosenId: string | undefined
  /** A list was chosen or made. */
  readonly onChosen?: () => void
}

const row = 'flex min-h-11.5 items-center gap-2 rounded-box px-3'

export function ListNavigation({ chosenId, onChosen }: ListNavigationProps) {
  const ids = useListIds()
  const [making, setMaking] = useState<'yes' | 'no' | 'cancelled'>('no')
  const [madeId, setMadeId] = useState<string>()
  const nav = useRef<HTMLElement>(null)
  const { drag, step, said } = useListMoves(nav)
  useRowDrag(nav, drag)
  useEffect(() => {
    if (madeId === undefined) return
    nav.current?.querySelector<HTMLElement>(`[data-drag-row="${CSS.escape(madeId)}"] a`)?.focus()
  }, [madeId])
  return (
    <nav ref={nav} aria-label="Lists" className="flex flex-col">
      <ul>
        {ids.map(id => (
          <ListLink
            key={id}
            id={id}
            chosen={id === chosenId}
            onChosen={onChosen}
            onStep={ids.length < 2 ? undefined : step}
          />
        ))}
      </ul>
      <p aria-live="polite" className="sr-only">
        <span key={said.times}>{said.text}</span>
      </p>
      {making === 'yes' ? (
        <NewListForm
          onDone={id => {
            setMaking(id === undefined ? 'cancelled' : 'no')
            if (id === undefined) return
            // Beside the page as after any link that is followed: else its handle is next, whose arrow keys move the list.
            if (onChosen === undefined) setMadeId(id)
            else onChosen()
          }}
        />
      ) : (
        <button
          type="button"
          className={`${row} min-h-12 text-left text-link hover:bg-tint`}
          // biome-ignore lint/a11y/noAutofocus: whoever gave up is where they were.
          autoFocus={making === 'cancelled'}
          onClick={() => setMaking('yes')}
        >
          <Plus aria-hidden size={18} />
          New list
        </button>
      )}
    </nav>
  )
}

function ListLink({
  id,
  chosen,
  onChosen,
  onStep,
}: {
  readonly id: string
  readonly chosen: boolean
  readonly onChosen: (() => void) | undefined
  /** Absent if there is no other place to go to. */
  readonly onStep: ((id: string, to: RowStep) => void) | undefined
}) {
  const list = useList(id)
  const whose = useWhose(id)
  const mark = useMark(listCacheId(id))
  if (list === undefined) return null
  const word = mark === 'refused' ? 'not saved' : 'waiting'
  return (
    <li data-drag-row={id} className="relative flex items-center rounded-box bg-inherit">
      <Link
        to="/product/shoppinglist"
        search={{ list: id }}
        draggable={false}
        aria-current={chosen ? 'page' : undefined}
        className={`${row} min-h-12 min-w-0 flex-1 not-pointer-coarse:pl-6 ${chosen ? 'bg-tint font-semibold text-primary' : 'hover:bg-tint'}`}
        onClick={() => onChosen?.()}
      >
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2">{list.name}</span>
          {whose && <span className="block truncate text-sm text-quiet"> From {whose}</span>}
        </span>
        {list.favourite ? (
          <Star aria-label="favourite" size={15} className="flex-none fill-current" />
        ) : null}
        {mark === undefined || mark === 'saving' ? null : (
          // An image, since a title alone is read out to nobody.
          <span
            role="img"
            aria-label={word}
            className={`size-2 flex-none rounded-full forced-color-adjust-none ${mark === 'refused' ? 'bg-error' : 'delayed bg-mark'}`}
            title={word}
          />
        )}
        <span className="flex-none text-sm font-normal text-quiet">
          {list.listType === 'STOCK' ? 'stock' : <OpenCount id={id} />}
        </span>
      </Link>
      {onStep === undefined ? null : (
        <MoveHandle
          name={list.name}
          className="w-6 pointer-coarse:w-12 not-pointer-coarse:absolute not-pointer-coarse:left-0 not-pointer-coarse:row-handle"
          onStep={to => onStep(id, to)}
        />
      )}
    </li>
  )
}

/** By itself, so that a tick does not draw the link around it. */
function OpenCount({ id }: { readonly id: string }) {
  const { open } = useListCounts(id)
  return isAway(useOffline(), id) ? null : (
    <>
      {countTitle(open)}
      <span className="sr-only"> open</span>
    </>
  )
}

/** The column on the left of a wide window. */
export function SideColumn({ chosenId }: { readonly chosenId: string | undefined }) {
  return (
    <EmptySideColumn>
      <div className="painted-apart relative -mx-1 -mt-1 min-h-0 flex-1 overflow-y-auto px-1 pt-1">
        <ListNavigation chosenId={chosenId} />
      </div>
      <div className="painted-apart mt-3 flex-none">
        <OverviewLink />
        <FriendsLink />
        <AccountMenu look="row" />
      </div>
    </EmptySideColumn>
  )
}

export function EmptySideColumn({ children }: { readonly children?: ReactNode }) {
  return (
    <aside
      aria-label="Lists and account"
      className="flex w-70 flex-none flex-col border-r border-line bg-surface p-3 pt-5 pl-[max(0.75rem,env(safe-area-inset-left))]"
    >
      <Link to="/product/dashboard" className="mb-4 rounded-box px-2 pointer-coarse:py-2">
        <Logo />
      </Link>
      {children}
    </aside>
  )
}

export function OverviewLink({ onChosen }: { readonly onChosen?: () => void }) {
  return (
    <Link
      to="/product/dashboard"
      className={`${row} min-h-12 gap-3 hover:bg-tint`}
      activeProps={{ className: 'font-semibold text-primary' }}
      onClick={() => onChosen?.()}
    >
      <LayoutDashboard aria-hidden size={22} className="flex-none" />
      Overview
    </Link>
  )
}

export function FriendsLink({ onChosen }: { readonly onChosen?: () => void }) {
  const waiting = (useFriends() ?? []).filter(friend => isRequest(standingOf(friend))).length
  return (
    <Link
      to="/product/friends"
      className={`${row} min-h-12 gap-3 hover:bg-tint`}
      activeProps={{ className: 'font-semibold text-primary' }}
      onClick={() => onChosen?.()}
    >
      <Users aria-hidden size={22} className="flex-none" />
      <span className="flex-1">Friends</span>
      {waiting === 0 ? null : (
        <span className="text-sm font-semibold text-primary">
          {waiting}
          <span className="sr-only"> {waiting === 1 ? 'request' : 'requests'}</span>
        </span>
      )}
    </Link>
  )
}
