/**
 * Whether changes of the document make another picture of the screen (`src/shell/painting.ts`): all do but what is
 * true for a moment, what no picture holds, and what only seems to change.
 */

/**
 * Words that are true for a moment only: a picture has none of them. Amounts that are read out as they change, and what
 * is said for as long as the list is like this, are part of it: the rows beneath stand lower by it.
 */
export const momentaryWords =
  '[data-momentary=words], [aria-live]:not(output, [data-lasting]), [role=status]:not([data-lasting]), [role=alert]'

/** All changes since the last time, with the old values of attributes. */
export function isOtherPicture(records: readonly MutationRecord[]): boolean {
  const looked = new Map<Node, Set<string>>()

  /** React writes some attributes of a box anew whenever it draws it: what counts is what they were before. */
  function isRewritten({ target, attributeName, oldValue }: MutationRecord): boolean {
    if (!(target instanceof Element) || attributeName === null) return false
    const names = looked.get(target) ?? new Set()
    looked.set(target, names)
    if (names.has(attributeName)) return true
    names.add(attributeName)
    return target.getAttribute(attributeName) === oldValue
  }

  return !records.every(record => {
    if (isMomentary(record)) return true
    if (record.type === 'attributes') return isRewritten(record)
    return record.type === 'childList' && isSameDrawnOn(record)
  })
}

/** Without a network, the line that tells of it changes with every try: the list stays as it is. */
function isMomentary({ target }: MutationRecord): boolean {
  const element = target instanceof Element ? target : target.parentElement
  return Boolean(element?.closest(`[data-momentary], ${momentaryWords}`))
}

/** What comes behind the first frame: rows beyond those in sight, which a picture draws anyway, and handles. */
function isSameDrawnOn({ addedNodes, removedNodes }: MutationRecord): boolean {
  return (
    removedNodes.length === 0 &&
    [...addedNodes].every(
      node =>
        node instanceof Element && node.matches('li[data-row], [data-item] [data-drag-handle]'),
    )
  )
}
