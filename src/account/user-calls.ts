/** What a person does to their own account: at once and with the server, never kept for later. */
import { defaultNotes } from '../../rules/default-notes.ts'
import { newId } from '../cache/records/new-id.ts'
import {
  DeleteUserDocument,
  UpdateUserBasicsDocument,
  UpdateUserPasswordDocument,
} from '../generated/operations.ts'
import { noAnswerSentence } from '../network/errors.ts'
import type { AuthOutcome } from '../network/session/auth-outcome.ts'
import type { Outcome } from '../offline/sync/network.ts'
import type { Asker } from '../parts/perform/use-server-answer.ts'

export interface UserCalls {
  updateBasics(basics: {
    readonly firstName: string
    readonly lastName: string
    readonly phone: string
  }): Promise<AuthOutcome>
  updatePassword(currentPassword: string, newPassword: string): Promise<AuthOutcome>
  /** An empty password is none. */
  deleteAccount(password: string, handOver: boolean): Promise<AuthOutcome>
}

export function createUserCalls(network: Asker, id: number): UserCalls {
  /** Each try is a thing of its own: a password that was mended is asked about anew. */
  const options = (note: string) => ({ note, requestToken: newId(), waitedFor: true })
  const updating = defaultNotes.updating('User')

  return {
    updateBasics: ({ phone, ...names }) =>
      said(
        network.send(
          UpdateUserBasicsDocument,
          { id, ...names, phone: phone.trim() === '' ? null : phone },
          options(updating),
        ),
      ),
    updatePassword: (currentPassword, newPassword) =>
      said(
        network.send(
          UpdateUserPasswordDocument,
          { id, currentPassword, newPassword },
          options(updating),
        ),
      ),
    deleteAccount: (password, handOver) =>
      said(
        network.send(
          DeleteUserDocument,
          { id, handOver, ...(password !== '' && { password }) },
          options(defaultNotes.deleting('User')),
        ),
      ),
  }
}

/** How a call of the account ended, in words. */
export async function said(sent: Promise<Outcome<unknown>>): Promise<AuthOutcome> {
  const outcome = await sent.catch(() => undefined)
  if (outcome?.kind === 'answer') return { kind: 'success', message: undefined }
  if (outcome?.kind === 'refused') {
    const { message, field } = outcome.refusal
    return { kind: 'refused', message, ...(field !== undefined && { field }) }
  }
  if (outcome?.kind === 'signed-out') {
    return { kind: 'refused', message: 'Your session has ended. Sign in again.' }
  }
  return { kind: 'no-answer', message: outcome?.message ?? noAnswerSentence }
}
