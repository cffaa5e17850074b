/** Tags of lists and items, of which a step takes back what it changed alone; others may have changed the rest. */
import { nameKey } from '../../../rules/names.ts'
import type { EditVariables } from '../../offline/outbox/edit.ts'
import { idOf, isItemId, itemCacheId } from '../records/cache-ids.ts'
import { recordsOf, textOf } from '../records/edit-variables.ts'
import type { Reader, ReadList } from '../records/reader.ts'
import { isSameTagOf } from './same-value.ts'
import type { FieldGuard, IsMine } from './undo-step.ts'

type Tags = readonly EditVariables[]

export interface TagsThatStay {
  /** Of those that the step changed. */
  readonly tags: Tags
  /** What those of them are called that are not as they were before, either. */
  readonly names: readonly string[]
  /** Nothing else of what it did to tags can be taken back. */
  readonly isAll: boolean
}

/**
 * Which tags stay as they are by now: what others did to them since, and in a list those that would get the name of
 * another one, or that would go from an item to which somebody else gave it. Of a step that makes an item all that it
 * carries is looked at.
 */
export function tagsThatStay(
  variables: EditVariables,
  guard: FieldGuard,
  view: Reader,
  isMine: IsMine,
): TagsThatStay {
  const { cacheId } = guard
  const list = isItemId(cacheId) ? undefined : view.list(idOf(cacheId))
  const now = ((list ?? view.item(idOf(cacheId)))?.itemTags ?? []).map(tag => ({ ...tag }))
  const made = recordsOf(guard.mine, 'itemTags')
  const before = 'itemTags' in variables ? recordsOf(variables, 'itemTags') : undefined
  const has = (tags: Tags, tag: EditVariables) => tags.some(one => isSameTagOf(cacheId, one, tag))
  const isIn = amongTags(cacheId)
  const all = [...made, ...(before ?? now)]
  const changed = before ? all.filter(tag => has(made, tag) !== has(before, tag)) : all

  function isOthers(tag: EditVariables): boolean {
    const isThere = has(now, tag)
    // Of a list: called or coloured otherwise by now, or there again.
    const painted = isThere ? undefined : now.find(one => one.id === tag.id)
    if (painted && !has(made, painted)) return !isMine.leftTag(cacheId, painted, true)
    return isThere !== has(made, tag) && !isMine.leftTag(cacheId, tag, isThere)
  }
  function isInOrder(tags: Tags, others: Tags): boolean {
    const places = tags
      .map(tag => others.findIndex(one => isSameTagOf(cacheId, one, tag, [])))
      .filter(place => place >= 0)
    return places.every((place, at) => place >= (places[at - 1] ?? 0))
  }
  const isMoved = before !== undefined && !isInOrder(before, made)
  if (isMoved && !isInOrder(now, made) && !isMine.gave(cacheId, 'itemTags', now))
    return { tags: changed, names: [], isAll: true }

  let tags = changed.filter(isOthers)
  if (list && before) {
    const goes = (tag: EditVariables) => isIn(made, tag) && !isIn(before, tag)
    const isAnyOnItems = changed.some(tag => goes(tag) && isIn(now, tag))
    const onOthersItems = isAnyOnItems ? tagsOfOthers(list, view, isMine) : none
    // What stays may hold the name of another one, which stays then, too.
    for (let known = -1; known < tags.length; ) {
      known = tags.length
      const stay = tags
      const back = before.filter(
        tag => !has(made, tag) && !isIn(stay, tag) && (isIn(now, tag) || !isIn(made, tag)),
      )
      const others = now.filter(tag => !isIn(back, tag) && (isIn(stay, tag) || !goes(tag)))
      const named = Map.groupBy([...back, ...others], nameKeyOf)
      tags = changed.filter(
        tag =>
          isIn(stay, tag) ||
          (goes(tag) && onOthersItems.has(textOf(tag, 'id'))) ||
          (has(back, tag) && (named.get(nameKeyOf(tag)) ?? []).length > 1),
      )
    }
  }
  const otherwise = tags.filter(tag => has(now, tag) !== has(before ?? now, tag))
  const names = otherwise.map(tag =>
    textOf(now.find(one => isSameTagOf(cacheId, one, tag, [])) ?? tag, 'name'),
  )
  return {
    tags,
    names: [...new Set(names)],
    // Those of an item stay together: one that was taken off it may have left the list by somebody's word, too.
    isAll: tags.length > 0 && (!list || changed.every(tag => isIn(tags, tag))),
  }
}

const none: ReadonlySet<string> = new Set()

const nameKeyOf = (tag: EditVariables) => nameKey(textOf(tag, 'name'))

/** Ids of the tags that somebody else gave to an item of the list. */
function tagsOfOthers(list: ReadList, view: Reader, isMine: IsMine): ReadonlySet<string> {
  const ids = view.itemIds(list.id).flatMap(itemId => {
    const cacheId = itemCacheId(itemId)
    if (isMine.added(cacheId)) return []
    const tags = view.item(itemId)?.itemTags ?? []
    return tags.filter(tag => !isMine.leftTag(cacheId, { ...tag }, true)).map(({ id }) => id)
  })
  return new Set(ids)
}

/** The variables with the tags that stay as the edit had made them: that leaves them out of what is taken back. */
export function withoutTags(
  variables: EditVariables,
  { mine, cacheId }: FieldGuard,
  stay: Tags,
): EditVariables {
  if (stay.length === 0) return variables
  const isIn = amongTags(cacheId)
  const made = recordsOf(mine, 'itemTags')
  const itemTags = recordsOf(variables, 'itemTags').filter(tag => !isIn(stay, tag))
  for (const [at, tag] of made.entries()) {
    if (!isIn(stay, tag)) continue
    const above = made.slice(0, at)
    itemTags.splice(itemTags.findLastIndex(one => isIn(above, one)) + 1, 0, tag)
  }
  return { ...variables, itemTags }
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

/** Whether a tag is among others, whatever it is called and coloured by now. */
function amongTags(cacheId: string) {
  return (tags: Tags, tag: EditVariables) => tags.some(one => isSameTagOf(cacheId, one, tag, []))
}
