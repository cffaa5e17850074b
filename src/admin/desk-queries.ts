/** What the desk asks of the server; nothing of it is kept on the device. */
import { defaultNotes } from '../../rules/default-notes.ts'
import {
  AuditLogDocument,
  type AuditLogQuery,
  type AuditLogQueryVariables,
  FeedbackSummaryDocument,
  type FeedbackSummaryQuery,
  type FeedbackSummaryQueryVariables,
  GetByFilterFeedbackDocument,
  type GetByFilterFeedbackQuery,
  type GetByFilterFeedbackQueryVariables,
} from '../generated/desk-operations.ts'
import type { Query } from '../offline/sync/network.ts'

export const feedbackQuery: Query<GetByFilterFeedbackQuery, GetByFilterFeedbackQueryVariables> = {
  document: GetByFilterFeedbackDocument,
  note: defaultNotes.fetching('Feedback'),
}

export const summaryQuery: Query<FeedbackSummaryQuery, FeedbackSummaryQueryVariables> = {
  document: FeedbackSummaryDocument,
  note: defaultNotes.fetching('Feedback'),
}

export const auditQuery: Query<AuditLogQuery, AuditLogQueryVariables> = {
  document: AuditLogDocument,
  note: defaultNotes.fetching('Activity'),
}
