import { limits } from '../../rules/limits.ts'
import { countTitle } from '../../rules/validation-issue.ts'
import type { DeleteResult } from '../generated/schema.ts'
import { badInput, Refusal } from '../refusal.ts'

/** The largest list there can be. */
const idsAtOnce = limits.hardItemsPerList

/**
 * One result an id (spec section 10.7): PASS for what is gone or was never visible, FAIL for what may
 * be seen but not deleted, so that a replay never fails. `remove` gets all that may be deleted at once.
 */
export async function deleteEach<T>(
  ids: readonly string[],
  open: (id: string) => Promise<T>,
  remove: (opened: readonly T[]) => Promise<void>,
): Promise<DeleteResult[]> {
  checkDeletion(ids)
  const opened = new Map<string, T>()
  const results = new Map<string, DeleteResult>()
  for (const id of new Set(ids)) {
    results.set(id, { id, status: 'PASS', message: null })
    try {
      opened.set(id, await open(id))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.extensions.code !== 'NOT_FOUND') {
        results.set(id, { id, status: 'FAIL', message: error.message })
      }
    }
  }
  if (opened.size > 0) await remove([...opened.values()])
  return ids.flatMap(id => results.get(id) ?? [])
}

/** Refuses more than the largest list has, and what is longer than any id: it would be answered, and kept for long. */
export function checkDeletion(ids: readonly string[]): void {
  if (ids.length > idsAtOnce) {
    const message = `At most ${countTitle(idsAtOnce)} records can be deleted at once.`
    throw badInput({ field: 'ids', limit: idsAtOnce, message })
  }
  checkLengths(ids)
}

/** The id of a deletion of one, which is refused by that name. */
export function oneId(id: string): readonly string[] {
  checkLengths([id], 'id')
  return [id]
}

/** Refuses what is longer than an id may be. */
export function checkLengths(ids: readonly string[], field = 'ids'): void {
  if (ids.every(id => id.length <= limits.id)) return
  const message = `An id has at most ${limits.id} characters.`
  throw badInput({ field, limit: limits.id, message })
}
