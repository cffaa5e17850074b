import type { Refusal } from '../offline/edit.ts'

interface DeleteResult {
  readonly id: string
  readonly status: 'PASS' | 'FAIL'
  readonly message: string | null
}

/** A deletion answers with one result a record: where one FAILs, the edit was refused. */
export function refusedDeletion(
  results: readonly DeleteResult[],
  note?: string,
): Refusal | undefined {
  const failed = results.find(result => result.status === 'FAIL')
  if (!failed) return
  const message = failed.message ?? note ?? 'You may not delete this.'
  return { code: 'FORBIDDEN', message: results.length > 1 ? (note ?? message) : message }
}
