/** One history of a list out of two: what the server kept of everybody, and what this device can take back. */
import { compareText } from '../../../rules/compare-text.ts'
import { deedPast } from '../../cache/edits/deed.ts'
import type { UndoRecord } from '../../cache/undo/undo-step.ts'
import type { ActivityFieldsFragment } from '../../generated/operations.ts'
import { activitySentence } from './activity-sentence.ts'

export interface HistoryEntry {
  readonly id: string
  /** "You", a name, or undefined if that account is gone. */
  readonly who: string
  readonly what: string
  /** ISO 8601. */
  readonly at: string
  /** The record that takes it back; only one's own, done on this device. */
  readonly undoId?: string
  readonly undone: boolean
  /** The server has not heard of it yet. */
  readonly waiting: boolean
}

interface Known {
  readonly userId: number
  readonly records: readonly UndoRecord[]
  readonly activities: readonly ActivityFieldsFragment[]
  /** Whether nothing is left to take back of a record. */
  readonly isOver: (record: UndoRecord) => boolean
  /** Request-tokens that wait to be sent. */
  readonly waiting: ReadonlySet<string>
}

/**
 * Newest first. What is in both is told once, in the words of the server. What the server tells of the
 * device's own is placed by the server's clock; what it does not tell, by the device's.
 */
export function historyEntries({
  userId,
  records,
  activities,
  isOver,
  waiting,
}: Known): HistoryEntry[] {
  const recordsByToken = new Map(
    records.flatMap(record => record.tokens.map(token => [token, record] as const)),
  )
  const told = new Set<UndoRecord>()
  const entries = activities.map((activity): HistoryEntry => {
    const token = activity.userId === userId ? activity.requestToken : null
    const record = token === null ? undefined : recordsByToken.get(token)
    const first = record !== undefined && !told.has(record)
    if (record) told.add(record)
    return {
      id: activity.id,
      who: activity.userId === userId ? 'You' : (activity.userName ?? 'Somebody who left'),
      what: activitySentence(activity),
      at: activity.at,
      ...(first && !isOver(record) && { undoId: record.id }),
      undone: record?.undoneAt !== undefined,
      waiting: false,
    }
  })
  const own = records
    .filter(record => !told.has(record))
    .map(
      (record): HistoryEntry => ({
        id: record.id,
        who: 'You',
        what: deedPast(record.deed),
        at: record.at,
        ...(!isOver(record) && { undoId: record.id }),
        undone: record.undoneAt !== undefined,
        waiting: record.tokens.some(token => waiting.has(token)),
      }),
    )
  // Both are sorted: stable, so that what happened within a moment keeps its order.
  return [...own, ...entries].sort((a, b) => compareText(b.at, a.at))
}
