/** An `Offline` whose edits of tags say which tags were seen, so that what others do to these meanwhile stands. */
import type { Offline } from '../../offline/offline.ts'
import type { EditVariables } from '../../offline/outbox/edit.ts'
import { recordsOf, textOf } from '../records/edit-variables.ts'
import { tagInputs } from '../records/item-content.ts'
import { type Reader, seenRecords } from '../records/reader.ts'

/** Hand the answer out in place of `offline`: an edit that says on what it is based itself keeps it. */
export function withTagsBefore(offline: Offline): Offline {
  const view = seenRecords(offline)
  return {
    ...offline,
    perform(edit, variables, insteadOf) {
      const based = changesTags.has(edit.name) ? withBefore(variables, view) : variables
      return offline.perform(edit, based, insteadOf)
    },
  }
}

const changesTags: ReadonlySet<string> = new Set([
  'updateItem',
  'updateItems',
  'updateShoppingList',
])

function withBefore<Variables extends EditVariables>(
  variables: Variables,
  view: Reader,
): Variables {
  if ('items' in variables) {
    const items = recordsOf(variables, 'items').map(change => withBefore(change, view))
    return { ...variables, items }
  }
  if (variables.itemTags === undefined || 'itemTagsBefore' in variables) return variables
  const id = textOf(variables, 'id')
  const seen = view.item(id) ?? view.list(id)
  return seen ? { ...variables, itemTagsBefore: tagInputs(seen.itemTags) } : variables
}
