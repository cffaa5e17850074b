/** Who invites by a link: asked before anybody signs up (docs/api.md). */

import { textIn } from '../parse.ts'
import type { AuthApi } from './auth-api.ts'

export interface Invitation {
  /** The first name of whoever invites. */
  readonly firstName: string
  /** The list that comes with it. */
  readonly listName: string | undefined
  readonly permission: string | undefined
}

export type InvitationAnswer =
  | { readonly kind: 'answer'; readonly invitation: Invitation }
  /** The link is worth nothing, or too much was asked. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'no-answer'; readonly message: string }

export interface Invitations {
  look(inviteId: string): Promise<InvitationAnswer>
}

const note = 'The invitation could not be read. Try again later.'

export function createInvitations(api: Pick<AuthApi, 'get'>): Invitations {
  return {
    async look(inviteId) {
      const answer = await api.get(`/auth/invite/${encodeURIComponent(inviteId)}`, note)
      if (answer.kind === 'refused') return { kind: 'refused', message: answer.message }
      if (answer.kind !== 'success') return { kind: 'no-answer', message: answer.message }
      return {
        kind: 'answer',
        invitation: {
          firstName: textIn(answer.body, 'firstName') ?? '',
          listName: textIn(answer.body, 'listName'),
          permission: textIn(answer.body, 'permission'),
        },
      }
    },
  }
}
