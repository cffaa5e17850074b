import { isNumbered, nameKey } from '../../../rules/names.ts'
import { isItemId, itemCacheId } from '../records/cache-ids.ts'
import { contentFields } from '../records/item-content.ts'

/**
 * Whether what stands in a record's field by `now` is what somebody made of it. The tags of an item are ids or names in
 * their order; those of a list have colours, too. Two orders are the same where the rows that both know are in the same
 * order. Nothing is nothing, however it is written. The server may have put a number behind a list's name.
 */
export function isSameValue(cacheId: string, field: string, now: unknown, mine: unknown): boolean {
  if (isIds(now) && isIds(mine)) return isSameOrder(now, mine)
  if (field === 'name' && !isItemId(cacheId)) return isNumbered(String(now), String(mine))
  if (isItemId(cacheId) && Array.isArray(now) && Array.isArray(mine))
    return now.length === mine.length && now.every((tag, at) => isSameTag(tag, mine[at]))
  return meaningOf(now) === meaningOf(mine)
}

type Content = Readonly<Partial<Record<(typeof contentFields)[number], unknown>>>

/** Whether two items say the same, in all that a person writes. */
export function isSameItem(a: Content, b: Content): boolean {
  return contentFields.every(field => isSameValue(itemCacheId(''), field, a[field], b[field]))
}

function isIds(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every(id => typeof id === 'string')
}

function isSameOrder(a: readonly string[], b: readonly string[]): boolean {
  const inA = new Set(a)
  const inB = new Set(b)
  const common = b.filter(id => inA.has(id))
  return a.filter(id => inB.has(id)).every((id, place) => id === common[place])
}

/** The tags of an item are ids or names; those of a list are ids where they have them, and have looks, too. */
export function isSameTagOf(cacheId: string, a: unknown, b: unknown, looks = ['name', 'color']) {
  if (isItemId(cacheId)) return isSameTag(a, b)
  const ids = [a, b].map(tag => tagText(tag, 'id'))
  const isSame = ids.includes('') ? isSameTag(a, b) : ids[0] === ids[1]
  return isSame && looks.every(name => tagText(a, name) === tagText(b, name))
}

/** Whoever renames a tag changes no item that carries it. */
function isSameTag(a: unknown, b: unknown): boolean {
  const id = tagText(a, 'id')
  if (id !== '' && id === tagText(b, 'id')) return true
  return nameKey(tagText(a, 'name')) === nameKey(tagText(b, 'name'))
}

function meaningOf(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value ?? null)
  return JSON.stringify(value.map(tag => [tagText(tag, 'name'), tagText(tag, 'color')]))
}

function tagText(tag: unknown, name: string): string {
  if (typeof tag !== 'object' || tag === null) return ''
  const value: unknown = Reflect.get(tag, name)
  return typeof value === 'string' ? value : ''
}
