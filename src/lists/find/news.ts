/** What of a list changed since a person last looked at it. */

/** A record as it lies in the cache. */
export type Peek = (cacheId: string) => Readonly<Record<string, unknown>> | undefined

export interface News {
  /** How many items were added or changed. */
  readonly count: number
  /** Names of the latest of them, at most three. */
  readonly names: readonly string[]
  /** The newest change that the server has told of. */
  readonly latest: string
}

const namesShown = 3

/**
 * `isOwn` tells rows with changes of one's own that wait: they are no news, and their time is the device's.
 * Nothing is news of a list that was never looked at.
 */
export function newsOf(
  listId: string,
  since: string | undefined,
  peek: Peek,
  isOwn: (cacheId: string) => boolean,
): News {
  const list = peek(`ShoppingList:${listId}`)
  let latest = textOf(list?.updatedAt)
  const changed: { readonly name: string; readonly at: string }[] = []
  for (const ref of Array.isArray(list?.items) ? list.items : []) {
    const cacheId = String(Object(ref).__ref)
    if (isOwn(cacheId)) continue
    const item = peek(cacheId)
    const at = textOf(item?.updatedAt)
    if (at > latest) latest = at
    if (since !== undefined && at > since) changed.push({ name: textOf(item?.name), at })
  }
  changed.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  return {
    count: changed.length,
    names: changed.slice(0, namesShown).map(({ name }) => name),
    latest,
  }
}

export function newsSentence({ count, names }: News): string {
  if (count === 0) return ''
  const more = count - names.length
  return `New: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
