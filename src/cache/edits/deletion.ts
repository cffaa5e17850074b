import type { Refusal } from '../../offline/outbox/edit.ts'

interface DeleteResult {
  readonly id: string
  readonly status: 'PASS' | 'FAIL'
  readonly message: string | null
}

/**
 * A deletion answers with one result a record: where one FAILs, the edit was refused. `note` is told where
 * the server does not say why, and where several were to go, since each may have failed for another reason.
 */
export function refusedDeletion(
  results: readonly DeleteResult[],
  note: string,
): Refusal | undefined {
  const failed = results.find(result => result.status === 'FAIL')
  if (!failed) return
  const reason = results.length > 1 ? undefined : failed.message?.trim()
  return { code: 'FORBIDDEN', message: reason || note }
}

/** Ids of what the server deleted, or found deleted. */
export function deletedBy(results: readonly DeleteResult[]): readonly string[] {
  return results.flatMap(({ id, status }) => (status === 'PASS' ? id : []))
}
