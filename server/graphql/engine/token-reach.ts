/** What an API token reaches: whoever finds one must not keep anything once it has ended. */
import type { GraphQLResolveInfo } from 'graphql'
import { forbidden } from '../../refusal.ts'
import type { Context } from './context.ts'
import { isSelected } from './selection.ts'

/** Refuses `changes` to an API token that wants the invitation: who accepts it stays a friend after the token. */
export function refuseInvitation(
  { scope }: Pick<Context, 'scope'>,
  info: GraphQLResolveInfo,
): void {
  if (scope === undefined) return
  if (isSelected(info, 'own', 'inviteId') || isSelected(info, 'account', 'inviteId')) {
    throw forbidden('An API token cannot read the invitation of its person. Ask without inviteId.')
  }
}
