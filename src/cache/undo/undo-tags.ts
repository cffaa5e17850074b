/** Tags of lists and items, of which a step takes back what it changed alone; others may have changed the rest. */
import { nameKey } from '../../../rules/names.ts'
import type { EditVariables } from '../../offline/outbox/edit.ts'
import { idOf, itemCacheId } from '../records/cache-ids.ts'
import { recordsOf, textOf } from '../records/edit-variables.ts'
import type { Reader, ReadTag } from '../records/reader.ts'
import { isSameTagOf } from './same-value.ts'
import type { FieldGuard, IsMine } from './undo-step.ts'

/**
 * Whether the tags of a list have to stay as they are: they were changed otherwise, one that would come back has a name
 * that another has by now, or one that would go is on an item to which somebody else gave it.
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
  const left = new Set(recordsOf(guard.mine, 'itemTags').map(tag => textOf(tag, 'id')))
  const back = recordsOf(variables, 'itemTags')
  const backIds = new Set(back.map(tag => textOf(tag, 'id')))
  const backNames = new Set(back.map(tag => nameKey(textOf(tag, 'name'))))
  const joined = now.filter(({ id }) => !left.has(id) && !backIds.has(id))
  if (joined.some(({ name }) => backNames.has(nameKey(name)))) return true
  const going = new Set([...left].filter(id => !backIds.has(id)))
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
  if (
    changed.some(tag => {
      const isThere = has(there, tag)
      return isThere !== has(made, tag) && !isMine.leftTag(cacheId, tag, isThere)
    })
  ) {
    return true
  }
  const order = (tags: readonly EditVariables[], others: readonly EditVariables[]) =>
    String(tags.filter(tag => has(others, tag)).map(tag => textOf(tag, 'id')))
  const isMoved = before !== undefined && order(before, made) !== order(made, before)
  return (
    isMoved && order(there, made) !== order(made, there) && !isMine.gave(cacheId, 'itemTags', now)
  )
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

/** For `IsMine`: whether a guard was left with a tag there, or without it. */
export function leftTag({ cacheId, mine }: FieldGuard, tag: EditVariables, isThere: boolean) {
  if (!('itemTags' in mine)) return false
  return recordsOf(mine, 'itemTags').some(one => isSameTagOf(cacheId, one, tag)) === isThere
}
