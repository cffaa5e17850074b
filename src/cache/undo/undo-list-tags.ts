/** The tags of a list, which others bring along with items, and which items carry. */
import { nameKey } from '../../../rules/names.ts'
import type { EditVariables } from '../../offline/outbox/edit.ts'
import { idOf, isItemId, itemCacheId } from '../records/cache-ids.ts'
import { recordsOf, textOf } from '../records/edit-variables.ts'
import type { Reader } from '../records/reader.ts'
import { isSameValue } from './same-value.ts'
import type { FieldGuard, IsMine } from './undo-step.ts'

/**
 * Whether the tags of a list have to stay as they are: they were changed otherwise, one that would come back has a name
 * that another has by now, or one that would go is on an item to which somebody else gave it.
 */
export function mustTagsStay(
  variables: EditVariables,
  { cacheId, mine }: FieldGuard,
  view: Reader,
  isMine: IsMine,
): boolean {
  const list = isItemId(cacheId) ? undefined : view.list(idOf(cacheId))
  if (!list || !('itemTags' in mine)) return false
  const now = list.itemTags
  const left = new Set(recordsOf(mine, 'itemTags').map(tag => textOf(tag, 'id')))
  const isAsLeft = isSameValue(
    cacheId,
    'itemTags',
    now.filter(({ id }) => left.has(id)),
    mine.itemTags,
  )
  if (!isAsLeft && !isMine.gave(cacheId, 'itemTags', now)) return true
  const back = recordsOf(variables, 'itemTags')
  const backIds = new Set(back.map(tag => textOf(tag, 'id')))
  const backNames = new Set(back.map(tag => nameKey(textOf(tag, 'name'))))
  const joined = now.filter(({ id }) => !left.has(id) && !backIds.has(id))
  if (joined.some(({ name }) => backNames.has(nameKey(name)))) return true
  const going = new Set([...left].filter(id => !backIds.has(id)))
  function isOthers(itemId: string) {
    const tags = view.item(itemId)?.itemTags ?? []
    return (
      tags.some(({ id }) => going.has(id)) &&
      !isMine.added(itemCacheId(itemId)) &&
      !isMine.gave(itemCacheId(itemId), 'itemTags', tags)
    )
  }
  return going.size > 0 && view.itemIds(list.id).some(isOthers)
}
