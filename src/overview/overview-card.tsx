/** One list at a glance. */

import { Link } from '@tanstack/react-router'
import { ChevronRight, Star, Users } from 'lucide-react'
import { counted, countTitle } from '../../rules/validation-issue.ts'
import { updateShoppingList } from '../cache/edits/shopping-list-edits.ts'
import { useMark } from '../cache/hooks/sync/use-mark.ts'
import { useWaiting } from '../cache/hooks/sync/use-waiting.ts'
import { useAway } from '../cache/hooks/use-away.ts'
import { useList } from '../cache/hooks/use-list.ts'
import { useListCounts } from '../cache/hooks/use-list-views.ts'
import { listCacheId } from '../cache/records/cache-ids.ts'
import type { ListCounts } from '../cache/sync/list-views.ts'
import type { LookedAt } from '../features/news/looked-at.ts'
import { newsSentence } from '../features/news/news.ts'
import { useListNews } from '../features/news/use-looked-at.ts'
import { PeopleCircles, useWhoHas } from '../features/sharing/people-circles.tsx'
import { usePerform } from '../parts/perform/use-perform.ts'
import { IconButton } from '../ui/form/icon-button.tsx'
import { useLowCount } from './use-low-count.ts'

interface OverviewCardProps {
  readonly id: string
  readonly lookedAt: LookedAt
}

export function OverviewCard({ id, lookedAt }: OverviewCardProps) {
  const perform = usePerform()
  const list = useList(id)
  const counts = useListCounts(id)
  const away = useAway(id)
  const low = useLowCount(id, list?.listType === 'STOCK')
  const mark = useMark(listCacheId(id))
  const waits = useWaiting().some(entry => entry.needs.includes(id)) || mark === 'waiting'
  const news = newsSentence(useListNews(lookedAt, id))
  const { people, words } = useWhoHas(id, list)
  if (list === undefined) return null
  return (
    <li className="flex items-stretch border-b border-line last:border-0">
      <IconButton
        label={
          list.favourite ? `Unmark ${list.name} as favourite` : `Mark ${list.name} as favourite`
        }
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
          <span className="line-clamp-2 text-row font-semibold">{list.name}</span>
          <span className="block text-sm text-quiet">
            {away?.title ??
              (low === undefined ? tickedSentence(counts) : stockSentence(counts, low))}
            {mark === 'refused' ? (
              <span className="text-error"> · not saved</span>
            ) : waits ? (
              <span className="delayed text-primary"> · waiting</span>
            ) : null}
          </span>
          {words && (
            <span className="flex items-center gap-1.5 text-sm text-quiet">
              <Users aria-hidden size={14} className="flex-none" />
              <span className="min-w-0 truncate">{words}</span>
            </span>
          )}
          {news === '' ? null : (
            <span className="block truncate text-sm font-semibold text-primary">{news}</span>
          )}
        </span>
        <span aria-hidden className="flex-none max-sm:hidden">
          <PeopleCircles people={people} />
        </span>
        <ChevronRight aria-hidden size={18} className="flex-none text-quiet" />
      </Link>
    </li>
  )
}

const nothing = 'Nothing on it yet'

function stockSentence({ open, done }: ListCounts, low: number): string {
  const all = open + done
  if (all === 0) return nothing
  if (low > 0) return `${countTitle(low)} running low of ${countTitle(all)}`
  return `${counted(all, 'item')}, ${all === 1 ? 'not' : 'none'} running low`
}

function tickedSentence({ open, done }: ListCounts): string {
  if (open + done === 0) return nothing
  if (open === 0)
    return done === 1 ? '1 item, in the trolley' : `All ${countTitle(done)} items in the trolley`
  return `${countTitle(open)} to buy${done === 0 ? '' : `, ${countTitle(done)} in the trolley`}`
}
