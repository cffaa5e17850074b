/** What the desk asks of the server; nothing of it is kept on the device. */
import { defaultNotes } from '../../rules/default-notes.ts'
import {
  AuditLogDocument,
  FeedbackSummaryDocument,
  GetByFilterFeedbackDocument,
  GetByIdFeedbackDocument,
} from '../generated/desk-operations.ts'

const { fetching } = defaultNotes

export const feedbackQuery = { document: GetByFilterFeedbackDocument, note: fetching('Feedback') }
export const recordQuery = { document: GetByIdFeedbackDocument, note: fetching('Feedback') }
export const summaryQuery = { document: FeedbackSummaryDocument, note: fetching('Feedback') }
export const auditQuery = { document: AuditLogDocument, note: fetching('Activity') }
