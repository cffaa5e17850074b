/** All lists at a glance: what is open, what waits, who is on them, and what changed since one last looked. */
import { Link } from '@tanstack/react-router'
import { ChevronRight, Star, Users } from 'lucide-react'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { updateShoppingList } from '../../cache/shopping-list-edits.ts'
import { useList } from '../../cache/use-list.ts'
import { useListCounts } from '../../cache/use-list-counts.ts'
import { useListIds } from '../../cache/use-list-ids.ts'
import { useMark } from '../../cache/use-mark.ts'
import { useOffline } from '../../cache/use-offline.tsx'
import { useWaiting } from '../../cache/use-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { usePerform } from '../use-perform.ts'
import type { LookedAt } from './looked-at.ts'
import { newsOf, newsSentence } from './news.ts'
import { overviewOrder } from './overview-order.ts'
import { useLookedAt } from './use-looked-at.ts'
import { useListsView } from './use-saved-view.ts'

export interface OverviewListProps {
  readonly lookedAt: LookedAt
  /** Names of the people on a list besides oneself; who shared it is told anyway. */
  readonly people?: (listId: string) => readonly string[]
}

/** Shows nothing where there are no lists: that state belongs to the screen. */
export function OverviewList({ lookedAt, people }: OverviewListProps) {
  const lists = useOverview()
  const [view, setView] = useListsView()
  const touches = useTouches()
  const shown = overviewOrder(lists, view)
  if (lists.length === 0) return null
  return (
    <>
      <fieldset className="flex flex-wrap gap-2 px-4 py-2">
        <legend className="sr-only">Filter and sort</legend>
        <Toggle
          label="Favourites only"
          pressed={view.favourite ?? false}
          onPress={pressed =>
            setView({ ...(view.sort && { sort: view.sort }), ...(pressed && { favourite: true }) })
          }
        />
        <Toggle
          label="Sort by name"
          pressed={view.sort === 'name'}
          onPress={pressed =>
            setView({
              ...(view.favourite && { favourite: true }),
              ...(pressed && { sort: 'name' as const }),
            })
          }
        />
      </fieldset>
      {shown.length > 0 ? (
        <ul aria-label="All lists">
          {shown.map(({ id }) => (
            <OverviewCard
              key={id}
              id={id}
              lookedAt={lookedAt}
              people={people?.(id) ?? []}
              touches={touches.get(id) ?? 0}
            />
          ))}
        </ul>
      ) : (
        <Notice
          title="No favourites yet"
          actions={<Button onClick={() => setView({})}>Show all lists</Button>}
        >
          Press the star of a list to keep it on top.
        </Notice>
      )}
    </>
  )
}

/** Ids, names and stars: what the order of the cards needs. */
function useOverview() {
  const offline = useOffline()
  const ids = useListIds()
  // Text, so that it stays the same value until a name or a star changed.
  const text = useSyncExternalStore(
    listener => offline.onChanged(listener),
    () =>
      JSON.stringify(
        ids.map(id => {
          const list = offline.peek(`ShoppingList:${id}`)
          return [String(list?.name ?? ''), list?.favourite === true]
        }),
      ),
  )
  return useMemo(() => {
    const facts: readonly (readonly [string, boolean])[] = JSON.parse(text)
    return ids.flatMap((id, at) => {
      const fact = facts[at]
      return fact ? [{ id, name: fact[0], favourite: fact[1] }] : []
    })
  }, [ids, text])
}

/** How often an item of each list changed while this is mounted: what tells a card to look for news again. */
function useTouches(): ReadonlyMap<string, number> {
  const offline = useOffline()
  const [touches, setTouches] = useState<ReadonlyMap<string, number>>(new Map())
  useEffect(
    () =>
      offline.onChanged(changed => {
        const lists = new Set<string>()
        for (const cacheId of changed) {
          const listId = offline.peek(cacheId)?.shoppingListId
          if (typeof listId === 'string') lists.add(listId)
        }
        if (lists.size === 0) return
        setTouches(before => {
          const next = new Map(before)
          for (const id of lists) next.set(id, (before.get(id) ?? 0) + 1)
          return next
        })
      }),
    [offline],
  )
  return touches
}

