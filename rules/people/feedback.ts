/** Feedback: what may be said, how it is rated, and where it stands (spec sections 3 and 4). */

import { limits } from '../limits.ts'
import { checkText } from '../text.ts'
import { fieldTitle, type ValidationIssue } from '../validation-issue.ts'

/** In the order in which a record usually goes through them; odd spellings are the contract's. */
export const feedbackStatuses = [
  'RECEIVED',
  'TODO',
  'INPROGRESS',
  'TESTING',
  'FIXED',
  'DUPLICATE',
  'NOTANISSUE',
  'WONTFIX',
  'CANTREPRODUCE',
  'NEEDMOREINFO',
  'POSITIVE',
  'NEGATIVE',
] as const

export type FeedbackStatus = (typeof feedbackStatuses)[number]

/** As people read it. */
export const feedbackStatusTitles: Readonly<Record<FeedbackStatus, string>> = {
  RECEIVED: 'Received',
  TODO: 'To do',
  INPROGRESS: 'In progress',
  TESTING: 'Testing',
  FIXED: 'Fixed',
  DUPLICATE: 'Duplicate',
  NOTANISSUE: 'Not an issue',
  WONTFIX: 'Will not be fixed',
  CANTREPRODUCE: 'Cannot be reproduced',
  NEEDMOREINFO: 'More information needed',
  POSITIVE: 'Positive',
  NEGATIVE: 'Negative',
}

/** 1 to 10,000 code points, not blanks alone; line breaks are welcome. */
export function checkFeedback(field: string, value: string): ValidationIssue | undefined {
  if (value.trim() === '') {
    return { field, message: `${fieldTitle(field)} is empty. Write at least one character.` }
  }
  return checkText(field, value, limits.feedback)
}

/** Whole stars, 1 to 5. */
export function checkRating(field: string, value: number): ValidationIssue | undefined {
  if (Number.isInteger(value) && value >= 1 && value <= limits.rating) return undefined
  return {
    field,
    limit: limits.rating,
    message: `${fieldTitle(field)} must be a whole number from 1 to ${limits.rating}.`,
  }
}
