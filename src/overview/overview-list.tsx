/** All lists at a glance: what is open, what waits, who is on them, and what changed since one last looked. */

import { useMemo, useSyncExternalStore } from 'react'
import { useListViews } from '../cache/hooks/sync/use-offline.tsx'
import { useListIds } from '../cache/hooks/use-list-views.ts'
import {
  readPortableLists,
  wordsOfLists,
  writePortableLists,
} from '../features/filters/portable-view.ts'
import { SavedFiltersButton } from '../features/filters/saved-filters-button.tsx'
import { useListsView } from '../features/filters/use-view.ts'
import type { LookedAt } from '../features/news/looked-at.ts'
import { Button } from '../ui/form/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { PlainList } from '../ui/plain-list.tsx'
import { OverviewCard } from './overview-card.tsx'
import { type Orderable, overviewOrder } from './overview-order.ts'

export interface OverviewListProps {
  readonly lookedAt: LookedAt
}

/** Shows nothing if there are no lists: that state belongs to the screen. */
export function OverviewList({ lookedAt }: OverviewListProps) {
  const lists = useOverview()
  const [view, setView] = useListsView()
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
        <SavedFiltersButton
          kind="LISTS"
          present={writePortableLists(view)}
          words={wordsOfLists}
          onChoose={filter => setView(readPortableLists(filter))}
        />
      </fieldset>
      {shown.length > 0 ? (
        <PlainList aria-label="All lists">
          {shown.map(({ id }) => (
            <OverviewCard key={id} id={id} lookedAt={lookedAt} />
          ))}
        </PlainList>
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
  const views = useListViews()
  const ids = useListIds()
  // Text, so that it stays the same value until a name or a star changed.
  const text = useSyncExternalStore(views.onTouched, () =>
    JSON.stringify(
      ids.flatMap(id => {
        const { name, favourite } = views.list(id) ?? {}
        return name === undefined ? [] : { id, name, favourite }
      }),
    ),
  )
  return useMemo((): readonly Orderable[] => JSON.parse(text), [text])
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
      className={`min-h-12 rounded-full border px-4 text-sm ${pressed ? 'border-primary bg-tint font-semibold text-primary forced-colors:border-3' : 'border-edge text-ink hover:bg-surface'}`}
      onClick={() => onPress(!pressed)}
    >
      {label}
    </button>
  )
}
