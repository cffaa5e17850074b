/** What this person said, as it is kept on the device: the answer to their own filter. */
import type { ApolloCache } from '@apollo/client'
import { OwnFeedbackDocument, type OwnFeedbackFieldsFragment } from '../../generated/operations.ts'

export type OwnFeedback = readonly OwnFeedbackFieldsFragment[]

/** Undefined where the server was never asked. */
export function readOwnFeedback(cache: ApolloCache, userId: number): OwnFeedback | undefined {
  return cache.readQuery({ query: OwnFeedbackDocument, variables: { userId } })?.getByFilterFeedback
}

/** The newest first. */
export function writeOwnFeedback(cache: ApolloCache, userId: number, feedback: OwnFeedback): void {
  cache.writeQuery({
    query: OwnFeedbackDocument,
    variables: { userId },
    data: { __typename: 'Query', getByFilterFeedback: feedback },
  })
}