interface OverviewCardProps {
  readonly id: string
  readonly lookedAt: LookedAt
  readonly people: readonly string[]
  readonly touches: number
}

function OverviewCard({ id, lookedAt, people, touches }: OverviewCardProps) {
  const offline = useOffline()
  const perform = usePerform()
  const list = useList(id)
  const { open, done } = useListCounts(id)
  const waiting = useWaitingOf(id)
  const since = useLookedAt(lookedAt, id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each touch may bring news.
  const news = useMemo(
    () =>
      newsOf(
        id,
        since,
        cacheId => offline.peek(cacheId),
        cacheId => offline.mark(cacheId) !== undefined,
      ),
    [offline, id, since, touches],
  )
  if (list === undefined) return null
  const others = list.sharedByName === null ? people : [list.sharedByName, ...people]
  return (
    <li className="flex items-stretch border-b border-line last:border-0">
      <IconButton
        label={
          list.favourite ? `Unmark ${list.name} as favourite` : `Mark ${list.name} as favourite`
        }
        aria-pressed={list.favourite}
        className={`my-2 ml-1 ${list.favourite ? 'text-primary' : 'text-quiet'}`}
        onClick={() => perform(updateShoppingList, { id, favourite: !list.favourite })}
      >
        <Star aria-hidden size={20} className={list.favourite ? 'fill-current' : ''} />
      </IconButton>
      <Link
        to="/product/shoppinglist"
        search={{ list: id }}
        className="flex min-h-16 min-w-0 flex-1 items-center gap-3 py-2 pr-4 pl-1 hover:bg-surface wide:rounded-box"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate text-row font-semibold">{list.name}</span>
          <span className="block text-sm text-quiet">
            {countsSentence(list.listType === 'STOCK', open, done)}
            {waiting ? <span className="late text-primary"> · waiting</span> : null}
          </span>
          {others.length === 0 ? null : (
            <span className="flex items-center gap-1.5 text-sm text-quiet">
              <Users aria-hidden size={14} className="flex-none" />
              <span className="min-w-0 truncate">
                {list.sharedByName === null ? 'With' : 'From'} {others.join(', ')}
              </span>
            </span>
          )}
          {news.count === 0 ? null : (
            <span className="block truncate text-sm font-semibold text-primary">
              {newsSentence(news)}
            </span>
          )}
        </span>
        <ChevronRight aria-hidden size={18} className="flex-none text-quiet" />
      </Link>
    </li>
  )
}

/** Whether the list or something on it waits to be sent. */
function useWaitingOf(id: string): boolean {
  const mark = useMark(`ShoppingList:${id}`)
  const waiting = useWaiting()
  return mark !== undefined || waiting.some(entry => entry.needs.includes(id))
}

interface ToggleProps {
  readonly label: string
  readonly pressed: boolean
  readonly onPress: (pressed: boolean) => void
}

function Toggle({ label, pressed, onPress }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={`min-h-11 rounded-full border px-4 text-sm ${pressed ? 'border-primary bg-tint font-semibold text-primary' : 'border-edge text-ink hover:bg-surface'}`}
      onClick={() => onPress(!pressed)}
    >
      {label}
    </button>
  )
}

function countsSentence(stock: boolean, open: number, done: number): string {
  if (open + done === 0) return 'Nothing on it yet'
  if (stock) return open + done === 1 ? '1 item kept' : `${open + done} items kept`
  if (open === 0) return done === 1 ? '1 item, in the trolley' : `All ${done} items in the trolley`
  return `${open} to buy${done === 0 ? '' : `, ${done} in the trolley`}`
}
