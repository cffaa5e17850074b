/** What of a list changed since a person last looked at it. */
import { compareText } from '../../../rules/compare-text.ts'
import type { ListViews } from '../../cache/sync/list-views.ts'

export interface News {
  /** What others added, the latest first. */
  readonly added: readonly string[]
  /** What others changed. */
  readonly changed: readonly string[]
  /** The newest change that the server has told of. */
  readonly latest: string
}

export interface NewsParts {
  /** Until when the person has seen the list; nothing is news of one that was never looked at. */
  readonly since: string | undefined
  /** Whose own changes are no news, whichever device they come from. */
  readonly userId: number
  readonly views: Pick<ListViews, 'list' | 'itemIds' | 'item' | 'itemStamp'>
  /** Tells items, and the list, with changes of one's own that wait: they are no news, and their time is the device's. */
  readonly waits: (id: string) => boolean
}

const namesShown = 3

export function newsOf(listId: string, { since, userId, views, waits }: NewsParts): News {
  let latest = (!waits(listId) && views.list(listId)?.updatedAt) || ''
  const news: { readonly name: string; readonly at: string; readonly added: boolean }[] = []
  for (const id of views.itemIds(listId)) {
    const stamp = waits(id) ? undefined : views.itemStamp(id)
    if (!stamp) continue
    const { createdAt, updatedAt: at, updatedBy } = stamp
    if (at > latest) latest = at
    if (since === undefined || at <= since || updatedBy === userId) continue
    news.push({ name: views.item(id)?.name ?? '', at, added: createdAt > since })
  }
  news.sort((a, b) => compareText(b.at, a.at))
  const namesOf = (added: boolean) =>
    news.filter(each => each.added === added).map(({ name }) => name)
  return { added: namesOf(true), changed: namesOf(false), latest }
}

/** "New: Milk, Bread and 2 more · Changed: Rice"; empty if nothing is. */
export function newsSentence({ added, changed }: News): string {
  return [namesText('New', added), namesText('Changed', changed)].filter(Boolean).join(' · ')
}

function namesText(what: string, names: readonly string[]): string {
  if (names.length === 0) return ''
  const more = names.length - namesShown
  const shown = names.slice(0, namesShown).join(', ')
  return `${what}: ${shown}${more > 0 ? ` and ${more} more` : ''}`
}
