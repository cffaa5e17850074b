/** A new password, judged by the server, which has the last word: 17,000 of the commonest are refused. */

import { foldCase } from '../../../rules/names.ts'
import { checkPassword, easyPassword } from '../../../rules/people/password.ts'
import type { ValidationIssue } from '../../../rules/validation-issue.ts'

/**
 * As the rule that browsers share, and none of the maintained list of `@zxcvbn-ts/language-common`. That list
 * is too long for browsers, so that the rule knows its head only. Read with the first new password.
 */
export async function checkNewPassword(
  field: string,
  value: string,
  email = '',
): Promise<ValidationIssue | undefined> {
  const issue = checkPassword(field, value, email)
  if (issue) return issue
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  // A few thousand are searched in a moment; kept as a set they would stay in memory for good.
  if (!dictionary['passwords-common'].includes(foldCase(value))) return undefined
  return { field, message: easyPassword }
}
