/** What the person themselves did after one of their deeds: that is theirs to take back, too. */
import { itemCacheId } from '../records/cache-ids.ts'
import { recordsOf, textsOf } from '../records/edit-variables.ts'
import { isSameValue } from './same-value.ts'
import type { FieldGuard, IsMine, UndoRecord, UndoStep } from './undo-step.ts'
import { leftTag } from './undo-tags.ts'

/** `all` of the person's deeds, newest first. Gone through once somebody asks: most records stand as they were left. */
export function doneLater(all: readonly UndoRecord[], record: UndoRecord): IsMine {
  let known: ReturnType<typeof changesIn> | undefined
  let back: ReadonlySet<string> | undefined
  function of(cacheId: string) {
    known ??= changesIn(all.slice(0, all.indexOf(record)))
    return known.get(cacheId) ?? []
  }
  return {
    gave: (cacheId, field, value) =>
      of(cacheId).some(
        ({ guard: { mine }, stands }) =>
          stands && field in mine && isSameValue(cacheId, field, value, mine[field]),
      ),
    leftTag: (cacheId, tag, isThere) =>
      of(cacheId).some(
        ({ guard, before, stands }) => stands && leftTag(guard, before, tag, isThere),
      ),
    // Taking back an addition is the only step that one changed field forbids.
    added: cacheId => of(cacheId).some(({ guard }) => guard.whole === true),
    broughtBack(itemId) {
      back ??= new Set(
        all.flatMap(({ steps }) => steps.flatMap(({ renews = {} }) => Object.values(renews))),
      )
      return back.has(itemId)
    },
  }
}

/** By the cache id of the record that was changed. */
function changesIn(records: readonly UndoRecord[]) {
  const changes = records.flatMap(({ steps, undoneAt }) =>
    steps.flatMap(step => {
      const { variables, guard, guards: several = [] } = step
      const items = recordsOf(variables, 'items')
      return [
        ...movedBy(step),
        ...(guard ? [{ guard, before: variables }] : []),
        ...several.map((guard, at) => ({ guard, before: items[at] ?? {} })),
      ].map(change => ({ ...change, stands: undoneAt === undefined }))
    }),
  )
  return Map.groupBy(changes, ({ guard }) => guard.cacheId)
}

/** The list that a swap gave each item; its way back names them where they are. */
function movedBy({ name, variables }: UndoStep) {
  if (name !== 'swapShoppingListItems') return []
  return ['first', 'second'].flatMap(side => {
    const mine = { shoppingListId: variables[`${side}ShoppingListId`] }
    return textsOf(variables, `${side}ItemIds`).map(id => {
      const guard: FieldGuard = { cacheId: itemCacheId(id), mine }
      return { guard, before: {} }
    })
  })
}
