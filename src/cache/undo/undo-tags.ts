/** Tags of lists and items, of which a step takes back what it changed alone; others may have changed the rest. */
import { nameKey } from '../../../rules/names.ts'
import type { EditVariables } from '../../offline/outbox/edit.ts'
import { idOf, itemCacheId } from '../records/cache-ids.ts'
import { recordsOf, textOf } from '../records/edit-variables.ts'
import type { Reader, ReadTag } from '../records/reader.ts'
import { isSameTagOf } from './same-value.ts'
import type { FieldGuard, IsMine } from './undo-step.ts'

/**
 * Whether the tags of a list have to stay as they are: they were changed otherwise, two would have one name, or one that
 * would go is on an item to which somebody else gave it.
 */
export function mustListTagsStay(
  variables: EditVariables,
  guard: FieldGuard,
  view: Reader,
  isMine: IsMine,
): boolean {
  const list = view.list(idOf(guard.cacheId))
  if (!list || !('itemTags' in guard.mine)) return false
  const now = list.itemTags
  if (areTagsChanged(variables, guard, now, isMine)) return true
  const made = namesById(guard.mine)
  const back = namesById(variables)
  const there = new Set(now.map(({ id }) => id))
  const going = new Set([...made.keys()].filter(id => !back.has(id)))
  const names = [
    ...now.flatMap(({ id, name }) => {
      if (going.has(id)) return []
      return back.get(id) === made.get(id) ? name : (back.get(id) ?? name)
    }),
    ...[...back].flatMap(([id, name]) => (there.has(id) || made.has(id) ? [] : name)),
  ]
  if (new Set(names.map(nameKey)).size < names.length) return true
  function isOthers(itemId: string) {
    const cacheId = itemCacheId(itemId)
    const tags = view.item(itemId)?.itemTags ?? []
    return (
      !isMine.added(cacheId) &&
      tags.some(tag => going.has(tag.id) && !isMine.leftTag(cacheId, { ...tag }, true))
    )
  }
  return going.size > 0 && view.itemIds(list.id).some(isOthers)
}

function namesById(variables: EditVariables): ReadonlyMap<string, string> {
  return new Map(
    recordsOf(variables, 'itemTags').map(tag => [textOf(tag, 'id'), textOf(tag, 'name')]),
  )
}

/**
 * Whether what a step did to tags is otherwise by now, and not by what the person did later on: of one that changes
 * tags, what it gave, took off and painted; of one that makes an item, all that it carries.
 */
export function areTagsChanged(
  variables: EditVariables,
  { cacheId, mine }: FieldGuard,
  now: readonly ReadTag[],
  isMine: IsMine,
): boolean {
  const made = recordsOf(mine, 'itemTags')
  const there = now.map(tag => ({ ...tag }))
  const before = 'itemTags' in variables ? recordsOf(variables, 'itemTags') : undefined
  const has = (tags: readonly EditVariables[], tag: EditVariables) =>
    tags.some(one => isSameTagOf(cacheId, one, tag))
  const all = [...made, ...(before ?? there)]
  const changed = before ? all.filter(tag => has(made, tag) !== has(before, tag)) : all
  const isOthers = changed.some(tag => {
    const isThere = has(there, tag)
    // Of a list: called or coloured otherwise by now, or there again.
    const painted = isThere ? undefined : there.find(one => one.id === tag.id)
    if (painted && !has(made, painted)) return !isMine.leftTag(cacheId, painted, true)
    return isThere !== has(made, tag) && !isMine.leftTag(cacheId, tag, isThere)
  })
  if (isOthers) return true
  function isInOrder(tags: readonly EditVariables[], others: readonly EditVariables[]) {
    const places = tags
      .map(tag => others.findIndex(one => isSameTagOf(cacheId, one, tag, [])))
      .filter(place => place >= 0)
    return places.every((place, at) => place >= (places[at - 1] ?? 0))
  }
  const isMoved = before !== undefined && !isInOrder(before, made)
  return isMoved && !isInOrder(there, made) && !isMine.gave(cacheId, 'itemTags', now)
}

/** The variables of a step with the tags that its edit had made: what is taken back is that change of them alone. */
export function basedOnMade(variables: EditVariables, { mine }: FieldGuard): EditVariables {
  if (!('itemTags' in variables && 'itemTags' in mine)) return variables
  const itemTagsBefore = recordsOf(mine, 'itemTags').map(({ id, name, color }) => ({
    id,
    name,
    color,
  }))
  return { ...variables, itemTagsBefore }
}

/** For `IsMine`: whether a change gave the tag, or took it off. `before` is what the change takes back. */
export function leftTag(
  { mine, cacheId }: FieldGuard,
  before: EditVariables,
  tag: EditVariables,
  isThere: boolean,
): boolean {
  const [isMade, was] = [mine, before].map(tags =>
    recordsOf(tags, 'itemTags').some(one => isSameTagOf(cacheId, one, tag)),
  )
  return isMade !== was && isMade === isThere
}
