/** Sending feedback, and taking back what was sent; with or without a network. */

import type { ApolloCache } from '@apollo/client'
import { defaultNotes } from '../../../rules/default-notes.ts'
import {
  CreateFeedbackDocument,
  type CreateFeedbackMutation,
  type CreateFeedbackMutationVariables,
  DeleteByIdFeedbackDocument,
  type DeleteByIdFeedbackMutation,
  type DeleteByIdFeedbackMutationVariables,
  type OwnFeedbackFieldsFragment,
} from '../../generated/operations.ts'
import { feedbackCacheId } from '../records/cache-ids.ts'
import { type OwnFeedback, readOwnFeedback, writeOwnFeedback } from '../records/own-feedback.ts'
import type { AppEdit } from './app-edit.ts'
import { refusedDeletion } from './deletion.ts'

type CreateFeedbackVariables = CreateFeedbackMutationVariables & {
  readonly id: string
  readonly userId: number
}

export const createFeedback: AppEdit<CreateFeedbackVariables, CreateFeedbackMutation> = {
  name: 'createFeedback',
  document: CreateFeedbackDocument,
  note: defaultNotes.creating('Feedback'),
  predict(cache, { id, userId, feedback, rating }, { at }) {
    changeFeedback(cache, userId, all => [
      {
        __typename: 'Feedback',
        id,
        feedback,
        rating,
        status: 'RECEIVED',
        reply: null,
        fixedIn: null,
        createdAt: at,
        updatedAt: at,
      },
      ...without(all, id),
    ])
  },
  settle: (cache, { createFeedback: made }, { userId }) =>
    changeFeedback(cache, userId, all => [made, ...without(all, made.id)]),
  touches: ({ id }) => ({ makes: [feedbackCacheId(id)] }),
  deed: () => ({ kind: 'sendFeedback' }),
}

/** Whose it is comes along, to find it in what is kept. */
type DeleteFeedbackVariables = DeleteByIdFeedbackMutationVariables & { readonly userId: number }

export const deleteFeedback: AppEdit<DeleteFeedbackVariables, DeleteByIdFeedbackMutation> = {
  name: 'deleteFeedback',
  document: DeleteByIdFeedbackDocument,
  note: defaultNotes.deleting('Feedback'),
  predict: (cache, { id, userId }) => changeFeedback(cache, userId, all => without(all, id)),
  settle: (cache, _answer, { id, userId }) =>
    changeFeedback(cache, userId, all => without(all, id)),
  refusal: ({ deleteByIdFeedback }) =>
    refusedDeletion(deleteByIdFeedback, defaultNotes.deleting('Feedback')),
  touches: ({ id }) => ({ removes: [feedbackCacheId(id)] }),
  deed: () => ({ kind: 'deleteFeedback' }),
}

function changeFeedback(
  cache: ApolloCache,
  userId: number,
  change: (all: OwnFeedback) => OwnFeedback,
): void {
  writeOwnFeedback(cache, userId, change(readOwnFeedback(cache, userId) ?? []))
}

function without(all: OwnFeedback, id: string): readonly OwnFeedbackFieldsFragment[] {
  return all.filter(one => one.id !== id)
}
