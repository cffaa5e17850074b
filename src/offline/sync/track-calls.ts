/** States of the calls that are no edits: an edit is one call however often it is tried, these are one try. */
import type { DocumentNode } from '@apollo/client'
import { Kind } from 'graphql'
import type { Call, CallStates } from './call-states.ts'
import type { Network, Outcome } from './network.ts'

/** The same way to the server; the state of each call is kept under the name of its operation. */
export function trackCalls(network: Pick<Network, 'send'>, calls: CallStates): typeof network {
  return {
    async send(document, variables, options) {
      const call = calls.begin(operationName(document))
      try {
        const outcome = await network.send(document, variables, options)
        if (options.signal?.aborted) call.withdrawn()
        else endCall(call, outcome, options.note)
        return outcome
      } catch (thrown) {
        call.failed(options.note)
        throw thrown
      }
    },
  }
}

/** `note` is the default note of the call. */
export function endCall(call: Call, outcome: Outcome<unknown>, note: string): void {
  if (outcome.kind === 'answer') call.completed()
  else call.failed(failureNote(outcome, note))
}

/** What a person is told of it. */
export function failureNote(
  outcome: Exclude<Outcome<unknown>, { readonly kind: 'answer' }>,
  note: string,
): string {
  if (outcome.kind === 'refused') return outcome.refusal.message
  return (outcome.kind === 'outage' ? outcome.message : undefined) ?? note
}

/** "getAllUnit" of `query getAllUnit { … }`. */
export function operationName(document: DocumentNode): string {
  const operation = document.definitions.find(one => one.kind === Kind.OPERATION_DEFINITION)
  return operation?.name?.value ?? ''
}
