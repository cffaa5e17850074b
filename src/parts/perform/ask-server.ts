/** One call that a person waits for, and in which words it ended. */
import { newId } from '../../cache/records/new-id.ts'
import { noAnswerSentence } from '../../network/errors.ts'
import type { AuthOutcome } from '../../network/session/auth-outcome.ts'
import type { Network, Query } from '../../offline/sync/network.ts'
import type { Asking } from './use-asked.ts'

export type Asker = Pick<Network, 'send'>

/** How a call ended. */
export type Ended<Data> =
  | { readonly kind: 'answer'; readonly data: Data }
  /** No answer: what is on the device has to do. */
  | { readonly kind: 'offline' }
  | { readonly kind: 'signed-out' }
  /** The server was reached, and said no (perhaps to a field) or had trouble. */
  | {
      readonly kind: 'failed'
      readonly message: string
      readonly field?: string
      /** Of a refusal. */
      readonly code?: string
    }

export type ServerAnswer<Data> = Ended<Data> | Asking

/**
 * Each try is a thing of its own: what was mended in between is asked about anew. Where a second one would be refused
 * since the first was done, it is told by its `requestToken` to be the same.
 */
export async function askServer<Data, Variables extends object>(
  network: Asker,
  { document, note }: Query<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
  requestToken = newId(),
): Promise<Ended<Data>> {
  const options = { note, requestToken, waitedFor: true, ...(signal && { signal }) }
  const outcome = await network.send(document, variables, options).catch(() => undefined)
  switch (outcome?.kind) {
    case 'answer':
    case 'signed-out':
      return outcome
    case 'refused': {
      const { code, message, field } = outcome.refusal
      return { kind: 'failed', code, message, ...(field !== undefined && { field }) }
    }
    default:
      // Where nothing was reached, and nothing failed that has a word for people, there is no message.
      return outcome?.message === undefined
        ? { kind: 'offline' }
        : { kind: 'failed', message: outcome.message }
  }
}

/** Why there is no answer. */
export function failureOf(answer: Exclude<Ended<unknown>, { readonly kind: 'answer' }>): string {
  if (answer.kind === 'signed-out') return 'Your session has ended. Sign in again.'
  return answer.kind === 'failed' ? answer.message : noAnswerSentence
}

/** How it ended for a form: a success without a sentence, or why not. */
export function saidOf(answer: Ended<unknown>): AuthOutcome {
  if (answer.kind === 'answer') return { kind: 'success', message: undefined }
  const field = answer.kind === 'failed' ? answer.field : undefined
  return { kind: 'refused', message: failureOf(answer), ...(field !== undefined && { field }) }
}
