/** What an edit does to which records, said once; what it needs, makes, marks and removes follows from that. */
import type { ApolloCache } from '@apollo/client'
import type { EditVariables, NamedEdit } from './edit.ts'

type Touching = Pick<NamedEdit, 'touches' | 'needsToo'>

/** Cache ids of the rows that carry the mark while the edit waits. */
export function marksOf(edit: Touching | undefined, variables: EditVariables): readonly string[] {
  if (!edit) return []
  const { makes = [], within = [], changes = [], removes = [], some = [] } = edit.touches(variables)
  const all = [...makes, ...within, ...changes, ...removes, ...some]
  return removes.length > 0 && some.length > 0 ? [...new Set(all)] : all
}

/** Entity ids that exist once the server has taken the edit. */
export function createsOf(edit: Touching, variables: EditVariables): readonly string[] {
  const { makes = [], within = [] } = edit.touches(variables)
  return [...makes, ...within].map(entityId)
}

/** Entity ids without which the edit means nothing: it follows their refused creation into the tray. */
export function needsOf(
  edit: Touching,
  variables: EditVariables,
  cache: ApolloCache,
): readonly string[] {
  const { changes = [], removes = [], some = [], on = [] } = edit.touches(variables)
  const spared = new Set(some)
  const too = edit.needsToo?.(variables, cache) ?? []
  return [...changes, ...removes, ...on, ...too].filter(id => !spared.has(id)).map(entityId)
}

/** Whether it reads or changes more than its ids tell: what this code does not know may do anything. */
export function isBarrier(edit: Touching | undefined, variables: EditVariables): boolean {
  return edit ? edit.touches(variables).barrier === true : true
}

/** "Item:1" → "1", as `idOf` of the cache, which nothing here may import. */
export function entityId(cacheId: string): string {
  return cacheId.slice(cacheId.indexOf(':') + 1)
}
